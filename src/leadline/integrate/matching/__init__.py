"""Record matching: blocking, comparison, self-training, threshold, assignment, clusters."""
