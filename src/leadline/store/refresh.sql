-- Version 4: further visits. `record` stays the present: a changed record has the fields, page and row
-- of its last reading. What was before stands in `change`, which only grows.

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
