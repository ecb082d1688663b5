"""The first queries: which words find records, and how the engine behaves."""
