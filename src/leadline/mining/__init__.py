"""Data records mined from one page: candidate regions, segmentation, ranking."""
