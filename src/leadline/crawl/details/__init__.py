"""Record pages of a source, read after its lists."""
