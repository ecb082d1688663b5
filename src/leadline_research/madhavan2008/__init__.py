"""Google's deep-Web crawl (Madhavan et al. 2008)."""
