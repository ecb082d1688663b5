// The button beside the last list to choose from.
() => {
  const lists = selects();
  const told = (one) => (one.innerText || one.value || '').slice(0, 60);
  let around = lists.length ? lists[lists.length - 1].parentElement : null;
  for (let up = 0; around && up < 4; up += 1, around = around.parentElement) {
    const found = [...around.querySelectorAll('button, [role=button], input[type=submit]')]
      .filter((one) => shown(one) && !one.disabled && !writes.test(told(one))
        && one.type !== 'reset');
    if (found.length) return found[0];
  }
  return null;
}
