"""Parts of a crawl, one file each; an entry point ``leadline.crawl_parts`` is one more.

A module's ``CRAWL_PARTS`` lists its own. None is imported by name: a moment calls them.
"""
