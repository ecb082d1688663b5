"""``leadline bench crawl``: focused crawls replayed over stored pages."""
