"""The claims of the lessons as experiments, run on what the class has in front of it; each ends in an `Outcome`."""

from embedlab.claims.outcome import Outcome

__all__ = ["Outcome"]
