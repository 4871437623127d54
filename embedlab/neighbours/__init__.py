"""Exact nearest neighbours under every metric: of one query in the server, of all rows in a job."""

from embedlab.neighbours.from_row import ranks_from
from embedlab.neighbours.graph import Graph, graph
from embedlab.neighbours.metric import Metric
from embedlab.neighbours.metrics import METRICS
from embedlab.neighbours.scan import Usable, check_lengths, scan
from embedlab.neighbours.search import Neighbours, overlap, search, usable
from embedlab.neighbours.tokens import TokenIndex, TokenMatch, complete, find_token

__all__ = [
    "METRICS",
    "Graph",
    "Metric",
    "Neighbours",
    "TokenIndex",
    "TokenMatch",
    "Usable",
    "check_lengths",
    "complete",
    "find_token",
    "graph",
    "overlap",
    "ranks_from",
    "scan",
    "search",
    "usable",
]
