"""Columns of records: slots, their names, and plans that read them again."""
