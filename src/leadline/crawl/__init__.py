"""The crawl of one source as a generator without I/O: from an entry address to an outcome."""
