"""Code that the Agricola games share."""
