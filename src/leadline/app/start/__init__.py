"""The start of a run: what a killed run left comes home, and the sources to ask are chosen."""
