"""The whole line as one run: discover, harvest, integrate, within one budget and resumable."""
