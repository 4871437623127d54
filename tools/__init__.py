"""Commands for those who work on embedlab."""
