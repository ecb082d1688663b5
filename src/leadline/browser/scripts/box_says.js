// What a box says of what it may hold: hint, pattern, mode, longest, label.
(box) => {
  const by = document.getElementById(box.getAttribute('aria-describedby') || '');
  const hints = [box.placeholder, box.title, by && by.innerText].filter((one) => one);
  const mode = box.inputMode || box.type || '';
  const named = [...(box.labels || [])].map((one) => one.innerText);
  named.push(box.getAttribute('aria-label') || '', box.name || '');
  return [hints.join(' ').slice(0, 200), (box.pattern || '').slice(0, 100), mode,
    Math.max(0, box.maxLength || 0), named.join(' ').slice(0, 200)];
}
