// The lines of a page as a reader sees them.
() => {
  const parts = [document.body ? document.body.innerText : ''];
  for (const root of roots(document).slice(1))
    for (const child of root.children)
      if (child.innerText && !/^(STYLE|SCRIPT)$/.test(child.tagName)) parts.push(child.innerText);
  return parts.join('\n').split(/[\n\t]+/).map((line) => line.trim().slice(0, 500))
    .filter((line) => line).slice(0, 5000);
}
