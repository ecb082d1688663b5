createElem(doc, tag, 'type-search-index.js');
createElem(doc, tag, 'member-search-index.js');
