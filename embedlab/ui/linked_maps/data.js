// What Python sent, as arrays, and its words. Nothing here touches the page.

/** Arrow tables and a description -> one scene: n rows, their k true neighbours, and the panels. */
function readScene(data, before) {
  const { scene, rows } = data;
  const n = rows.numRows;
  const k = scene.k;
  const nearest = new Int32Array(n * k); // row-major; the order is the rank
  for (let rank = 0; rank < k; rank++) {
    const column = rows.getChild(`n${rank}`).toArray();
    for (let row = 0; row < n; row++) nearest[row * k + rank] = column[row];
  }
  return {
    n,
    k,
    nearest,
    digest: scene.digest,
    tokens: Array.from(rows.getChild("token")),
    groups: rows.getChild("group").toArray(),
    groupNames: scene.groups,
    named: scene.named,
    ties: readTies(data.ties),
    panels: scene.panels.map((panel) => readPanel(panel, data, before)),
  };
}

/** The k true neighbours of a row, nearest first. */
function nearestOf({ nearest, k }, row) {
  return nearest.subarray(row * k, (row + 1) * k);
}

/** Rows that lie exactly as far away as the k-th true neighbour: equally true, though not among the k. */
function readTies(table) {
  const ties = new Map();
  const [of, also] = [table.getChild("row").toArray(), table.getChild("also").toArray()];
  for (let i = 0; i < of.length; i++) {
    if (!ties.has(of[i])) ties.set(of[i], new Set());
    ties.get(of[i]).add(also[i]);
  }
  return ties;
}

/** One map. A panel whose coordinates did not change keeps its zoom and its grid. */
function readPanel(spec, data, before) {
  const table = data[`xy_${spec.key}`];
  const bins = data[`bins_${spec.key}`]?.getChild("bin").toArray() ?? null;
  const old = before?.panels.find((panel) => panel.key === spec.key && panel.digest === spec.digest);
  if (old) return Object.assign(old, spec, { bins });
  if (!table) return { ...spec, grid: null };
  const x = table.getChild("x").toArray();
  const y = table.getChild("y").toArray();
  const panel = { ...spec, bins, x, y, grid: new Grid(x, y), view: homeView() };
  const place = new Float32Array(x.length * 2); // -1..1 is the frame
  for (let row = 0; row < x.length; row++) {
    place[2 * row] = (x[row] - spec.frame.x) / spec.frame.half;
    place[2 * row + 1] = (y[row] - spec.frame.y) / spec.frame.half;
  }
  return Object.assign(panel, { place, rim: rimCounts(place) });
}

function homeView() {
  return { x: 0, y: 0, zoom: 1 };
}

/** How many rows lie outside the frame, by side. A corner counts once, on its wider side. */
function rimCounts(place) {
  const rim = { left: 0, right: 0, top: 0, bottom: 0 };
  for (let i = 0; i < place.length; i += 2) {
    const [x, y] = [place[i], place[i + 1]];
    if (Math.max(Math.abs(x), Math.abs(y)) <= 1) continue;
    if (Math.abs(x) > Math.abs(y)) rim[x > 0 ? "right" : "left"] += 1;
    else rim[y > 0 ? "top" : "bottom"] += 1;
  }
  return rim;
}

/** What a map does to the neighbours of one row: kept + torn = kept + lying = k. */
function judge(scene, panel, row) {
  const nearest = nearestOf(scene, row);
  const screen = panel.grid.nearest(row, scene.k);
  const equal = scene.ties.get(row);
  const known = new Set(nearest);
  const shown = new Set(screen);
  const kept = screen.filter((other) => known.has(other) || equal?.has(other));
  const lying = screen.filter((other) => !known.has(other) && !equal?.has(other));
  const torn = Array.from(nearest)
    .filter((other) => !shown.has(other))
    .slice(0, scene.k - kept.length);
  return { screen, kept, torn, lying };
}

/** The row a typed text means: exactly it, it behind a word mark, its beginning, its inside. */
function findRows(scene, typed, limit) {
  const wanted = typed.toLowerCase();
  const ranked = [[], [], [], [], []];
  if (!wanted) return [];
  for (let row = 0; row < scene.n; row++) {
    const token = scene.tokens[row];
    const bare = token.replace(/^[▁Ġ ]|^##/, "").toLowerCase();
    if (token === typed) ranked[0].push(row);
    else if (token.toLowerCase() === wanted) ranked[1].push(row);
    else if (bare === wanted) ranked[2].push(row);
    else if (bare.startsWith(wanted)) ranked[3].push(row);
    else if (bare.includes(wanted)) ranked[4].push(row);
  }
  return ranked.flat().slice(0, limit);
}

/** Fills "{name}" with text, and with numbers as the language writes them. */
function say(template, fields, language) {
  const format = new Intl.NumberFormat(language === "pt" ? "pt-BR" : "en-US");
  return template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = fields[name];
    return typeof value === "number" ? format.format(value) : value;
  });
}

function shorten(text, most = 24) {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

/** The colours of the theme the reader sees, told by the page's own background. */
function themeOf(host, palettes) {
  const style = getComputedStyle(host);
  const background = style.getPropertyValue("--st-background-color").trim() || palettes.light.background;
  const [red, green, blue] = rgb(background);
  const dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.5;
  const palette = dark ? palettes.dark : palettes.light;
  const ink = style.getPropertyValue("--st-text-color").trim() || palette.ink;
  const font = style.getPropertyValue("--st-font").trim() || "sans-serif";
  const groups = [...palette.series, palette.other, palette.bare];
  return { ...palette, background, ink, font, dark, groups };
}

/** "#rrggbb", "#rgb" or "rgb(r, g, b)" -> three numbers 0..1. */
function rgb(colour) {
  if (!colour.startsWith("#")) return colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
  const hex = colour.length < 7 ? Array.from(colour.slice(1, 4), (digit) => digit + digit).join("") : colour.slice(1);
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}
