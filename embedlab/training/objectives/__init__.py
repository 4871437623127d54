"""One file per objective; each defines OBJECTIVE."""
