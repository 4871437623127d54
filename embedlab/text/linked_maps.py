"""Words of the linked maps. The element fills them in the browser: {name} only, no format."""

from __future__ import annotations

from dataclasses import dataclass

from embedlab.wording import Language


@dataclass(frozen=True)
class LinkedMapsWords:
    """Everything the element says. `share` and `of_true` are filled in Python."""

    pan: str
    lasso: str
    box: str
    zoom_in: str
    zoom_out: str
    whole: str
    whole_help: str
    clear: str
    clear_help: str
    search: str
    groups: str
    other: str
    bare: str
    stage: str
    help: str
    share: str
    of_true: str
    readout: str
    map_keeps: str
    sentence: str
    rest: str
    selected: str
    not_found: str
    true_mark: str
    false_mark: str
    rank: str
    last: str
    rank_from: str
    chip: str
    no_map: str
    entered: str
    distortion: str
    distortion_help: str
    png_help: str
    svg_help: str
    plain: str


EN = LinkedMapsWords(
    pan="Move",
    lasso="Lasso",
    box="Box",
    zoom_in="Zoom in",
    zoom_out="Zoom out",
    whole="All rows",
    whole_help="Show every row, outliers too; again: back",
    clear="Clear",
    clear_help="Forgets the picked row and the selection",
    search="Find a token",
    groups="Classes: choose one to highlight it",
    other="other classes",
    bare="no class",
    stage="Maps of the same rows. Arrow keys go from row to row, Enter picks, Escape clears.",
    help="Click picks a row and colours all by their true rank from it. Ctrl + wheel or + and − zoom; Shift + drag "
    "draws a box; double-click shows all rows. Keys: 1, 2, 3 choose the map, arrows go from row to row, Enter picks, "
    "Esc clears.",
    share="{share:.0%}",
    of_true="of {k} true neighbours kept (chance {chance:.1%})",
    readout="{kept} kept · {torn} torn away · {lying} false",
    map_keeps="{title} keeps {kept}",
    sentence="“{token}”{group}. Of its {k} nearest, {maps}. Nearest: {names}.",
    rest="{rows} rows. Point at a dot to see its true neighbours in every map.",
    selected="{count} selected: {names}",
    not_found="No row shown here is called “{text}”.",
    true_mark="true neighbour; a line where the map tears it away",
    false_mark="false neighbour: near on this map only",
    rank="rank",
    last="last",
    rank_from="Colour: true rank from “{token}”",
    chip="True neighbour {rank}: {token}. Kept by: {maps}.",
    no_map="no map",
    entered="Arrow keys walk in {title}.",
    distortion="Distortion",
    distortion_help="Colours behind the dots show where a map has many false neighbours",
    png_help="Save the maps as a picture, with how they were made",
    svg_help="Save the maps as vectors, with how they were made (up to 10,000 rows)",
    plain="Drawn without WebGL2, which this browser does not offer: slower above 10,000 rows.",
)

PT = LinkedMapsWords(
    pan="Mover",
    lasso="Laço",
    box="Caixa",
    zoom_in="Ampliar",
    zoom_out="Reduzir",
    whole="Ver tudo",
    whole_help="Mostra todas as linhas, inclusive as distantes; de novo: volta",
    clear="Limpar",
    clear_help="Esquece a linha escolhida e a seleção",
    search="Buscar um token",
    groups="Classes: escolha uma para destacá-la",
    other="outras classes",
    bare="sem classe",
    stage="Mapas das mesmas linhas. As setas vão de linha em linha, Enter escolhe, Esc limpa.",
    help="Um clique escolhe uma linha e colore todas pela posição verdadeira a partir dela. Ctrl + roda ou + e − "
    "ampliam; Shift + arrastar desenha uma caixa; duplo clique mostra tudo. Teclas: 1, 2, 3 escolhem o mapa, as setas "
    "vão de linha em linha, Enter escolhe, Esc limpa.",
    share="{share:.0%}",
    of_true="dos {k} vizinhos verdadeiros mantidos (acaso {chance:.1%})",
    readout="{kept} mantidos · {torn} afastados · {lying} falsos",
    map_keeps="{title} mantém {kept}",
    sentence="“{token}”{group}. Dos seus {k} mais próximos, {maps}. Mais próximos: {names}.",
    rest="{rows} linhas. Aponte para um ponto e veja seus vizinhos verdadeiros em todos os mapas.",
    selected="Selecionados: {count}. {names}",
    not_found="Nenhuma linha mostrada aqui se chama “{text}”.",
    true_mark="vizinho verdadeiro; com linha onde o mapa o afasta",
    false_mark="vizinho falso: próximo só neste mapa",
    rank="posição",
    last="última",
    rank_from="Cor: posição verdadeira a partir de “{token}”",
    chip="Vizinho verdadeiro {rank}: {token}. Mantido por: {maps}.",
    no_map="nenhum mapa",
    entered="As setas andam em {title}.",
    distortion="Distorção",
    distortion_help="Cores atrás dos pontos mostram onde um mapa tem muitos vizinhos falsos",
    png_help="Salva os mapas como imagem, com o modo como foram feitos",
    svg_help="Salva os mapas como vetores, com o modo como foram feitos (até 10.000 linhas)",
    plain="Desenhado sem WebGL2, que este navegador não oferece: mais lento acima de 10.000 linhas.",
)

WORDS: dict[Language, LinkedMapsWords] = {"en": EN, "pt": PT}
