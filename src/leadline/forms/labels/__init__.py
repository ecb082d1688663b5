"""Labels of controls, and the rules that assign them."""
