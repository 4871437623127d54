"""One file per verb; each defines VERB."""
