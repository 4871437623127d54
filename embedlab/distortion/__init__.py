"""distortion."""
