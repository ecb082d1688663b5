"""One table from the tables of several sources.

Here so far: joining by an exact key (`exact`). Matching without a key follows.
"""
