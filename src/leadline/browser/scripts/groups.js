// Open closed groups of rows, also those inside them; those of trees alone, where wanted.
async (trees) => {
  const frame = 'nav, header, form, [role=menu], [role=tablist], [role=combobox], [aria-haspopup]';
  const text = (one) => (one.innerText || '').trim().slice(0, 60);
  const fold = (one) => one.matches('[aria-expanded=false], details:not([open]) > summary')
    || (/^[+\u25b6\u25b8\u25ba]?$/.test(text(one)) && /expand|collaps|closed/i.test(one.className))
    || is_title(one);
  const is_title = (one) => /^H\d$/.test(one.tagName) && one.querySelector('svg, i')
    && getComputedStyle(one).cursor === 'pointer' && !one.closest('a')
    && text(one) === (one.parentElement.parentElement.innerText || '').trim();  // and nothing below
  const tried = new Set();
  for (let depth = 0; depth < 3; depth += 1) {
    const folds = '[aria-expanded=false], summary, button, [role=button], h1, h2, h3, h4, h5, h6';
    const closed = every(folds).filter((one) => shown(one) && fold(one) && !tried.has(one)
      && !writes.test(text(one)) && (one.closest('[role=tree]') || !(trees || one.closest(frame))));
    for (const one of closed.slice(0, 300)) {
      tried.add(one);
      (one.matches('[role=treeitem]') && one.firstElementChild || one).click();
      await new Promise((done) => setTimeout(done, 5));  // each click sees what the last one did
    }
    if (!closed.length) break;
    await new Promise((done) => setTimeout(done, 300));
  }
  return tried.size > 0;
}
