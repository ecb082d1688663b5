"""The strategies that take a database: by one query, by slices, by words, by forms."""
