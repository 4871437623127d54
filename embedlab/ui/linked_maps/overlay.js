// Everything over the dots: names, true and false neighbours, what lies beyond the rim, the line being drawn.

const MOST_NAMES = 10;

class Overlay extends Marks {
  /**
   * Draws over all frames. `shown` = { row, verdicts, over, words, language } or null, `over`: "veil" over the dots,
   * "chosen" (a selection) or "ranks" (a field of colours) that must stay in sight; without it `named` rows have names.
   */
  draw(scene, frames, theme, shown, named, line) {
    const { pen } = this;
    this.theme = theme;
    scene.panels.forEach((panel, index) => {
      if (!panel.grid) return;
      const frame = frames[index];
      pen.save();
      clipTo(pen, frame);
      this.boxes = [];
      this.frame = frame;
      if (shown?.over === "veil") this.veil(frame);
      this.drawEdges(panel, frame);
      if (shown) this.drawVerdict(scene, panel, frame, shown, shown.verdicts[index]);
      else this.drawNamed(scene, panel, frame, named);
      if (line?.panel === index) this.drawLine(line.points, frame);
      pen.restore();
    });
  }

  veil({ x, y, size }) {
    const { pen, theme } = this;
    pen.globalAlpha = 0.62;
    pen.fillStyle = theme.background;
    pen.fillRect(x, y, size, size);
    pen.globalAlpha = 1;
  }

  /** Where the axes mean something they are named; rows beyond the frame are counted at its rim. */
  drawEdges(panel, frame) {
    const { pen, theme } = this;
    const { x, y, size } = frame;
    if (panel.axes) {
      this.edge(panel.axes[0], x + size - 8, y + size - 11, { align: "right" });
      pen.save();
      pen.translate(x + 12, y + 8);
      pen.rotate(-Math.PI / 2);
      this.write(panel.axes[1], 0, 0, { align: "right", colour: theme.muted });
      pen.restore();
      this.boxes.push([x + 2, y + 2, 18, 80]);
    }
    const { rim, view } = panel;
    if (view.zoom !== 1 || view.x || view.y) return;
    const middle = size / 2;
    if (rim.left) this.edge(`◂ ${rim.left}`, x + 8, y + middle, { align: "left" });
    if (rim.right) this.edge(`${rim.right} ▸`, x + size - 8, y + middle, { align: "right" });
    if (rim.top) this.edge(`▴ ${rim.top}`, x + middle, y + 11, { align: "center" });
    if (rim.bottom) this.edge(`▾ ${rim.bottom}`, x + middle, y + size - 11, { align: "center" });
  }

  /** A text at the rim, whose place no name may take. */
  edge(text, x, y, { align }) {
    this.write(text, x, y, { align, colour: this.theme.muted, size: 12 });
    const width = this.pen.measureText(text).width;
    const left = { left: x, center: x - width / 2, right: x - width }[align];
    this.boxes.push([left - 2, y - 9, width + 4, 18]);
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
    const { theme } = this;
    const at = (row) => toScreen(panel, frame, row);
    const [x, y] = clamp(frame, ...at(shown.row)); // a row beyond the frame is marked at its rim, hollow
    const away = (row) => Math.hypot(at(row)[0] - x, at(row)[1] - y);
    const reach = away(verdict.screen.at(-1) ?? shown.row);
    const nearest = Array.from(nearestOf(scene, shown.row));
    const text = this.counted(verdict, shown);
    const readout = this.readoutBox(text, panel, frame, y);
    this.boxes.push(readout);
    const lens = placeLens(scene, panel, frame, x, y, reach, readout[1] === frame.y + 1);
    if (lens) this.boxes.push([lens.x - LENS, lens.y - LENS, 2 * LENS, 2 * LENS]);
    if (shown.over === "ranks") this.circleNeighbours(scene, panel, nearest, at);
    else this.markNeighbours(verdict, [x, y], at);
    if (contains(frame, ...at(shown.row))) this.dot(x, y, 5, theme.ink);
    else this.ring(x, y, 5, theme.ink, 2, theme.background);
    // Names stand outside the crowd that the lens shows, and cover no neighbour.
    const named = nearest.filter((row) => contains(frame, ...at(row)) && !(lens && away(row) <= reach + 4));
    for (const row of named) this.boxes.push([at(row)[0] - 3, at(row)[1] - 3, 6, 6]);
    if (lens) this.boxes.push([x - reach, y - reach, 2 * reach, 2 * reach]);
    const offset = lens ? Math.max(11, reach + 9) : 11;
    this.name(scene.tokens[shown.row], x, y, { size: 13, weight: 600, offset, always: true });
    for (const row of named.slice(0, MOST_NAMES)) this.name(scene.tokens[row], ...at(row), { offset: 8 });
    if (lens) drawLens(this, scene, panel, frame, verdict, shown.row, lens);
    this.readout(text, readout);
  }

  /** True neighbours filled, with a line where they are torn away; false ones as hollow squares. */
  markNeighbours(verdict, from, at) {
    const { pen, theme } = this;
    pen.strokeStyle = theme.kept;
    pen.globalAlpha = 0.75;
    for (const row of verdict.torn) this.stroke([from, at(row)], 1.2);
    pen.globalAlpha = 1;
    for (const row of verdict.lying) this.square(...at(row), 4);
    for (const row of [...verdict.torn, ...verdict.kept]) this.dot(...at(row), 4, theme.kept);
  }

  /** Over a field of colours: only a circle around each true neighbour, so that its colour stays in sight. */
  circleNeighbours(scene, panel, nearest, at) {
    const radius = dotSize(scene.n, panel.view.zoom) / 2 + 2;
    for (const row of nearest) this.ring(...at(row), radius, this.theme.ink, 1);
  }

  counted(verdict, { words, language }) {
    const counts = { kept: verdict.kept.length, torn: verdict.torn.length, lying: verdict.lying.length };
    return say(words.readout, counts, language);
  }

  /** At the foot of the frame; at its head while the row itself lies at the foot. */
  readoutBox(text, panel, frame, y) {
    this.pen.font = `600 12px ${this.theme.font}`;
    const width = this.pen.measureText(text).width + 18;
    const isLow = y > frame.y + 0.85 * frame.size;
    const left = isLow && panel.axes ? 20 : 1; // beside the name of the axis
    return [frame.x + left, isLow ? frame.y + 1 : frame.y + frame.size - 26, width, 25];
  }

  readout(text, [x, y, width, height]) {
    this.pen.fillStyle = this.theme.background;
    this.pen.fillRect(x, y, width, height);
    this.write(text, x + 9, y + 13, { size: 12, weight: 600 });
  }
}
