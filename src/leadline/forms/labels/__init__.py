"""Labels of controls: the rules that find them and the texts they are found in."""
