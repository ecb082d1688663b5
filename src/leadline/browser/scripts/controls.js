// The controls of a page as they stand, in one form: boxes, lists, ticks, and pressed buttons.
() => {
  const made = document.implementation.createHTMLDocument(''), form = made.createElement('form');
  const text = (one) => (one || '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const add = (to, tag, values, said) => {
    const one = made.createElement(tag);
    for (const [name, value] of Object.entries(values))
      if (value !== false && value !== null) one.setAttribute(name, value === true ? '' : value);
    one.textContent = said || '';
    to.append(one);
    return one;
  };
  let count = 0;
  const labelled = (said, name) => {
    count += 1;
    if (said) add(form, 'label', {for: 'c' + count}, said);
    return {id: 'c' + count, name: name || 'c' + count};
  };
  const before = (one) => one.previousElementSibling && !one.previousElementSibling.matches(
    'input, select, textarea, button') ? one.previousElementSibling.textContent : '';
  const by = (one) => document.getElementById(one.getAttribute('aria-labelledby') || '');
  const said = (of, one) => [...of.childNodes].filter((part) => part !== one)
    .map((part) => part.textContent).join(' ');  // without the options of the list inside
  const label = (one) => text((one.labels && [...one.labels].map((of) => said(of, one)).join(' '))
    || one.getAttribute('aria-label') || (by(one) || {}).textContent || one.placeholder || one.title
    || before(one));
  const kinds = /^(password|file|submit|button|image|reset)$/;
  const own = every('input, select, textarea').filter((one) => !kinds.test(one.type)
    && (shown(one) || ['hidden', 'checkbox', 'radio'].includes(one.type))).slice(0, 200);
  for (const one of own) {
    const values = labelled(label(one), one.name || one.id);
    if (one.tagName === 'SELECT') {
      const select = add(form, 'select', {...values, multiple: one.multiple});
      for (const option of [...one.options].slice(0, 300))
        add(select, 'option', {value: option.value, selected: option.selected}, text(option.text));
    } else add(form, 'input', {...values, type: one.type, value: (one.value || '').slice(0, 200),
      checked: one.checked});
  }
  const drawn = every('[role=combobox]:not(input):not(select), [aria-haspopup=listbox]:not(input)');
  for (const one of drawn.filter((one) => shown(one) && !one.querySelector('input, textarea')))
    add(form, 'input', {...labelled(label(one), one.id), type: 'text', value: text(one.innerText)});
  const says = (one, name) => one.getAttribute(name);
  const isOn = (one) => ['pressed', 'selected', 'checked', 'current'].some((name) =>
    /^(true|page|step)$/.test(says(one, 'aria-' + name)))
    || /(?:^|[\s_-])(?:active|selected|current|checked)(?:$|\s)/i.test(one.className);
  const groups = new Map();
  const kind = 'button, [role=button], [role=tab], [role=radio], [role=menuitemradio], '
    + '[role=switch], a:not([href]), a[href^="#"]';
  for (const one of every(kind).filter((one) => shown(one) && text(one.innerText)).slice(0, 300)) {
    const up = one.parentElement;
    const around = up && up.children.length === 1 ? up.parentElement : up;
    if (around) groups.set(around, [...(groups.get(around) || []), one]);
  }
  for (const [around, ones] of groups) {
    if (ones.length < 2 || ones.filter(isOn).length !== 1) continue;
    count += 1;
    const name = around.id || 'c' + count, set = add(form, 'fieldset', {});
    add(set, 'legend', {}, text(says(around, 'aria-label')));
    for (const one of ones) {
      count += 1;
      add(set, 'input', {type: 'radio', id: 'c' + count, name, checked: isOn(one),
        value: one.dataset.value || one.value || text(one.innerText)});
      add(set, 'label', {for: 'c' + count}, text(one.innerText));
    }
  }
  return count ? form.outerHTML : '';
}
