"""Every sentence of the pages and of the errors, in English and Portuguese."""
