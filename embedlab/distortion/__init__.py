"""How far each map can be trusted: ranks, measures beside chance, and checks that say what they found."""

from embedlab.distortion import checks, measures
from embedlab.distortion.check import Check
from embedlab.distortion.measure import Measure
from embedlab.registry import discover

MEASURES: dict[str, Measure] = discover(measures, "MEASURE")
CHECKS: dict[str, Check] = discover(checks, "CHECK")

__all__ = ["CHECKS", "MEASURES", "Check", "Measure"]
