"""The state of a table's rows: numbers, norms, copies, directions, hubs, under-trained tokens, positions, head."""

from embedlab.checkpoints.health.against_head import AgainstHead, against_head
from embedlab.checkpoints.health.duplicates import NearDuplicates
from embedlab.checkpoints.health.examine import examine
from embedlab.checkpoints.health.findings import CODES, findings_of
from embedlab.checkpoints.health.in_json import to_json
from embedlab.checkpoints.health.kinds import KINDS, Kind
from embedlab.checkpoints.health.norms import NormSpread
from embedlab.checkpoints.health.numbers import Numbers
from embedlab.checkpoints.health.positions import Positions, examine_positions
from embedlab.checkpoints.health.reachable import unreachable
from embedlab.checkpoints.health.result import Health
from embedlab.checkpoints.health.spectrum import Isotropy, Spectrum
from embedlab.checkpoints.health.undertrained import Indicator, Undertrained

__all__ = [
    "CODES",
    "KINDS",
    "AgainstHead",
    "Health",
    "Indicator",
    "Isotropy",
    "Kind",
    "NearDuplicates",
    "NormSpread",
    "Numbers",
    "Positions",
    "Spectrum",
    "Undertrained",
    "against_head",
    "examine",
    "examine_positions",
    "findings_of",
    "to_json",
    "unreachable",
]
