"""neighbours."""
