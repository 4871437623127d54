"""The page of the maps."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class MapsPage:
    """Sentences of the page; those of the element itself are in `embedlab.text.linked_maps`."""

    lead: str
    settings: str
    nothing_to_set: str
    more: str
    waiting: str
    stopped: str
    failed: str
    again: str
    measure: str
    axis: str
    picked: str
    rank: str
    token: str
    kept_by: str
    alt: str
    none: str
    distorted: str
    as_by_chance: str


EN = MapsPage(
    lead="The same rows, drawn in three ways. Every map bends the table; under each one stands how much.",
    settings="Settings",
    nothing_to_set="nothing to set",
    more="Further remarks on these maps: {count}",
    waiting="{method} follows.",
    stopped="Stopped before {method}.",
    failed="{method} gave no map.",
    again="Draw again",
    measure="{label} at {k}: {value} (chance {chance})",
    axis="{axis} · {share:.0%}",
    picked="The {k} true neighbours of {token}",
    rank="rank",
    token="token",
    kept_by="kept by",
    alt="The {k} true neighbours of {token}, nearest first, with their value and the maps that keep them: {names}.",
    none="no map",
    distorted="{share:.0%} false or more",
    as_by_chance="{share:.0%} false or more: as on a map of random places",
)

PT = MapsPage(
    lead="As mesmas linhas, desenhadas de três maneiras. Todo mapa deforma a tabela; sob cada um está quanto.",
    settings="Configurações",
    nothing_to_set="nada a configurar",
    more="Outras observações sobre estes mapas: {count}",
    waiting="{method} vem a seguir.",
    stopped="Interrompido antes de {method}.",
    failed="{method} não produziu um mapa.",
    again="Desenhar de novo",
    measure="{label} em {k}: {value} (acaso {chance})",
    axis="{axis} · {share:.0%}",
    picked="Os {k} vizinhos verdadeiros de {token}",
    rank="posição",
    token="token",
    kept_by="mantido por",
    alt="Os {k} vizinhos verdadeiros de {token}, do mais próximo ao mais distante, com seu valor e os mapas que os "
    "mantêm: {names}.",
    none="nenhum mapa",
    distorted="{share:.0%} falsos ou mais",
    as_by_chance="{share:.0%} falsos ou mais: como num mapa de lugares ao acaso",
)

TEXT: dict[Language, MapsPage] = {"en": EN, "pt": PT}
