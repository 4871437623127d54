"""Corpora, objectives and the training run."""
