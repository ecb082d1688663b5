"""Services of a project in the languages of other programs; each file has ``ROUTERS``."""
