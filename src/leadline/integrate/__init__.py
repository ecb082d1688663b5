"""Integration of several sources into one table, by an exact key (`exact`)."""
