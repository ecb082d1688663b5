"""Which query comes next: statistics, estimators and knowledge shared between sources."""
