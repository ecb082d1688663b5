-- Version 5: record pages. `detail` holds what the page of a record says beyond the lists, and which
-- page that is. It stands beside `record`, so that a list that is read again does not touch it.

CREATE TABLE detail (
  source INTEGER NOT NULL REFERENCES source (id),
  key TEXT NOT NULL,
  page INTEGER NOT NULL,
  fields TEXT NOT NULL,
  PRIMARY KEY (source, key)
) WITHOUT ROWID;
