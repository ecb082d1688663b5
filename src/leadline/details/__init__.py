"""Record pages: what a record's own page says beyond the list, learned by contrast of pages."""
