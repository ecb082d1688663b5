"""One answer page by page: the next page, its verification and its repair."""
