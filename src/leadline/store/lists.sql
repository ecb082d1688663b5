-- Version 3: a sign of their own parts the values of a list (records/values.py: JOIN). Until then it
-- was a bar between blanks, which may stand in a title too.

UPDATE record SET fields = with_lists(fields) WHERE instr(fields, ' | ');
