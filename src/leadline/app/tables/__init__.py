"""Tables of a project made anew from what is there, without a request."""
