"""A source's page in a browser, during a run."""
