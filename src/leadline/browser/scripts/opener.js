// A control that opens a box: by its words, else by its icon, such as a magnifier.
() => {
  const controls = every('button, [role=button], summary, label').filter((one) =>
    shown(one) && (one.control || {type: 'checkbox'}).type === 'checkbox'  // a label opens no other
    && search.test(words(one) + ' ' + one.textContent.slice(0, 60)));
  controls.push(...every('a, [tabindex], [onclick]').filter((one) => shown(one)
    && /^(#.{0,20}|javascript:.{0,30})?$/.test(one.getAttribute('href') || '')
    && search.test([one.id, one.title, one.getAttribute('aria-label'),
      one.textContent.slice(0, 60)].join(' '))));
  const icons = (one) => [...one.querySelectorAll('svg, svg *, i, span, img')].map((icon) =>
    ['class', 'href', 'src'].map((name) => icon.getAttribute(name)).join(' ')).join(' ');
  const drawn = every('button, [role=button], a').filter((one) =>
    shown(one) && /search|magnif|loupe/i.test(icons(one)));
  return controls[0] || drawn[0] || null;
}
