// The true neighbours of a row under the maps, nearest first: each with one pip per map, filled where the map keeps it.

function buildChips(page, maps, shown) {
  page.chips.replaceChildren();
  if (!shown) return;
  const { row, verdicts } = shown;
  const { scene, words, language } = maps;
  const drawn = scene.panels.map((panel, index) => [panel, verdicts[index]]).filter(([, verdict]) => verdict);
  nearestOf(scene, row).forEach((other, rank) => {
    const keeping = drawn.filter(([, { kept }]) => kept.includes(other)).map(([{ title }]) => title);
    const fields = { rank: rank + 1, token: scene.tokens[other], maps: keeping.join(", ") || words.no_map };
    const title = say(words.chip, fields, language);
    const node = button("chip", page.chips, "", title, () => maps.pick(other));
    node.setAttribute("aria-label", title);
    make("span", "", node, shorten(scene.tokens[other], 16));
    const pips = make("span", "pips", node);
    for (const [panel] of drawn) make("span", keeping.includes(panel.title) ? "pip full" : "pip", pips);
  });
}
