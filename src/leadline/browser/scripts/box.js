// The box to search in; null where none is likely.
() => {
  const other = RegExp('\\b(e-?mail|user|username|password|login|newsletter|date|page|size|phone|'
    + 'command|commandline|console|terminal|shell|prompt|chat|message|comment|'
    + 'new|add|create|todo|task|reply|rename|invite|write)\\b', 'i');
  const adds = /\u65b0\u589e|\u65b0\u5efa|\u6dfb\u52a0|\u8bc4\u8bba|\u53d1\u9001/;
  const kinds = ['text', 'search', ''];
  const code = /\b(sql|repl|cypher|xterm|monaco|codemirror|cm-content|ace_text)\b/i;
  const runs = (box) => code.test(words(box))
    || box.closest('.monaco-editor, .CodeMirror, .cm-editor, .ace_editor, .xterm, [data-mode-id]');
  const saves = (box) => {  // its form keeps what is typed, and does not say that it asks
    const form = box.closest('form');
    const ends = form ? [...form.querySelectorAll('button, input[type=submit]')] : [];
    const told = ends.map((one) => one.textContent || one.value).join(' ');
    return form && !search.test([words(box), words(form), form.getAttribute('action'), told])
      && (/post/i.test(form.getAttribute('method')) || writes.test(told));
  };
  const score = (box) => {
    const said = words(box) + ' ' + (box.parentElement ? box.parentElement.id : '');
    return (box.type === 'search' ? 3 : 0) + (search.test(said) ? 3 : 0)
      + (box.closest('main') ? 1 : 0)
      - (box.closest('table') ? 1 : 0)
      - ((other.test(said.replace(/[_-]/g, ' ')) || adds.test(said)) && !search.test(said) ? 4 : 0);
  };
  const boxes = every('input, textarea, [contenteditable=true][role=searchbox]').filter((box) =>
    (box.tagName !== 'INPUT' || kinds.includes(box.getAttribute('type') || '')
      || box.type === 'search' || box.type === 'text')
    && !box.disabled && !box.readOnly && box.inputMode !== 'none'  // which only chooses
    && shown(box) && !runs(box) && !saves(box));
  boxes.sort((one, two) => score(two) - score(one));
  return boxes.length && score(boxes[0]) > -2 ? boxes[0] : null;
}
