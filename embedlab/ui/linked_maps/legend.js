// What the colours and signs mean: classes with counts, or ranks; cells of distortion; true and false neighbours.

/** The classes, largest first; a click on one highlights it. While rows are coloured by rank: the ramp. */
function buildLegend(page, maps) {
  const { scene, words, theme, language, ranks } = maps;
  // The ramp keeps the room of the classes: a click must not move the maps.
  const isRanked = page.legend.classList.contains("ranked");
  if (!ranks) page.legend.style.minHeight = "";
  else if (!isRanked) page.legend.style.minHeight = `${page.legend.offsetHeight}px`;
  page.legend.replaceChildren();
  page.legend.classList.toggle("ranked", Boolean(ranks));
  page.legend.setAttribute("aria-label", words.groups);
  if (ranks) {
    buildRamp(page.legend, maps);
    return;
  }
  const counts = new Map();
  for (const group of scene.groups) counts.set(group, (counts.get(group) ?? 0) + 1);
  for (const [key, name] of Object.entries(scene.groupNames)) {
    const group = Number(key);
    const node = button("group", page.legend, "", "", () => maps.chooseGroup(group === maps.group ? -1 : group));
    node.setAttribute("aria-pressed", String(group === maps.group));
    make("span", "swatch", node).style.background = theme.groups[group];
    make("span", "", node, name);
    make("span", "count", node, say("{count}", { count: counts.get(group) ?? 0 }, language));
  }
}

/** [colour, rank] where the ramp has a colour of its own, from the nearest row to the farthest. */
function namedRamp({ scene, words, theme, language }) {
  const stops = rampStops(Math.max(1, scene.n - 1), theme.ramp);
  return stops.map(([rank, colour], index) => {
    const text = index === stops.length - 1 ? words.last : say("{rank}", { rank }, language);
    return [colour, index ? text : `${words.rank} ${text}`];
  });
}

/** [colour, meaning] of the cells of distortion; none where no map has them. */
function namedCells({ scene, theme }) {
  const names = scene.panels.find((one) => one.bins)?.binNames ?? [];
  return names.map((name, at) => [cellRgb(at + 1, names.length, theme), name]);
}

/** The colours between the nearest row and the farthest, with the ranks at which they stand. */
function buildRamp(parent, maps) {
  const { scene, words, language, picked } = maps;
  const stops = namedRamp(maps);
  make("span", "rank-of", parent, say(words.rank_from, { token: shorten(scene.tokens[picked]) }, language));
  const ramp = make("span", "ramp", parent);
  const strip = make("span", "strip", ramp);
  strip.style.background = `linear-gradient(to right, ${stops.map(([colour]) => colour).join(", ")})`;
  const places = make("span", "stops", ramp);
  for (const [, text] of stops) make("span", "stop", places, text);
}

/** The signs of the overlay, and behind a button the cells of distortion. */
function buildMarks(page, maps) {
  const { words, theme, isDistorted } = maps;
  page.marks.replaceChildren();
  const mark = (kind, colour, text) => {
    const item = make("span", "mark", page.marks);
    const sign = make("span", `sign ${kind}`, item);
    sign.style.setProperty("--mark", colour);
    make("span", "", item, text);
  };
  mark("true", theme.kept, words.true_mark);
  mark("false", theme.false_, words.false_mark);
  const cells = namedCells(maps);
  if (!cells.length) return;
  const toggle = button("", page.marks, words.distortion, words.distortion_help, () => maps.toggleDistortion());
  toggle.setAttribute("aria-pressed", String(isDistorted));
  if (isDistorted) for (const [colour, name] of cells) mark("patch", colour, name);
}
