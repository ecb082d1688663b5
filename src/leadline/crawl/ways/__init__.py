"""Ways into a source that its pages name: what each offers, how it is tried, judged and taken."""
