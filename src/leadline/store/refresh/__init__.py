"""What was seen when: visits and history of records."""
