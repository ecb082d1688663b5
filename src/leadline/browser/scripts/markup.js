// The page as it is drawn, shadow roots opened, without what is hidden.
() => {
  const plain = document.implementation.createHTMLDocument('');
  const copy = (node) => {
    const one = plain.importNode(node, false);
    if (node.tagName === 'A' && node.href) one.setAttribute('href', node.href);
    for (const root of [node.shadowRoot, node])
      for (const child of root ? root.childNodes : [])
        if (!/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|LINK)$/.test(child.nodeName) && !inside(child)
          && !(child.nodeType === 1 && getComputedStyle(child).display === 'none'))
          add(one, child);
    return one;
  };
  const inside = (node) => is(node, 'group') && is(node.parentElement, 'treeitem');
  const is = (node, role) => node && node.nodeType === 1 && node.getAttribute('role') === role;
  const add = (to, node) => {  // leaves of a tree are rows like its branches
    to.append(copy(node));
    for (const group of is(node, 'treeitem') ? node.children : [])
      for (const child of inside(group) ? group.children : []) add(to, child);
  };
  return '<!DOCTYPE html><html>' + copy(document.head).outerHTML + copy(document.body).outerHTML
    + '</html>';
}
