// A lens in a corner of the panel: where many rows are shown, the nearest on the map lie too close to be told apart.

const LENS = 55; // radius, CSS pixels
const CROWD = 500; // rows from which it is needed

/** Where the lens lies and how much it enlarges: the last screen neighbour, `reach` pixels away, comes to its rim. */
function placeLens(scene, panel, frame, x, y, reach, isHead) {
  if (scene.n <= CROWD || frame.size < 250 || reach > 0.5 * LENS || reach === 0) return null;
  const [left, right] = [frame.x + LENS + 8, frame.x + frame.size - LENS - 8];
  const top = frame.y + LENS + (isHead ? 32 : 8); // beside the readout, which stands at the head or at the foot
  const bottom = frame.y + frame.size - LENS - (isHead ? 8 : 32);
  const corners = [[right, top], [left, top], [right, bottom], [left, bottom]];
  const far = corners.filter(([cx, cy]) => Math.hypot(cx - x, cy - y) > LENS + reach + 40);
  if (far.length === 0) return null; // the point is in the middle of a small panel
  const scale = (2 * panel.frame.half) / frame.size / panel.view.zoom; // map units per pixel
  const covered = ([cx, cy]) => panel.grid.within(...toMap(panel, frame, cx - frame.x, cy - frame.y), LENS * scale).length;
  const counts = far.map(covered);
  const [lensX, lensY] = far[counts.indexOf(Math.min(...counts))]; // the emptiest corner
  return { x: lensX, y: lensY, scale: (0.84 * LENS) / reach, from: [x, y] };
}

function drawLens(marks, scene, panel, frame, verdict, row, lens) {
  const { pen, theme } = marks;
  const at = (other) => {
    const [x, y] = toScreen(panel, frame, other);
    return [lens.x + (x - lens.from[0]) * lens.scale, lens.y + (y - lens.from[1]) * lens.scale];
  };
  const isIn = (other) => Math.hypot(at(other)[0] - lens.x, at(other)[1] - lens.y) < LENS + 5;
  marks.ring(...lens.from, LENS / lens.scale, theme.muted, 1); // what the lens shows
  pen.save();
  marks.ring(lens.x, lens.y, LENS, theme.muted, 1.5, theme.background);
  pen.beginPath();
  pen.arc(lens.x, lens.y, LENS - 1, 0, 2 * Math.PI);
  pen.clip();
  for (const other of verdict.torn.filter(isIn)) marks.dot(...at(other), 4.5, theme.kept);
  for (const other of verdict.lying.filter(isIn)) marks.square(...at(other), 4.5);
  for (const other of verdict.kept.filter(isIn)) marks.dot(...at(other), 4.5, theme.kept);
  marks.dot(...at(row), 5.5, theme.ink);
  Object.assign(marks, { frame: { x: lens.x - LENS, y: lens.y - LENS, size: 2 * LENS }, boxes: [] });
  const seen = [...verdict.kept, ...verdict.lying].filter(isIn);
  for (const other of [row, ...seen]) marks.boxes.push([at(other)[0] - 5, at(other)[1] - 5, 10, 10]);
  for (const other of verdict.kept.filter(isIn).slice(0, 4)) marks.name(scene.tokens[other], ...at(other), { size: 10, offset: 7 });
  pen.restore();
}
