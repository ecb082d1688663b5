"""One large source: memory, longest step and processor time of a walk, and of resuming it."""
