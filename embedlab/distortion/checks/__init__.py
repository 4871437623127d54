"""One file per automatic check; each defines CHECK."""
