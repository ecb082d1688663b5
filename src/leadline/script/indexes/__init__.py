"""Static search indexes: files that a page's search reads in the browser, a reader a format.

``find_indexes`` names the files that a page's own markup gives away. A reader turns the text of a
file into objects and the addresses of further files, without a request.
"""
