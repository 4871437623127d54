"""A perplexity at which clumps appear by themselves."""

from __future__ import annotations

from typing import Any

from embedlab.distortion.check import Check, MapCase
from embedlab.wording import Sentence

LOW = 5.0  # below it t-SNE draws clumps of noise (Wattenberg, Viegas & Johnson 2016, How to use t-SNE effectively)


def look(case: MapCase) -> dict[str, Any] | None:
    """The perplexity used, where it is low."""
    used = case.projection.settings.get("perplexity")
    return {"used": used, "line": LOW} if used is not None and used < LOW else None


CHECK = Check(
    key="map.perplexity_low",
    severity="warning",
    scope="map",
    sentence=Sentence(
        en="Small clumps may be made by the setting: perplexity {used:.3g} is below {line:.0f}. Compare with a "
        "larger one.",
        pt="Pequenos amontoados podem vir do ajuste: a perplexidade {used:.3g} está abaixo de {line:.0f}. Compare com "
        "uma maior.",
    ),
    trigger="perplexity below 5",
    look=look,
    weight=50,
    order=2,
)
