-- Version 6: what a choice was made of, as JSON: what was expected of the word, and what was refused
-- before it. A resumed run learns from the answers as the first one did, and predicts nothing again.
-- A choice of no word is kept too. '' stands with the choices of older versions.

ALTER TABLE choice ADD COLUMN basis TEXT NOT NULL DEFAULT '';
