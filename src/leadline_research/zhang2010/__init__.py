"""Zhang et al. 2010: joint link similarity evaluation (JLSE) for focused crawling."""
