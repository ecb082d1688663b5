"""Pages kept as WARC, each before it is used."""
