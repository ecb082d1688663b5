-- Version 2: which words were chosen, source by source, in order. A choice may follow from what
-- other sources had brought by then, so a resumed run repeats it from here and not by thinking.

CREATE TABLE choice (
  source INTEGER NOT NULL REFERENCES source (id),
  number INTEGER NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (source, number)
) WITHOUT ROWID;
