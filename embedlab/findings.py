"""What a check found: a code, how much it matters, its numbers, and the sentence that says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from embedlab.wording import Language, Sentence

Severity = Literal["info", "warning", "error"]
Drawing = Literal["bars", "points", "curve"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")  # most serious first


@dataclass(frozen=True)
class Evidence:
    """A small figure on which a finding can be seen: bars, points or a curve of y over x.

    x, y:  (m,) finite numbers, at most a few hundred; `counted` and `scattered` make them from any number of rows.
    line:  where on the x axis (of bars with names: on the y axis) the check draws its line; None without one.
    names: what stands under the bars instead of numbers; empty, or one of each.
    own:   place of the one point that is not like the others.
    steep: whether the y axis is logarithmic, which its title then says: what matters is far lower than the rest.
    """

    drawing: Drawing
    x: tuple[float, ...]
    y: tuple[float, ...]
    x_title: Sentence
    y_title: Sentence
    line: float | None = None
    names: tuple[Sentence, ...] = ()
    own: int | None = None
    steep: bool = False


@dataclass(frozen=True)
class Finding:
    """One result of one check.

    `values` hold JSON values (numbers, strings, lists) and fill the sentence. A warning has a number.
    `evidence` is a figure of them, where there is one; it is drawn on pages, and is no part of the JSON answer.
    """

    code: str
    severity: Severity
    sentence: Sentence
    values: dict[str, Any] = field(default_factory=dict)
    evidence: Evidence | None = None

    def say(self, language: Language) -> str:
        """The sentence with its numbers."""
        return self.sentence.say(language, **self.values)

    def to_json(self, language: Language = "en") -> dict[str, Any]:
        """`{code, severity, message, values}`, the shape of the command line's answers."""
        return {"code": self.code, "severity": self.severity, "message": self.say(language), "values": self.values}


def by_severity(findings: tuple[Finding, ...] | list[Finding]) -> tuple[Finding, ...]:
    """The findings, most serious first; equals keep their order."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))
