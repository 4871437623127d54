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
  if (ranks) return buildRamp(page.legend, rampStops(Math.max(1, scene.n - 1), theme.ramp), maps);
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
  return undefined;
}

/** Five colours between the nearest row and the farthest, with the ranks at which they stand. */
function buildRamp(parent, stops, { scene, words, language, picked }) {
  make("span", "rank-of", parent, say(words.rank_from, { token: shorten(scene.tokens[picked]) }, language));
  const ramp = make("span", "ramp", parent);
  const strip = make("span", "strip", ramp);
  strip.style.background = `linear-gradient(to right, ${stops.map(([, colour]) => colour).join(", ")})`;
  const places = make("span", "stops", ramp);
  stops.forEach(([rank], index) => {
    const text = index === stops.length - 1 ? words.last : say("{rank}", { rank }, language);
    make("span", "stop", places, index ? text : `${words.rank} ${text}`);
  });
}

/** The signs of the overlay, and behind a button the cells of distortion. */
function buildMarks(page, maps) {
  const { words, theme, scene, isDistorted } = maps;
  page.marks.replaceChildren();
  const mark = (kind, colour, text) => {
    const item = make("span", "mark", page.marks);
    const sign = make("span", `sign ${kind}`, item);
    sign.style.setProperty("--mark", colour);
    make("span", "", item, text);
  };
  mark("true", theme.kept, words.true_mark);
  mark("false", theme.false_, words.false_mark);
  const panel = scene.panels.find((one) => one.bins);
  if (!panel) return;
  const toggle = button("", page.marks, words.distortion, words.distortion_help, () => maps.toggleDistortion());
  toggle.setAttribute("aria-pressed", String(isDistorted));
  if (!isDistorted) return;
  panel.binNames.forEach((name, at) => {
    mark("patch", cellRgb(at + 1, panel.binNames.length, theme), name);
  });
}
