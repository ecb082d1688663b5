// The button that asks for what stands in a box, near to it.
(box) => {
  const asks = (one) => !writes.test((one.textContent || one.value || '').slice(0, 60))
    && ((box.form && one.type === 'submit' && one.form === box.form)
    || search.test(words(one) + ' ' + (one.textContent || one.value || '').slice(0, 60)));
  let around = box.parentElement;
  for (let up = 0; around && up < 8; up += 1, around = around.parentElement) {
    const found = [...around.querySelectorAll('button, [role=button], input[type=submit]')]
      .filter((one) => shown(one) && asks(one));
    if (found.length) return found[0];
  }
  return null;
}
