"""The benches: `leadline bench NAME`, one JSON object each."""
