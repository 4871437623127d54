"""One file per preprocessing step; each defines STEP."""
