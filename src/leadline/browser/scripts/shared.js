// What every script of a page may use; each is put behind these lines.
// All roots of a page: the document, and each shadow tree.
const roots = (root) => {
  const all = [root];
  for (const one of all)
    for (const element of one.querySelectorAll('*'))
      if (element.shadowRoot) all.push(element.shadowRoot);
  return all;
};
const every = (what) => roots(document).flatMap((root) => [...root.querySelectorAll(what)]);
const shown = (element) => {
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  return box.width > 1 && box.height > 1 && style.visibility !== 'hidden'
    && style.display !== 'none';
};
// What an element says of itself, and its labels of it.
const words = (element) => [element.name, element.id, element.placeholder, element.title,
  element.getAttribute('aria-label'), element.className, element.getAttribute('role'),
  element.parentElement && element.parentElement.className,
  element.labels && [...element.labels].map((label) => label.textContent).join(' ')]
  .filter((one) => typeof one === 'string').join(' ');
// Words of searching, and of changing something.
const search = new RegExp('search|query|keyword|find|filter|such|recherch|busca|b\u00fasq|cerca|'
  + 'ricerca|pesquis|zoek|szuk|s\u00f6k|\u043f\u043e\u0438\u0441\u043a|\u641c|\u67e5|'
  + '\u68c0\u7d22|\u6aa2\u7d22|\u691c\u7d22|\uac80\uc0c9', 'i');
const writes = new RegExp('\\b(add|create|save|update|send|delete|remove|post|publish|run|execute|'
  + 'speichern|enregistrer|guardar|salvar)\\b|\u4fdd\u5b58|\u53d1\u9001', 'i');
// What scrolls on a page, and whether anything is longer than it shows.
const scrolled = () => {
  const lists = every('*').filter((one) => one.scrollHeight > one.clientHeight + 50
    && /auto|scroll/.test(getComputedStyle(one).overflowY) && one.clientHeight > 100);
  const page = document.scrollingElement || document.documentElement;
  const is_long = lists.length > 0 || page.scrollHeight > window.innerHeight + 50;
  return {lists, page, is_long};
};
const selects = () => every('select').slice(0, 20);
