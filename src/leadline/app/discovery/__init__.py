"""A run of ``leadline discover``: its plan, its log for resuming, and the driver of the crawl."""
