"""What the schools of search share."""
