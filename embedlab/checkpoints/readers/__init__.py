"""One file per format; each defines READER."""
