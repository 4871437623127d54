"""embedlab: train, look at and question an embedding table."""

__version__ = "0.1.0"
