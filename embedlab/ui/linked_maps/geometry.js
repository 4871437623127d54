// Points in the plane: who is near whom, who lies inside a drawn line. Pure; distances in float64.

/** A square grid over the points, about two in a cell where they lie evenly. */
class Grid {
  constructor(x, y) {
    this.x = x;
    this.y = y;
    const n = x.length;
    const [left, right] = extent(x);
    const [bottom, top] = extent(y);
    this.side = Math.min(512, Math.max(1, Math.ceil(Math.sqrt(n / 2))));
    this.cell = Math.max(right - left, top - bottom) / this.side || 1;
    this.left = left;
    this.bottom = bottom;
    this.starts = new Uint32Array(this.side * this.side + 1);
    const cells = new Uint32Array(n);
    for (let row = 0; row < n; row++) {
      cells[row] = this.row(y[row]) * this.side + this.column(x[row]);
      this.starts[cells[row] + 1] += 1;
    }
    for (let cell = 0; cell < this.side * this.side; cell++) this.starts[cell + 1] += this.starts[cell];
    const next = this.starts.slice();
    this.rows = new Uint32Array(n);
    for (let row = 0; row < n; row++) this.rows[next[cells[row]]++] = row;
  }

  column(x) {
    return Math.min(this.side - 1, Math.max(0, Math.floor((x - this.left) / this.cell)));
  }

  row(y) {
    return Math.min(this.side - 1, Math.max(0, Math.floor((y - this.bottom) / this.cell)));
  }

  /** Calls visit(row) for every point in the cells of a rectangle of cells, cut to the grid. */
  visit(left, right, bottom, top, visit) {
    for (let v = Math.max(0, bottom); v <= Math.min(this.side - 1, top); v++) {
      for (let u = Math.max(0, left); u <= Math.min(this.side - 1, right); u++) {
        const cell = v * this.side + u;
        for (let at = this.starts[cell]; at < this.starts[cell + 1]; at++) visit(this.rows[at]);
      }
    }
  }

  /** All points within a distance of (x, y). */
  within(x, y, radius) {
    const found = [];
    const cells = [this.column(x - radius), this.column(x + radius), this.row(y - radius), this.row(y + radius)];
    this.visit(...cells, (row) => {
      if (squared(this.x[row] - x, this.y[row] - y) <= radius * radius) found.push(row);
    });
    return found;
  }

  /** The point nearest to (x, y) within a distance, or -1. */
  at(x, y, radius) {
    let [best, least] = [-1, Infinity];
    for (const row of this.within(x, y, radius)) {
      const distance = squared(this.x[row] - x, this.y[row] - y);
      if (distance < least || (distance === least && row < best)) [best, least] = [row, distance];
    }
    return best;
  }

  /** The k points nearest to a row, nearest first, ties by lower id; the row itself is left out. */
  nearest(row, k) {
    const [x, y] = [this.x[row], this.y[row]];
    const [u, v] = [this.column(x), this.row(y)];
    const [ids, distances] = [[], []];
    const most = Math.min(k, this.x.length - 1);
    const visit = (other) => {
      if (other === row) return;
      const distance = squared(this.x[other] - x, this.y[other] - y);
      let at = ids.length;
      if (at === most && after(distance, other, distances[at - 1], ids[at - 1])) return;
      while (at > 0 && after(distances[at - 1], ids[at - 1], distance, other)) at -= 1;
      ids.splice(at, 0, other);
      distances.splice(at, 0, distance);
      if (ids.length > most) [ids.length, distances.length] = [most, most];
    };
    for (let ring = 0; ring <= this.side; ring++) {
      this.visit(u - ring, u + ring, v - ring, v - ring, visit);
      if (ring > 0) this.visit(u - ring, u + ring, v + ring, v + ring, visit);
      if (ring > 0) this.visit(u - ring, u - ring, v - ring + 1, v + ring - 1, visit);
      if (ring > 0) this.visit(u + ring, u + ring, v - ring + 1, v + ring - 1, visit);
      // Whatever lies outside the ring is at least this far away; the factor covers rounding at cell borders.
      const reach = ring * this.cell * (1 - 1e-9);
      if (ids.length === most && distances[most - 1] < reach * reach) break;
    }
    return ids;
  }

  /** The nearest point in the 90-degree cone of a direction (dx, dy), or -1: what an arrow key means. */
  toward(row, dx, dy) {
    let [best, least] = [-1, Infinity];
    for (let other = 0; other < this.x.length; other++) {
      const [x, y] = [this.x[other] - this.x[row], this.y[other] - this.y[row]];
      const along = x * dx + y * dy;
      const across = Math.abs(x * dy) + Math.abs(y * dx); // one direction is zero
      const distance = squared(x, y);
      if (along > 0 && across <= along && distance < least) [best, least] = [other, distance];
    }
    return best;
  }
}

function after(distance, id, otherDistance, otherId) {
  return distance > otherDistance || (distance === otherDistance && id > otherId);
}

function squared(x, y) {
  return x * x + y * y;
}

function extent(values) {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) [least, most] = [Math.min(least, value), Math.max(most, value)];
  return [least, most];
}

/** The rows inside a closed line [[x, y], ...] (even-odd rule). */
function rowsInside(line, x, y) {
  const [left, right] = extent(line.map((corner) => corner[0]));
  const [bottom, top] = extent(line.map((corner) => corner[1]));
  const found = [];
  for (let row = 0; row < x.length; row++) {
    const boxed = x[row] >= left && x[row] <= right && y[row] >= bottom && y[row] <= top;
    if (boxed && isInside(line, x[row], y[row])) found.push(row);
  }
  return found;
}

function isInside(line, x, y) {
  let inside = false;
  for (let here = 0, last = line.length - 1; here < line.length; last = here++) {
    const [ax, ay] = line[here];
    const [bx, by] = line[last];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
