// The dots by a 2D pen: where there is no WebGL2, and in exports.

/** Draws the dots of one panel, halo first, with any 2D pen; clipping to the frame is the caller's. */
function paintDots(pen, scene, panel, frame, look, halo) {
  const size = dotSize(scene.n, panel.view.zoom);
  if (halo) for (const diameter of cellSizes(size)) paintLook(pen, panel, frame, halo, diameter);
  paintLook(pen, panel, frame, look, size);
}

function paintLook(pen, panel, frame, { bytes, order }, diameter) {
  for (const row of order) {
    const [x, y] = toScreen(panel, frame, row);
    const at = BYTES * row;
    const radius = (diameter / 2) * (bytes[at + 4] ? LARGER : 1);
    const isOutside = !contains(frame, x + radius, y + radius) && !contains(frame, x - radius, y - radius);
    if (!bytes[at + 3] || isOutside) continue;
    pen.fillStyle = `rgb(${bytes[at]}, ${bytes[at + 1]}, ${bytes[at + 2]})`;
    pen.globalAlpha = bytes[at + 3] / 255;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

/** What Painter does, for a browser without WebGL2: slower above 10,000 rows, and the same picture. */
class PlainPainter {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  draw(scene, frames, ratio, look, halos) {
    const { pen, canvas } = this;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    scene.panels.forEach((panel, index) => {
      if (!panel.grid) return;
      pen.save();
      clipTo(pen, frames[index]);
      paintDots(pen, scene, panel, frames[index], look, halos[index]);
      pen.restore();
    });
  }

  /** As Painter's: y counts from below. */
  read(x, y) {
    const pixel = this.pen.getImageData(Math.round(x), this.canvas.height - 1 - Math.round(y), 1, 1);
    return Array.from(pixel.data);
  }

  close() {}
}

function clipTo(pen, { x, y, size }) {
  pen.beginPath();
  pen.rect(x, y, size, size);
  pen.clip();
}
