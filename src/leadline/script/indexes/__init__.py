"""Static search indexes: files that a page's search reads in the browser, a reader a format.

A module of a format lists its ``IndexKind`` in ``INDEXES``: the sign of its generator in a page,
and a reader, which turns a file into objects and addresses of further files, without a request. So
does an entry point ``leadline.indexes`` of another package. ``find_indexes`` asks them all.
"""
