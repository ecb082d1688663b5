"""Query interfaces: found, read, labelled, classified, filled and submitted."""
