"""The state of a crawl in small values: the source, its walks, its pager, its traffic."""
