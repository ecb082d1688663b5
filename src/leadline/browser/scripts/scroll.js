// Scroll to the end of the page and of its lists, where they ask for more.
() => {
  const {lists, page, is_long} = scrolled();
  for (const list of [...lists, page]) list.scrollTop = list.scrollHeight;
  return is_long;
}
