// The strokes of the overlay: dots, squares, lines, and names that never cover each other.

const LEADER = 14; // CSS pixels from which a name needs a line to its dot

class Marks {
  /** Any 2D pen: of a canvas, or one that writes SVG. */
  constructor(pen) {
    this.pen = pen;
    this.boxes = []; // [x, y, width, height] of what no name may cover
  }

  dot(x, y, radius, colour) {
    this.ring(x, y, radius, this.theme.background, 1.5, colour);
  }

  ring(x, y, radius, colour, width, fill) {
    const { pen } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    if (fill) {
      pen.fillStyle = fill;
      pen.fill();
    }
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }

  /** A hollow square marks a false neighbour: its shape tells it from a true one, not only its hue. */
  square(x, y, half) {
    const { pen } = this;
    pen.lineWidth = 2;
    pen.fillStyle = this.theme.background;
    pen.strokeStyle = this.theme.false_;
    pen.fillRect(x - half, y - half, 2 * half, 2 * half);
    pen.strokeRect(x - half, y - half, 2 * half, 2 * half);
  }

  stroke(points, width, closed = false) {
    const { pen } = this;
    pen.beginPath();
    for (const point of points) pen.lineTo(...point);
    if (closed) pen.closePath();
    pen.lineWidth = width;
    pen.stroke();
  }

  /** The lasso or box under the pointer, in frame pixels. */
  drawLine(points, frame) {
    const { pen, theme } = this;
    pen.strokeStyle = theme.accent;
    this.stroke(points.map(([x, y]) => [frame.x + x, frame.y + y]), 1.5, true);
    pen.globalAlpha = 0.1;
    pen.fillStyle = theme.accent;
    pen.fill();
    pen.globalAlpha = 1;
  }

  write(text, x, y, { size = 11, weight = 400, align = "left", colour = this.theme.ink, alpha = 1 } = {}) {
    const { pen, theme } = this;
    pen.font = `${weight} ${size}px ${theme.font}`;
    pen.textAlign = align;
    pen.textBaseline = "middle";
    pen.direction = "ltr";
    pen.lineJoin = "round";
    pen.lineWidth = 3.5;
    pen.strokeStyle = theme.background;
    pen.strokeText(text, x, y);
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.fillText(text, x, y);
    pen.globalAlpha = 1;
  }

  /** Writes a name beside (x, y) where it covers no other; says whether there was room. */
  name(token, x, y, { size = 11, weight = 400, offset, alpha = 1, always = false }) {
    const text = shorten(token);
    this.pen.font = `${weight} ${size}px ${this.theme.font}`;
    const [width, height] = [this.pen.measureText(text).width, size + 4];
    const diagonal = offset * 0.7;
    const places = [
      [x + offset, y - height / 2],
      [x - offset - width, y - height / 2],
      [x - width / 2, y - offset - height],
      [x - width / 2, y + offset],
      [x + diagonal, y - diagonal - height],
      [x - diagonal - width, y - diagonal - height],
      [x + diagonal, y + diagonal],
      [x - diagonal - width, y + diagonal],
    ];
    const inside = ([left, top]) =>
      left >= this.frame.x + 3 &&
      left + width <= this.frame.x + this.frame.size - 3 &&
      top >= this.frame.y + 2 &&
      top + height <= this.frame.y + this.frame.size - 2;
    const free = ([left, top]) => !this.boxes.some((box) => overlap([left - 2, top, width + 4, height], box));
    const place = places.find((at) => inside(at) && free(at)) ?? (always ? (places.find(inside) ?? places[0]) : null);
    if (!place) return false;
    this.boxes.push([...place, width, height]);
    if (offset > LEADER) this.leader(x, y, [...place, width, height]);
    this.write(text, place[0], place[1] + height / 2, { size, weight, alpha });
    return true;
  }

  /** A thin line from a dot to its name, where the name stands off. */
  leader(x, y, [left, top, width, height]) {
    const end = [Math.min(left + width, Math.max(left, x)), Math.min(top + height, Math.max(top, y))];
    this.pen.strokeStyle = this.theme.ink;
    this.stroke([[x, y], end], 1);
  }
}

function overlap(a, b) {
  return a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3];
}

/** Where a row stands in the stage, CSS pixels. */
function toScreen(panel, frame, row) {
  const half = frame.size / 2;
  const { x, y, zoom } = panel.view;
  return [
    frame.x + half + (panel.place[2 * row] - x) * zoom * half,
    frame.y + half - (panel.place[2 * row + 1] - y) * zoom * half,
  ];
}

/** A point of the frame, in its pixels -> the map's own coordinates. */
function toMap(panel, frame, x, y) {
  const half = frame.size / 2;
  const { view, frame: range } = panel;
  return [
    range.x + range.half * (view.x + (x - half) / half / view.zoom),
    range.y + range.half * (view.y - (y - half) / half / view.zoom),
  ];
}

function contains(frame, x, y) {
  return x >= frame.x && x <= frame.x + frame.size && y >= frame.y && y <= frame.y + frame.size;
}

function clamp({ x, y, size }, px, py) {
  const inside = (value, from) => Math.min(from + size - 9, Math.max(from + 9, value));
  return [inside(px, x), inside(py, y)];
}
