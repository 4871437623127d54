"""One file per projection method; each defines METHOD."""
