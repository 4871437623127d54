// Everything over the dots, on a second canvas: names, true and false neighbours, lens, the line being drawn.

const LENS = 55; // radius, CSS pixels
const MOST_NAMES = 10;
const CROWD = 500; // rows from which the neighbours of a dot lie too close to be told apart

class Overlay extends Marks {
  /** Draws all frames anew. `shown` = { row, verdicts, veil, words, language } or null; else `named` rows have names. */
  draw(scene, frames, theme, ratio, shown, named, line) {
    const { pen } = this;
    this.theme = theme;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    scene.panels.forEach((panel, index) => {
      if (!panel.grid) return;
      const frame = frames[index];
      pen.save();
      pen.beginPath();
      pen.rect(frame.x, frame.y, frame.size, frame.size);
      pen.clip();
      this.boxes = [];
      this.frame = frame;
      this.drawEdges(panel, frame);
      if (shown) this.drawVerdict(scene, panel, frame, shown, shown.verdicts[index]);
      else this.drawNamed(scene, panel, frame, named);
      if (line?.panel === index) this.drawLine(line.points, frame);
      pen.restore();
    });
  }

  /** Where the axes mean something they are named; rows beyond the frame are counted at its rim. */
  drawEdges(panel, frame) {
    const { pen, theme } = this;
    const { x, y, size } = frame;
    if (panel.axes) {
      this.write(panel.axes[0], x + size - 8, y + size - 10, { align: "right", colour: theme.muted });
      pen.save();
      pen.translate(x + 12, y + 8);
      pen.rotate(-Math.PI / 2);
      this.write(panel.axes[1], 0, 0, { align: "right", colour: theme.muted });
      pen.restore();
    }
    const { rim, view } = panel;
    if (view.zoom !== 1 || view.x || view.y) return;
    const middle = size / 2;
    const style = { colour: theme.muted, align: "center", size: 12 };
    if (rim.left) this.write(`◂ ${rim.left}`, x + 8, y + middle, { ...style, align: "left" });
    if (rim.right) this.write(`${rim.right} ▸`, x + size - 8, y + middle, { ...style, align: "right" });
    if (rim.top) this.write(`▴ ${rim.top}`, x + middle, y + 11, style);
    if (rim.bottom) this.write(`▾ ${rim.bottom}`, x + middle, y + size - 11, style);
  }

  drawNamed(scene, panel, frame, named) {
    for (const row of named) {
      const [x, y] = toScreen(panel, frame, row);
      if (!contains(frame, x, y)) continue;
      const radius = dotSize(scene.n, panel.view.zoom) / 2 + 1.5;
      const placed = this.name(scene.tokens[row], x, y, { size: 12, offset: radius + 3, alpha: 0.85 });
      if (placed) this.ring(x, y, radius, this.theme.ink, 1);
    }
  }

  drawVerdict(scene, panel, frame, shown, verdict) {
    const { pen, theme } = this;
    const at = (row) => toScreen(panel, frame, row);
    if (shown.veil) {
      pen.globalAlpha = 0.62;
      pen.fillStyle = theme.background;
      pen.fillRect(frame.x, frame.y, frame.size, frame.size);
      pen.globalAlpha = 1;
    }
    const [x, y] = clamp(frame, ...at(shown.row)); // a row beyond the frame is marked at its rim, hollow
    this.readout(verdict, shown, frame);
    const lens = this.placeLens(scene, panel, frame, verdict, x, y);
    pen.strokeStyle = theme.kept;
    pen.globalAlpha = 0.75;
    for (const row of verdict.torn) this.stroke([[x, y], at(row)], 1.2);
    pen.globalAlpha = 1;
    for (const row of verdict.lying) this.square(...at(row), 4);
    for (const row of [...verdict.torn, ...verdict.kept]) this.dot(...at(row), 4, theme.kept);
    if (contains(frame, ...at(shown.row))) this.dot(x, y, 5, theme.ink);
    else this.ring(x, y, 5, theme.ink, 2, theme.background);
    this.name(scene.tokens[shown.row], x, y, { size: 13, weight: 600, offset: 11, always: true });
    const nearest = scene.nearest.subarray(shown.row * scene.k, (shown.row + 1) * scene.k);
    const names = Array.from(nearest).slice(0, MOST_NAMES);
    for (const row of names) if (contains(frame, ...at(row))) this.name(scene.tokens[row], ...at(row), { offset: 8 });
    if (lens) this.drawLens(panel, verdict, shown.row, lens);
  }

  readout(verdict, { words, language }, frame) {
    const counts = { kept: verdict.kept.length, torn: verdict.torn.length, lying: verdict.lying.length };
    const text = say(words.readout, counts, language);
    this.pen.font = `600 12px ${this.theme.font}`;
    const box = [frame.x + 1, frame.y + frame.size - 26, this.pen.measureText(text).width + 18, 25];
    this.boxes.push(box);
    this.pen.fillStyle = this.theme.background;
    this.pen.fillRect(...box);
    this.write(text, frame.x + 10, frame.y + frame.size - 13, { size: 12, weight: 600 });
  }

  /** A lens in the corner away from the dot, where its screen neighbours are crowded; null where it is not needed. */
  placeLens(scene, panel, frame, verdict, x, y) {
    const farthest = verdict.screen.at(-1);
    const [fx, fy] = toScreen(panel, frame, farthest);
    const reach = Math.hypot(fx - x, fy - y);
    if (scene.n < CROWD || frame.size < 250 || reach > 0.5 * LENS || reach === 0) return null;
    const lens = {
      x: x > frame.x + frame.size / 2 ? frame.x + LENS + 8 : frame.x + frame.size - LENS - 8,
      y: frame.y + LENS + 8,
      scale: (0.84 * LENS) / reach,
      from: [x, y],
    };
    if (y < frame.y + frame.size / 2) lens.y = frame.y + frame.size - LENS - 32;
    this.boxes.push([lens.x - LENS, lens.y - LENS, 2 * LENS, 2 * LENS]);
    return lens;
  }

  drawLens(panel, verdict, row, lens) {
    const { pen, theme, frame } = this;
    const at = (other) => {
      const [x, y] = toScreen(panel, frame, other);
      return [lens.x + (x - lens.from[0]) * lens.scale, lens.y + (y - lens.from[1]) * lens.scale];
    };
    pen.save();
    pen.beginPath();
    pen.arc(lens.x, lens.y, LENS, 0, 2 * Math.PI);
    pen.fillStyle = theme.background;
    pen.fill();
    pen.strokeStyle = theme.muted;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.clip();
    for (const other of verdict.torn) this.dot(...at(other), 4.5, theme.kept);
    for (const other of verdict.lying) this.square(...at(other), 4.5);
    for (const other of verdict.kept) this.dot(...at(other), 4.5, theme.kept);
    this.dot(...at(row), 5.5, theme.ink);
    pen.restore();
  }
}
