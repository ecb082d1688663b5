// Scroll on by screens until other lines are shown: a virtual list holds only those on screen.
async () => {
  const {lists, page, is_long} = scrolled();
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const lines = () => new Set(roots(document).flatMap((root) => [...(root.body ? [root.body]
    : root.children)].flatMap((one) => (one.innerText || '').split(/[\n\t]+/))));
  for (let screen = 0; screen < 12; screen += 1) {
    const before = lines(), moved = [...lists, page].map((list) => {
      const top = list.scrollTop;  // lists that hold all their rows ask for more at their end
      list.scrollTop = screen < 10 ? top + 0.8 * list.clientHeight : list.scrollHeight;
      return list.scrollTop > top + 1;
    });
    const drawn = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.race([drawn, wait(1000)]);  // what a scroll draws is drawn in its frame
    await wait(100);
    if (!moved.includes(true) || [...lines()].some((line) => !before.has(line))) break;
  }
  return is_long;
}
