// The button that answers a wall about cookies, where one lies over the page: no before yes.
() => {
  const about = new RegExp('cookie|privacy|consent|datenschutz|einwillig|confidentialit|privacidad|'
    + 'riservatezza|prywatno|integritet|\u9690\u79c1|\u96b1\u79c1|\u540c\u610f|'
    + '\u30af\u30c3\u30ad\u30fc', 'i');
  const no = new RegExp('reject|declin|refus|necessary|essential|ablehn|notwendig|rechaz|rifiut|'
    + 'weiger|odrzu|avvisa|odm\u00edt|\u62d2\u7edd|\u62d2\u7d55|\u62d2\u5426', 'i');
  const yes = new RegExp('accept|agree|allow|^ok$|got it|akzept|zustimm|einverstanden|aceptar|'
    + 'accett|akkoord|zgadzam|godk\u00e4nn|\u540c\u610f|\u63a5\u53d7', 'i');
  const said = (one) => (one.innerText || one.value || '').trim().slice(0, 60);
  const over = (one) => ['fixed', 'absolute', 'sticky'].includes(getComputedStyle(one).position)
    || one.tagName === 'DIALOG' || /dialog/.test(one.getAttribute('role') || '');
  const area = (one) => { const box = one.getBoundingClientRect(); return box.width * box.height; };
  const walls = every('dialog, [role], [aria-modal], div, section, aside, form').filter((one) =>
    shown(one) && over(one) && area(one) > 0.1 * innerWidth * innerHeight
    && about.test(one.innerText.slice(0, 2000)) && one.innerText.length < 4000);
  for (const wall of walls) {
    const buttons = roots(wall).flatMap((root) => [...root.querySelectorAll(
      'button, [role=button], input[type=submit], input[type=button], a')]).filter(shown);
    const first = (what) => buttons.find((one) => what.test(said(one)));
    const found = first(no) || first(yes);
    if (found) return found;
  }
  return null;
}
