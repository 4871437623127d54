"""One file per measure of distortion; each defines MEASURE."""
