"""What is known across queries and sources: terms, members, overlap."""
