"""From the entry address to a query interface, a link list or a plain listing."""
