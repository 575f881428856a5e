"""The documentation as pages of HTML: for the lab, under /docs, and for a static site."""
