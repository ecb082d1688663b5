"""Services that programs of archives, portals and journals have: a file each, taken when asked."""
