"""SQLite databases: opened, checked, migrated, written in transactions; their errors as sentences with a remedy."""
