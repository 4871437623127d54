"""One file per neighbour metric; each defines METRIC."""

from __future__ import annotations

import sys

from embedlab.neighbours.metric import Metric
from embedlab.registry import discover

METRICS: dict[str, Metric] = discover(sys.modules[__name__], "METRIC")
