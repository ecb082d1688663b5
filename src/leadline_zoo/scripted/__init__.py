"""Sources that draw their answers by script, of several kinds; for tests and for a first sight."""
