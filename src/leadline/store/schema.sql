-- The tables of a project: one file, everything that was asked and everything that came.
--
-- Counts are not stored where a sum over `page` gives them: a sum cannot drift from its parts.
-- `record` holds the first sighting of each key for ever; `sighting` holds every one.

CREATE TABLE source (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'unknown',
  reason TEXT NOT NULL DEFAULT '',
  proof TEXT NOT NULL DEFAULT '',
  estimate REAL,
  created_at REAL NOT NULL,
  updated_at REAL NOT NULL
);

-- What was learned of a source, part by part: interface, wrapper, pager, totals, habits, budget.
CREATE TABLE learned (
  source INTEGER NOT NULL REFERENCES source (id),
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (source, name)
) WITHOUT ROWID;

-- The order of `id` is the order in which queries were asked.
CREATE TABLE query (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source (id),
  text TEXT NOT NULL,
  purpose TEXT NOT NULL DEFAULT '',
  entries TEXT NOT NULL DEFAULT 'null',
  total INTEGER,
  exact INTEGER NOT NULL DEFAULT 0,
  reason TEXT NOT NULL DEFAULT '',
  finished INTEGER NOT NULL DEFAULT 0,
  asked_at REAL NOT NULL,
  closed_at REAL,
  UNIQUE (source, text)
);

-- One row a request: answered (status > 0, a place in the archive) or failed (`error` says how).
CREATE TABLE page (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  source INTEGER NOT NULL REFERENCES source (id),
  query INTEGER REFERENCES query (id),
  purpose TEXT NOT NULL DEFAULT '',
  method TEXT NOT NULL,
  url TEXT NOT NULL,
  final_url TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  truncated INTEGER NOT NULL DEFAULT 0,
  archive_file TEXT,
  archive_offset INTEGER,
  archive_length INTEGER,
  bytes INTEGER NOT NULL DEFAULT 0,
  fetched_at REAL NOT NULL,
  seconds REAL NOT NULL DEFAULT 0,
  error TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  records INTEGER NOT NULL DEFAULT 0,
  new INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX page_of_source ON page (source);

-- `fields` is a JSON list of [column, value, kind]; (page, row, query) is the first sighting.
CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source (id),
  key TEXT NOT NULL,
  page INTEGER NOT NULL REFERENCES page (number),
  row INTEGER NOT NULL,
  query INTEGER REFERENCES query (id),
  kind TEXT NOT NULL DEFAULT '',
  fields TEXT NOT NULL,
  UNIQUE (source, key)
);
CREATE INDEX record_of_source ON record (source);

CREATE TABLE sighting (
  page INTEGER NOT NULL REFERENCES page (number),
  position INTEGER NOT NULL,
  record INTEGER NOT NULL REFERENCES record (id),
  PRIMARY KEY (page, position)
) WITHOUT ROWID;

CREATE TABLE coverage (
  source INTEGER NOT NULL REFERENCES source (id),
  requests INTEGER NOT NULL,
  records INTEGER NOT NULL,
  estimate REAL,
  PRIMARY KEY (source, requests)
) WITHOUT ROWID;

CREATE TABLE note (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source (id),
  level TEXT NOT NULL,
  text TEXT NOT NULL,
  page INTEGER NOT NULL DEFAULT 0,
  at REAL NOT NULL,
  UNIQUE (source, level, text, page)
);

-- Which words were chosen, source by source, in order. A choice may follow from what other sources had
-- brought by then, so a resumed run repeats it from here and not by thinking. `basis` is what it was
-- made of, as JSON: what was expected of the word, and what was refused before it. A resumed run learns
-- from the answers as the first one did, and predicts nothing again. A choice of no word is kept too.
CREATE TABLE choice (
  source INTEGER NOT NULL REFERENCES source (id),
  number INTEGER NOT NULL,
  word TEXT NOT NULL,
  basis TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- Record pages: what the page of a record says beyond the lists, and which page that is. It stands
-- beside `record`, so that a list that is read again does not touch it.
CREATE TABLE detail (
  source INTEGER NOT NULL REFERENCES source (id),
  key TEXT NOT NULL,
  page INTEGER NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- Further visits. `record` stays the present: a changed record has the fields, page and row of its last
-- reading. What was before stands in `change`, which only grows.
CREATE TABLE visit (
  source INTEGER NOT NULL REFERENCES source (id),
  number INTEGER NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  whole INTEGER NOT NULL,
  requests INTEGER NOT NULL,
  seen INTEGER NOT NULL,
  began_at REAL NOT NULL,
  ended_at REAL NOT NULL,
  PRIMARY KEY (source, number)
) WITHOUT ROWID;

-- When each record was seen, and its fields as the wrapper read them last. `missed` counts visits in a
-- row that read everything and did not show it; `gone_at` is set while it counts as gone.
CREATE TABLE presence (
  source INTEGER NOT NULL REFERENCES source (id),
  key TEXT NOT NULL,
  fields TEXT NOT NULL,
  first_seen REAL NOT NULL,
  last_seen REAL NOT NULL,
  missed INTEGER NOT NULL DEFAULT 0,
  gone_at REAL,
  PRIMARY KEY (source, key)
) WITHOUT ROWID;

-- `what` is new, changed, gone or back. A changed record has one row a column, with both values.
CREATE TABLE change (
  id INTEGER PRIMARY KEY,
  source INTEGER NOT NULL REFERENCES source (id),
  visit INTEGER NOT NULL,
  key TEXT NOT NULL,
  what TEXT NOT NULL,
  name TEXT NOT NULL DEFAULT '',
  before TEXT NOT NULL DEFAULT '',
  after TEXT NOT NULL DEFAULT '',
  page INTEGER NOT NULL DEFAULT 0,
  at REAL NOT NULL
);
CREATE INDEX change_of_visit ON change (source, visit);
