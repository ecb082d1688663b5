"""Selection over several controls: slice cover and domain sampling."""
