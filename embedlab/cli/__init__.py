"""The command line: one verb per file, JSON out. A contract; scripts depend on it."""
