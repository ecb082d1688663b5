// Lists to choose from: name, value, options as values and texts, whether they are open.
() => {
  const lists = selects();
  const text = (one) => (one || '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const said = (of, one) => [...of.childNodes].filter((part) => part !== one)
    .map((part) => part.textContent).join(' ');
  const label = (one) => text([...(one.labels || [])].map((of) => said(of, one)).join(' '));
  return lists.map((one) => [one.name || label(one) || one.getAttribute('aria-label') || one.id,
    one.value, [...one.options].filter((option) => !option.disabled).slice(0, 1000)
      .map((option) => [option.value, text(option.text)]), shown(one) && !one.disabled
      && !one.multiple]);
}
