// How every row is drawn: colour, opacity, size, and who lies on top. All painters take the same look.

const BYTES = 8; // of one row: red, green, blue, opacity, whether it is chosen, and three to keep rows aligned
const LARGER = 1.35; // a chosen dot beside the others
const DIM = 0.16; // opacity of the others

/** Dot diameter and opacity for n rows: small and faint enough that a crowd still shows its shape. */
function dotSize(n, zoom) {
  return Math.min(7, Math.max(2.2, 1.6 + 170 / Math.sqrt(n))) * Math.min(1.8, Math.max(1, Math.sqrt(zoom)));
}

function dotOpacity(n) {
  return Math.min(0.92, Math.max(0.35, 1.44 - 0.213 * Math.log10(Math.max(1, n))));
}

/** The ranks at which the ramp has a colour of its own, and these colours: [[rank, "#rrggbb"], ...]. */
function rampStops(last, ramp) {
  const ranks = [1, 15, 100, 1000].filter((rank) => rank < last);
  return [...ranks.map((rank, index) => [rank, ramp[index]]), [last, ramp.at(-1)]];
}

/** The colour of every rank 0..last, 3 bytes each: between two stops it changes with the logarithm of the rank. */
function rampColours(last, ramp) {
  const stops = rampStops(last, ramp).map(([rank, colour]) => [Math.log(rank), rgb(colour)]);
  const colours = new Uint8Array(3 * (last + 1));
  for (let rank = 0, at = 0; rank <= last; rank++) {
    const value = Math.log(Math.max(1, rank));
    while (at < stops.length - 2 && value > stops[at + 1][0]) at += 1;
    const [[low, from], [high, to]] = [stops[at], stops[Math.min(at + 1, stops.length - 1)]];
    const share = high > low ? Math.min(1, (value - low) / (high - low)) : 0;
    for (let part = 0; part < 3; part++) colours[3 * rank + part] = 255 * (from[part] + share * (to[part] - from[part]));
  }
  return colours;
}

/** Colours by group, or by true rank where `ranks` are given; chosen rows are opaque and lie on top. */
function lookOf(scene, theme, chosen, ranks) {
  const { n, groups } = scene;
  const bytes = new Uint8Array(BYTES * n);
  const plain = dotOpacity(n);
  const ramp = ranks && rampColours(Math.max(1, n - 1), theme.ramp);
  const named = Object.keys(scene.groupNames).length > 0;
  const series = Uint8Array.from((named ? theme.groups : [theme.accent]).flatMap(rgb), (part) => 255 * part);
  const faint = Math.log(Math.max(16, n)) - Math.log(15);
  for (let row = 0; row < n; row++) {
    const [from, at] = ranks ? [ramp, 3 * ranks[row]] : [series, 3 * groups[row]];
    // The 15 nearest are opaque; the farthest half as opaque as a dot at rest.
    const share = ranks ? Math.min(1, Math.max(0, Math.log(ranks[row] / 15) / faint)) : 0;
    const opacity = chosen.length ? DIM : ranks ? 1 - share * (1 - plain * 0.7) : plain;
    bytes.set([from[at], from[at + 1], from[at + 2], 255 * opacity, 0], BYTES * row);
  }
  for (const row of chosen) bytes.set([255, 1], BYTES * row + 3);
  return { n, bytes, order: orderOf(n, bytes, ranks) };
}

/** Rows in the order of drawing: the nearest by true rank last, chosen rows after all others. */
function orderOf(n, bytes, ranks) {
  const places = new Uint32Array(2 * n + 2); // how many rows come before: by rank, then the chosen by rank
  const place = (row) => (ranks ? n - 1 - ranks[row] : 0) + (bytes[BYTES * row + 4] ? n : 0);
  for (let row = 0; row < n; row++) places[place(row) + 1] += 1;
  for (let at = 0; at <= 2 * n; at++) places[at + 1] += places[at];
  const order = new Uint32Array(n);
  for (let row = 0; row < n; row++) order[places[place(row)]++] = row;
  return order;
}

/** Cells behind the dots, opaque: the higher the bin of a row, the stronger the colour. */
function haloOf({ bins, binNames }, theme) {
  const n = bins.length;
  const bytes = new Uint8Array(BYTES * n);
  const colours = [0, ...binNames].map((_, bin) => cellColour(bin, binNames.length, theme));
  for (let row = 0; row < n; row++) bytes.set([...colours[bins[row]], 255, 0], BYTES * row);
  return { n, bytes, order: Uint32Array.from(bins.keys()) };
}

/** The colour of a bin, 0..255 each; that of bin 0, where all is well, is the background. */
function cellColour(bin, most, theme) {
  const [from, to] = [rgb(theme.background), rgb(theme.false_)];
  return from.map((part, at) => 255 * (part + ((0.5 * bin) / most) * (to[at] - part)));
}

function cellRgb(bin, most, theme) {
  return `rgb(${cellColour(bin, most, theme).map(Math.round).join(", ")})`;
}

/** Diameters in which the cells are drawn, one after the other: close to a row its own colour wins. */
function cellSizes(size) {
  return [3.4, 2.6, 1.8].map((times) => times * Math.max(4, size));
}
