// The control that leads to the next page or shows more.
() => {
  const next = new RegExp('^(?:(?:load|show|view|see)? ?(?:\\d{1,4} )?more(?: .{0,20})?|'
    + '(?:load |show )?next(?: page| \\d{1,4})?(?: ?[\u203a\u00bb>\u2192]{1,2})?|'
    + '(?:load |show )?older(?: .{0,20})?|'
    + '\u203a|\u00bb|>|>>|\u2192|\u25b6|\u25ba|\u276f|weiter|mehr(?: laden)?|n\u00e4chste.{0,10}|'
    + 'suivant.?|siguiente|avanti|volgende|\u0434\u0430\u043b\u0435\u0435|\u4e0b\u4e00\u9875|'
    + '\u4e0b\u4e00\u9801|\u66f4\u591a|\u52a0\u8f7d\u66f4\u591a|\u6b21\u3078|\ub2e4\uc74c)$', 'i');
  const side = '(?:chevron|angle|arrow|caret|triangle)[-_]?(?:circle[-_])?';
  const drawn = (one, ways) => RegExp(side + ways, 'i').test(one.innerHTML);
  const beside = (one) => [...one.parentElement.parentElement.querySelectorAll('a, button')]
    .some((other) => other !== one && drawn(other, '(?:left|back)'));
  const off = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true'
    || /(^|[\s_-])(disabled|inactive)($|\s)/
      .test(one.className + ' ' + (one.parentElement || one).className);
  const said = (one) => [one.textContent, one.getAttribute('aria-label'), one.title]
    .filter((text) => text).map((text) => text.trim());
  const named = (one) => said(one).some((text) => next.test(text) || /\bnext page\b/i.test(text))
    || (!one.textContent.trim() && drawn(one, '(?:right|forward)') && beside(one))
    || /(?:^|[\s_-])next(?:$|[\s_-])/i.test(one.className + ' ' + one.id + ' ' + (one.rel || ''));
  const found = (kinds) => every(kinds).filter((one) => shown(one) && !off(one) && named(one));
  const small = (one) => one.childElementCount < 2 && said(one).some((text) => next.test(text));
  const links = found('a, button, [role=button], [role=link]');
  const controls = links.length ? links : found('span, li, td, b, i, div, img, input').filter(small);
  const last = /^(?:\u00bb|>>|last.{0,10})$/i;
  const plain = controls.filter((one) => !said(one).some((text) => last.test(text)));
  const best = plain.length ? plain : controls;
  const number = (one) => /^\s*\d{1,4}\s*$/.test(one ? one.textContent : '') ? +one.textContent : 0;
  const current = (one) => [one, ...one.children].some((part) => part.hasAttribute('aria-current')
    || /(?:^|[\s_-])(?:active|cur|current|on|select\w*|checked)(?:$|[\s_-])/i.test(part.className));
  const numbers = best.length ? [] : every('a, button, li, div, span, b, td').filter((one) => {
    const before = number(one) > 1 && shown(one) ? one.previousElementSibling : null;
    return before && before.tagName === one.tagName && number(before) === number(one) - 1
      && current(before);
  });
  return best.length ? best[best.length - 1] : numbers[0] || null;
}
