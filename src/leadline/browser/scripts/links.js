// Where a page leads to within its host: one link of a kind, those that state most first.
() => {
  const other = new RegExp('\\b(log ?(in|out)|sign ?(in|out|up)|settings?|preferences|about|help|'
    + 'docs?|documentation|privacy|terms|licen[cs]e|feedback|imprint|download|api|status|theme)\\b',
    'i');
  const place = (url) => url.split(/[?]/)[0].replace(/[#\/]+$/, '');
  const said = (one) => (one.innerText || one.title || one.getAttribute('aria-label') || '')
    .replace(/\s+/g, ' ').trim().slice(0, 60);
  const number = (text) => ((/^\D{2,40}?([\d,.]{1,9})$|^([\d,.]{1,9})\D{2,40}$/.exec(text) || [])
    .slice(1).find((one) => one) || '0').replace(/[,.]/g, '');
  const count = (one) => one.href.includes(number(said(one))) ? 0 : +number(said(one));  // no key
  const found = every('a[href]').filter((one) => shown(one) && said(one) && !one.download
    && one.origin === location.origin && place(one.href) !== place(location.href)
    && !other.test(said(one)));
  const around = 'nav, aside, header, [role=navigation], [role=menu], [role=tablist]';
  const rank = (one) => count(one) + (one.closest(around) ? 0.5 : 0);
  found.sort((one, two) => rank(two) - rank(one));
  const first = new Map(), kind = (one) => place(one.href).replace(/\d+/g, '0');
  for (const one of found) if (!first.has(kind(one))) first.set(kind(one), one);
  return [...first.values()].slice(0, 8).map((one) => [one.href, said(one)]);
}
