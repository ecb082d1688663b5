"""Small scripts that look at a page: its lines, its search box, its control for the next page."""

from typing import Final

_WALK: Final = """
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
const words = (element) => [element.name, element.id, element.placeholder, element.title,
  element.getAttribute('aria-label'), element.className, element.getAttribute('role'),
  element.parentElement && element.parentElement.className,
  element.labels && [...element.labels].map((label) => label.textContent).join(' ')]
  .filter((one) => typeof one === 'string').join(' ');
"""
_SEARCH: Final = (
    r"/search|query|keyword|find|filter|such|recherch|busca|b\u00fasq|cerca|ricerca|pesquis|zoek|szuk|s\u00f6k|"
    r"\u043f\u043e\u0438\u0441\u043a|\u641c|\u67e5|\u68c0\u7d22|\u6aa2\u7d22|\u691c\u7d22|\uac80\uc0c9/i"
)
_WRITES: Final = (
    r"/\b(add|create|save|update|send|delete|remove|post|publish|run|execute|speichern|"
    r"enregistrer|guardar|salvar)\b|\u4fdd\u5b58|\u53d1\u9001/i"
)
_OTHER: Final = (
    r"/\b(log ?(in|out)|sign ?(in|out|up)|settings?|preferences|about|help|docs?|documentation|"
    r"privacy|terms|licen[cs]e|feedback|imprint|download|api|status|theme)\b/i"
)
LINES: Final = (
    "() => {"
    + _WALK
    + """
  const parts = [document.body ? document.body.innerText : ''];
  for (const root of roots(document).slice(1))
    for (const child of root.children)
      if (child.innerText && !/^(STYLE|SCRIPT)$/.test(child.tagName)) parts.push(child.innerText);
  return parts.join('\\n').split(/[\\n\\t]+/).map((line) => line.trim().slice(0, 500))
    .filter((line) => line).slice(0, 5000);
}"""
)
BOX: Final = (
    "() => {"
    + _WALK
    + f"  const search = {_SEARCH}, writes = {_WRITES};"
    + """
  const other = RegExp('\\\\b(e-?mail|user|username|password|login|newsletter|date|page|size|phone|'
    + 'command|commandline|console|terminal|shell|prompt|chat|message|comment|'
    + 'new|add|create|todo|task|reply|rename|invite|write)\\\\b', 'i');
  const adds = /\\u65b0\\u589e|\\u65b0\\u5efa|\\u6dfb\\u52a0|\\u8bc4\\u8bba|\\u53d1\\u9001/;
  const kinds = ['text', 'search', ''];
  const code = /\\b(sql|repl|cypher|xterm|monaco|codemirror|cm-content|ace_text)\\b/i;
  const runs = (box) => code.test(words(box))
    || box.closest('.monaco-editor, .CodeMirror, .cm-editor, .ace_editor, .xterm, [data-mode-id]');
  const saves = (box) => {  // its form keeps what is typed, and does not say that it asks
    const form = box.closest('form');
    const ends = form ? [...form.querySelectorAll('button, input[type=submit]')] : [];
    const told = ends.map((one) => one.textContent || one.value).join(' ');
    return form && !search.test([words(box), words(form), form.getAttribute('action'), told])
      && (/post/i.test(form.getAttribute('method')) || writes.test(told));
  };
  const score = (box) => {
    const said = words(box) + ' ' + (box.parentElement ? box.parentElement.id : '');
    return (box.type === 'search' ? 3 : 0) + (search.test(said) ? 3 : 0)
      + (box.closest('main') ? 1 : 0)
      - (box.closest('table') ? 1 : 0)
      - ((other.test(said.replace(/[_-]/g, ' ')) || adds.test(said)) && !search.test(said) ? 4 : 0);
  };
  const boxes = every('input, textarea, [contenteditable=true][role=searchbox]').filter((box) =>
    (box.tagName !== 'INPUT' || kinds.includes(box.getAttribute('type') || '')
      || box.type === 'search' || box.type === 'text')
    && !box.disabled && !box.readOnly && box.inputMode !== 'none'  // which only chooses
    && shown(box) && !runs(box) && !saves(box));
  boxes.sort((one, two) => score(two) - score(one));
  return boxes.length && score(boxes[0]) > -2 ? boxes[0] : null;
}"""
)
BOX_SAYS: Final = """(box) => {
  const by = document.getElementById(box.getAttribute('aria-describedby') || '');
  const hints = [box.placeholder, box.title, by && by.innerText].filter((one) => one);
  const mode = box.inputMode || box.type || '';
  const named = [...(box.labels || [])].map((one) => one.innerText);
  named.push(box.getAttribute('aria-label') || '', box.name || '');
  return [hints.join(' ').slice(0, 200), (box.pattern || '').slice(0, 100), mode,
    Math.max(0, box.maxLength || 0), named.join(' ').slice(0, 200)];
}"""
"""What a box says of what it may hold."""
WALL: Final = (
    "() => {"
    + _WALK
    + r"""
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
}"""
)
BESIDE: Final = (
    "(box) => {"
    + _WALK
    + f"  const search = {_SEARCH}, writes = {_WRITES};"
    + """
  const asks = (one) => !writes.test((one.textContent || one.value || '').slice(0, 60))
    && ((box.form && one.type === 'submit' && one.form === box.form)
    || search.test(words(one) + ' ' + (one.textContent || one.value || '').slice(0, 60)));
  let around = box.parentElement;
  for (let up = 0; around && up < 4; up += 1, around = around.parentElement) {
    const found = [...around.querySelectorAll('button, [role=button], input[type=submit]')]
      .filter((one) => shown(one) && asks(one));
    if (found.length) return found[0];
  }
  return null;
}"""
)
"""The button that asks for what stands in a box, near to it."""
OPENER: Final = (
    "() => {"
    + _WALK
    + f"  const search = {_SEARCH};"
    + """
  const controls = every('button, [role=button], summary, label').filter((one) =>
    shown(one) && (one.control || {type: 'checkbox'}).type === 'checkbox'  // a label opens no other
    && search.test(words(one) + ' ' + one.textContent.slice(0, 60)));
  controls.push(...every('a, [tabindex], [onclick]').filter((one) => shown(one)
    && /^(#.{0,20}|javascript:.{0,30})?$/.test(one.getAttribute('href') || '')
    && search.test([one.id, one.title, one.getAttribute('aria-label'),
      one.textContent.slice(0, 60)].join(' '))));
  const icons = (one) => [...one.querySelectorAll('svg, svg *, i, span, img')].map((icon) =>
    ['class', 'href', 'src'].map((name) => icon.getAttribute(name)).join(' ')).join(' ');
  const drawn = every('button, [role=button], a').filter((one) =>
    shown(one) && /search|magnif|loupe/i.test(icons(one)));
  return controls[0] || drawn[0] || null;
}"""
)
"""A control that opens a box: by its words, else by its icon, such as a magnifier."""
NOTHING_FOCUSED: Final = "() => !document.activeElement || document.activeElement === document.body"
LINKS: Final = (
    "() => {"
    + _WALK
    + f"  const other = {_OTHER};"
    + r"""
  const place = (url) => url.split(/[?]/)[0].replace(/[#\/]+$/, '');
  const said = (one) => (one.innerText || one.title || one.getAttribute('aria-label') || '')
    .replace(/\s+/g, ' ').trim().slice(0, 60);
  const number = (text) => ((/^\D{2,40}?([\d,.]{1,9})$|^([\d,.]{1,9})\D{2,40}$/.exec(text) || [])
    .slice(1).find((one) => one) || '0').replace(/[,.]/g, '');
  const count = (one) => one.href.includes(number(said(one))) ? 0 : +number(said(one));  // no key
  const found = every('a[href]').filter((one) => shown(one) && said(one) && !one.download
    && one.origin === location.origin && place(one.href) !== place(location.href)
    && !other.test(said(one)));
  const around = 'nav, aside, header, [role=navigation], [role=menu], [role=tablist]';
  const rank = (one) => count(one) + (one.closest(around) ? 0.5 : 0);
  found.sort((one, two) => rank(two) - rank(one));
  const first = new Map(), kind = (one) => place(one.href).replace(/\d+/g, '0');
  for (const one of found) if (!first.has(kind(one))) first.set(kind(one), one);
  return [...first.values()].slice(0, 8).map((one) => [one.href, said(one)]);
}"""
)
"""Where a page leads to within its host: one link of a kind, those that state most first."""
NEXT: Final = (
    "() => {"
    + _WALK
    + r"""
  const next = new RegExp('^(?:(?:load|show|view|see)? ?(?:\\d{1,4} )?more(?: .{0,20})?|'
    + '(?:load |show )?next(?: page| \\d{1,4})?(?: ?[\u203a\u00bb>\u2192]{1,2})?|'
    + '(?:load |show )?older(?: .{0,20})?|'
    + '\u203a|\u00bb|>|>>|\u2192|\u25b6|\u25ba|\u276f|weiter|mehr(?: laden)?|n\u00e4chste.{0,10}|'
    + 'suivant.?|siguiente|avanti|volgende|\u0434\u0430\u043b\u0435\u0435|\u4e0b\u4e00\u9875|'
    + '\u4e0b\u4e00\u9801|\u66f4\u591a|\u52a0\u8f7d\u66f4\u591a|\u6b21\u3078|\ub2e4\uc74c)$', 'i');
  const side = '(?:chevron|angle|arrow|caret|triangle)[-_]?(?:circle[-_])?';
  const drawn = (one, ways) => RegExp(side + ways, 'i').test(one.innerHTML);
  const beside = (one) => [...one.parentElement.parentElement.querySelectorAll('a, button')]
    .some((other) => other !== one && drawn(other, '(?:left|back)'));
  const off = (one) => one.disabled || one.getAttribute('aria-disabled') === 'true'
    || /(^|[\s_-])(disabled|inactive)($|\s)/
      .test(one.className + ' ' + (one.parentElement || one).className);
  const said = (one) => [one.textContent, one.getAttribute('aria-label'), one.title]
    .filter((text) => text).map((text) => text.trim());
  const named = (one) => said(one).some((text) => next.test(text) || /\bnext page\b/i.test(text))
    || (!one.textContent.trim() && drawn(one, '(?:right|forward)') && beside(one))
    || /(?:^|[\s_-])next(?:$|[\s_-])/i.test(one.className + ' ' + one.id + ' ' + (one.rel || ''));
  const controls = every('a, button, [role=button], [role=link]')
    .filter((one) => shown(one) && !off(one) && named(one));
  const last = /^(?:\u00bb|>>|last.{0,10})$/i;
  const plain = controls.filter((one) => !said(one).some((text) => last.test(text)));
  const best = plain.length ? plain : controls;
  const number = (one) => /^\s*\d{1,4}\s*$/.test(one ? one.textContent : '') ? +one.textContent : 0;
  const current = (one) => [one, ...one.children].some((part) => part.hasAttribute('aria-current')
    || /(?:^|[\s_-])(?:active|current|select\w*|checked)(?:$|[\s_-])/i.test(part.className));
  const numbers = best.length ? [] : every('a, button, li, div, span').filter((one) => {
    const before = number(one) > 1 && shown(one) ? one.previousElementSibling : null;
    return before && before.tagName === one.tagName && number(before) === number(one) - 1
      && current(before);
  });
  return best.length ? best[best.length - 1] : numbers[0] || null;
}"""
)
_LISTS: Final = """
  const lists = every('*').filter((one) => one.scrollHeight > one.clientHeight + 50
    && /auto|scroll/.test(getComputedStyle(one).overflowY) && one.clientHeight > 100);
  const page = document.scrollingElement || document.documentElement;
  const is_long = lists.length > 0 || page.scrollHeight > window.innerHeight + 50;
"""
SCROLL: Final = (
    "() => {"
    + _WALK
    + _LISTS
    + """
  for (const list of [...lists, page]) list.scrollTop = list.scrollHeight;
  return is_long;
}"""
)
"""Scroll to the end of the page and of its lists, where they ask for more."""
SCROLL_ON: Final = (
    "async () => {"
    + _WALK
    + _LISTS
    + """
  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const lines = () => new Set(roots(document).flatMap((root) => [...(root.body ? [root.body]
    : root.children)].flatMap((one) => (one.innerText || '').split(/[\\n\\t]+/))));
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
}"""
)
"""Scroll on by screens until other lines are shown: a virtual list holds only those on screen."""
GROUPS: Final = (
    "async (trees) => {"
    + _WALK
    + f"  const writes = {_WRITES};"
    + r"""
  const frame = 'nav, header, form, [role=menu], [role=tablist], [role=combobox], [aria-haspopup]';
  const text = (one) => (one.innerText || '').trim().slice(0, 60);
  const fold = (one) => one.matches('[aria-expanded=false], details:not([open]) > summary')
    || (/^[+\u25b6\u25b8\u25ba]?$/.test(text(one)) && /expand|collaps|closed/i.test(one.className))
    || is_title(one);
  const is_title = (one) => /^H\d$/.test(one.tagName) && one.querySelector('svg, i')
    && getComputedStyle(one).cursor === 'pointer' && !one.closest('a')
    && text(one) === (one.parentElement.parentElement.innerText || '').trim();  // and nothing below
  const tried = new Set();
  for (let depth = 0; depth < 3; depth += 1) {
    const folds = '[aria-expanded=false], summary, button, [role=button], h1, h2, h3, h4, h5, h6';
    const closed = every(folds).filter((one) => shown(one) && fold(one) && !tried.has(one)
      && !writes.test(text(one)) && (one.closest('[role=tree]') || !(trees || one.closest(frame))));
    for (const one of closed.slice(0, 300)) {
      tried.add(one);
      (one.matches('[role=treeitem]') && one.firstElementChild || one).click();
      await new Promise((done) => setTimeout(done, 5));  // each click sees what the last one did
    }
    if (!closed.length) break;
    await new Promise((done) => setTimeout(done, 300));
  }
  return tried.size > 0;
}"""
)
"""Open closed groups of rows, also those inside them; those of trees alone, where wanted."""
MARKUP: Final = """() => {
  const plain = document.implementation.createHTMLDocument('');
  const copy = (node) => {
    const one = plain.importNode(node, false);
    if (node.tagName === 'A' && node.href) one.setAttribute('href', node.href);
    for (const root of [node.shadowRoot, node])
      for (const child of root ? root.childNodes : [])
        if (!/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|LINK)$/.test(child.nodeName) && !inside(child)
          && !(child.nodeType === 1 && getComputedStyle(child).display === 'none'))
          add(one, child);
    return one;
  };
  const inside = (node) => is(node, 'group') && is(node.parentElement, 'treeitem');
  const is = (node, role) => node && node.nodeType === 1 && node.getAttribute('role') === role;
  const add = (to, node) => {  // leaves of a tree are rows like its branches
    to.append(copy(node));
    for (const group of is(node, 'treeitem') ? node.children : [])
      for (const child of inside(group) ? group.children : []) add(to, child);
  };
  return '<!DOCTYPE html><html>' + copy(document.head).outerHTML + copy(document.body).outerHTML
    + '</html>';
}"""
"""The page as it is drawn, shadow roots opened, without what is hidden."""
CONTROLS: Final = (
    "() => {"
    + _WALK
    + r"""
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
}"""
)
"""The controls of a page as they stand, in one form: boxes, lists, ticks, and pressed buttons."""
MAX_SELECTS: Final = 20
MAX_OPTIONS: Final = 1_000
_EVERY_SELECT: Final = f"  const lists = every('select').slice(0, {MAX_SELECTS});"
SELECTS: Final = (
    "() => {"
    + _WALK
    + _EVERY_SELECT
    + r"""
  const text = (one) => (one || '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const said = (of, one) => [...of.childNodes].filter((part) => part !== one)
    .map((part) => part.textContent).join(' ');
  const label = (one) => text([...(one.labels || [])].map((of) => said(of, one)).join(' '));
  return lists.map((one) => [one.name || label(one) || one.getAttribute('aria-label') || one.id,
    one.value, [...one.options].filter((option) => !option.disabled).slice(0, MOST)
      .map((option) => [option.value, text(option.text)]), shown(one) && !one.disabled
      && !one.multiple]);
}""".replace("MOST", str(MAX_OPTIONS))
)
"""Lists to choose from: name, value, options as values and texts, whether they are open."""
SELECT_AT: Final = "(at) => {" + _WALK + _EVERY_SELECT + " return lists[at] || null; }"
SUBMIT: Final = (
    "() => {"
    + _WALK
    + f"  const writes = {_WRITES};"
    + _EVERY_SELECT
    + r"""
  const told = (one) => (one.innerText || one.value || '').slice(0, 60);
  let around = lists.length ? lists[lists.length - 1].parentElement : null;
  for (let up = 0; around && up < 4; up += 1, around = around.parentElement) {
    const found = [...around.querySelectorAll('button, [role=button], input[type=submit]')]
      .filter((one) => shown(one) && !one.disabled && !writes.test(told(one))
        && one.type !== 'reset');
    if (found.length) return found[0];
  }
  return null;
}"""
)
"""The button beside the last list to choose from."""
