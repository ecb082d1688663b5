"""What every command prints: progress, summaries, clean words."""
