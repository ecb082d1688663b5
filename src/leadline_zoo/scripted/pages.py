"""Pages of the scripted sources: markup and script, a kind each."""

from __future__ import annotations

from typing import Final

_FRAME: Final = """<!DOCTYPE html><html lang="{lang}"><head><meta charset="utf-8">
<title>{title}</title></head><body>
<header><a href="/">Home</a> <a href="/about">About</a></header><main id="app"></main>
<script>{script}</script></body></html>"""
_HELPERS: Final = """
const app = document.getElementById('app');
const make = (tag, text, parent, more) => {
  const one = Object.assign(document.createElement(tag), more || {});
  if (text) one.textContent = text;
  (parent || app).appendChild(one);
  return one;
};
const later = (work, wait) => {
  let timer;
  return () => { clearTimeout(timer); timer = setTimeout(work, wait); };
};
const row = (list, item) => {
  const one = make('li', '', list);
  make('h3', item.title, one);
  make('p', String(item.built), one);
};
"""
GRAPHQL: Final = """
const box = make('input', '', app, {type: 'search', placeholder: 'Search the register'});
const count = make('p'), list = make('ul'), more = make('button', 'Load more');
const query = 'query Find($text: String, $first: Int, $after: String) { places(text: $text, '
  + 'first: $first, after: $after) { totalCount edges { node { id title built note } } '
  + 'pageInfo { endCursor hasNextPage } } }';
let after = null;
const ask = async () => {
  const body = {operationName: 'Find', query, variables: {text: box.value, first: 12, after}};
  const headers = {'Content-Type': 'application/json'};
  const answer = await fetch('/graphql', {method: 'POST', headers, body: JSON.stringify(body)});
  const places = (await answer.json()).data.places;
  count.textContent = places.totalCount + ' places';
  for (const edge of places.edges) row(list, edge.node);
  after = places.pageInfo.endCursor;
  more.hidden = !places.pageInfo.hasNextPage;
};
const fresh = () => { after = null; list.textContent = ''; ask(); };
box.addEventListener('input', later(fresh, 250));
more.addEventListener('click', ask);
fresh();
"""
SCROLL: Final = """
const list = make('ul');
let start = 0, busy = false, done = false;
const ask = async () => {
  if (busy || done) return;
  busy = true;
  const items = await (await fetch('/api/feed?start=' + start + '&count=20')).json();
  for (const item of items) row(list, item);
  start += items.length; busy = false; done = items.length < 20;
};
window.addEventListener('scroll', () => {
  if (window.innerHeight + window.scrollY > document.body.scrollHeight - 100) ask();
});
ask();
"""
CURSOR: Final = """
const form = make('form'), box = make('input', '', form, {type: 'text', ariaLabel: 'Find a place'});
make('button', 'Go', form, {type: 'submit'});
const list = make('ol'), next = make('button', 'Next');
let cursor = '';
const ask = async () => {
  const address = '/api/places?q=' + encodeURIComponent(box.value)
    + (cursor ? '&cursor=' + cursor : '');
  const answer = await (await fetch(address)).json();
  list.textContent = '';
  for (const item of answer.items) row(list, item);
  cursor = answer.next_cursor; next.disabled = !cursor;
};
form.addEventListener('submit', (event) => { event.preventDefault(); cursor = ''; ask(); });
next.addEventListener('click', ask);
ask();
"""
TOKEN: Final = (
    CURSOR.replace(
        "const answer = await (await fetch(address)).json();",
        "const answer = await (await fetch(address, {headers: {'X-Token': token}})).json();",
    )
    .replace("let cursor = '';", "let cursor = '', token = '';", 1)
    .replace(
        "\nask();\n",
        "\nfetch('/token').then(async (one) => { token = await one.json(); ask(); });\n",
    )
)
STATE: Final = """
const data = JSON.parse(document.getElementById('__NEXT_DATA__').textContent);
const items = data.props.pageProps.items;
const box = make('input', '', app, {type: 'search', placeholder: 'Filter'}), list = make('ul');
const draw = () => {
  list.textContent = '';
  const word = box.value.toLowerCase();
  const found = items.filter((one) => one.title.toLowerCase().includes(word));
  for (const item of found.slice(0, 10)) row(list, item);
};
box.addEventListener('input', draw);
draw();
"""
CHINESE: Final = """
const box = make('input', '', app, {type: 'text', placeholder: '请输入关键词搜索'});
make('button', '查询', app, {onclick: () => { page = 1; ask(); }});
const total = make('p'), table = make('table');
const next = make('a', '下一页', app, {href: 'javascript:void 0'});
let page = 1;
const ask = async () => {
  const body = new URLSearchParams({keyword: box.value, pageNo: page, pageSize: 10, t: Date.now()});
  const answer = (await (await fetch('/api/list', {method: 'POST', body})).json()).data;
  total.textContent = '共 ' + answer.total + ' 条';
  table.textContent = '';
  for (const item of answer.list) {
    const line = make('tr', '', table);
    for (const name of ['编号', '名称', '年代']) make('td', String(item[name]), line);
  }
};
box.addEventListener('keydown', (event) => { if (event.key === 'Enter') { page = 1; ask(); } });
next.addEventListener('click', () => { page += 1; ask(); });
ask();
"""
SHADOW: Final = """
const host = make('div'), root = host.attachShadow({mode: 'open'});
const box = make('input', '', root, {type: 'search', name: 'query'}), list = make('ul', '', root);
const next = make('button', 'Next page', root);
let page = 1;
const ask = async () => {
  const address = '/find/' + encodeURIComponent(box.value || '*') + '/' + page;
  const answer = await (await fetch(address)).json();
  list.textContent = '';
  for (const item of answer.hits) row(list, item);
};
box.addEventListener('input', later(() => { page = 1; ask(); }, 200));
next.addEventListener('click', () => { page += 1; ask(); });
ask();
"""
FILTER: Final = """
const box = make('input', '', app, {type: 'search'}), count = make('p'), list = make('ul');
const next = make('button', 'Next');
let skip = 0;
const ask = async () => {
  const filter = box.value ? "&$filter=contains(title,'" + box.value + "')" : '';
  const address = '/odata/Places?$count=true&$top=15&$skip=' + skip + filter;
  const answer = await (await fetch(address)).json();
  count.textContent = answer['@odata.count'] + ' found';
  list.textContent = '';
  for (const item of answer.value) row(list, item);
};
box.addEventListener('input', later(() => { skip = 0; ask(); }, 300));
next.addEventListener('click', () => { skip += 15; ask(); });
ask();
"""
WORDS: Final = """
const box = make('input', '', app, {type: 'search', placeholder: 'Type three letters'});
const list = make('ul');
const ask = async () => {
  list.textContent = '';
  if (box.value.length < 3) return;
  const answer = await (await fetch('/suggest?term=' + encodeURIComponent(box.value))).json();
  for (const item of answer) row(list, item);
};
box.addEventListener('input', later(ask, 200));
"""
PACKED: Final = """
const host = make('div'), root = host.attachShadow({mode: 'open'});
const box = make('input', '', root, {type: 'search', name: 'query'}), list = make('ul', '', root);
const next = make('button', 'Next page', root, {className: 'disabled:opacity-50'});
let start = 0;
const ask = async () => {
  const address = '/packed?start=' + start + '&q=' + encodeURIComponent(btoa(box.value));
  const rows = atob(await (await fetch(address)).json()).split('|').filter((one) => one);
  list.textContent = '';
  for (const [title, built] of rows.map((one) => one.split('~'))) row(list, {title, built});
  next.disabled = rows.length < 20;
};
box.addEventListener('input', later(() => { start = 0; ask(); }, 200));
next.addEventListener('click', () => { start += 20; ask(); });
ask();
"""
SOCKET: Final = """
const box = make('input', '', app, {type: 'search'}), list = make('ul');
const socket = new WebSocket('ws://' + location.host + '/socket');
socket.onmessage = (event) => { for (const item of JSON.parse(event.data)) row(list, item); };
box.addEventListener('input', () => socket.send(box.value));
"""
KEYSET: Final = """
const opener = make('button', '', app), list = make('ul');
opener.innerHTML = '<svg class="icon-magnifier" width="20" height="20"></svg>';
const ask = async (word) => {
  const answer = await (await fetch('/find.json?text=' + encodeURIComponent(word))).json();
  list.textContent = '';
  for (const item of answer.results) row(list, item);
};
opener.addEventListener('click', () => {
  const box = make('input', '', app, {type: 'text'});
  box.addEventListener('input', later(() => ask(box.value), 200));
}, {once: true});
ask('');
"""
DESCRIBED: Final = """<!DOCTYPE html><html lang="en"><head><title>Interface</title></head>
<body><div id="redoc"></div><script>const redoc = {'spec-url': '/api.yaml'};</script></body></html>
"""
DESCRIPTION: Final = """# What may be asked
openapi: 3.0.3
info: {title: Places, version: "1"}
paths:
  /places:
    get:
      summary: Places that hold a word
      parameters:
        - {name: keyword, in: query, required: true, schema: {type: string}}
        - {name: offset, in: query, schema: {type: integer}}
      responses:
        "200":
          headers: {X-Total: {schema: {type: "integer"}}}
          content:
            application/json:
              schema:
                properties:
                  places:
                    items: {properties: {id: {type: integer}, title: {type: string}}}
"""


def page(script: str, *, title: str, lang: str = "en", state: str = "") -> str:
    """Return the page of a source; ``state`` is markup that stands before its script."""
    html = _FRAME.format(lang=lang, title=title, script=_HELPERS + script)
    return html.replace("<script>", f"{state}<script>", 1)
