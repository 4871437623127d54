"""What a check found: a code, how much it matters, its numbers, and the sentence that says it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from embedlab.wording import Language, Sentence

Severity = Literal["info", "warning", "error"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "info")  # most serious first


@dataclass(frozen=True)
class Finding:
    """One result of one check.

    `values` hold JSON values (numbers, strings, lists) and fill the sentence. A warning has a number.
    """

    code: str
    severity: Severity
    sentence: Sentence
    values: dict[str, Any] = field(default_factory=dict)

    def say(self, language: Language) -> str:
        """The sentence with its numbers."""
        return self.sentence.say(language, **self.values)

    def to_json(self, language: Language = "en") -> dict[str, Any]:
        """`{code, severity, message, values}`, the shape of the command line's answers."""
        return {"code": self.code, "severity": self.severity, "message": self.say(language), "values": self.values}


def by_severity(findings: tuple[Finding, ...] | list[Finding]) -> tuple[Finding, ...]:
    """The findings, most serious first; equals keep their order."""
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))
