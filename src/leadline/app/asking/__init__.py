"""Search in what a project holds, and live questions to its sources."""
