"""Domain knowledge: attributes with aliases and instances, and the rules about them."""
