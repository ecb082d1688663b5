"""Questions to a project: query language, choice of sources, matching and ranking of records."""
