"""Search applications over made-up records, with known truth: for tests and the demo."""
