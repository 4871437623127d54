// A pen with the part of CanvasRenderingContext2D that our drawings use; what it draws is SVG.

const MOST_IN_SVG = 10_000; // rows: three maps of them are some 3 MB

class SvgPen {
  constructor(width, height) {
    this.size = [width, height];
    this.parts = [];
    this.clips = 0;
    this.ruler = document.createElement("canvas").getContext("2d");
    Object.assign(this, { globalAlpha: 1, lineWidth: 1, fillStyle: "#000", strokeStyle: "#000", textAlign: "left" });
    Object.assign(this, { font: "11px sans-serif", shape: "" });
  }

  /** A group is opened at save and closed at restore; clip, translate and rotate open groups inside it. */
  save() {
    (this.opened ??= []).push(0);
  }

  restore() {
    this.parts.push("</g>".repeat(this.opened.pop()));
  }

  open(attributes) {
    this.parts.push(`<g ${attributes}>`);
    this.opened[this.opened.length - 1] += 1;
  }

  translate(x, y) {
    this.open(`transform="translate(${digits(x)} ${digits(y)})"`);
  }

  rotate(angle) {
    this.open(`transform="rotate(${digits((angle * 180) / Math.PI)})"`);
  }

  clip() {
    const id = `clip${(this.clips += 1)}`;
    this.parts.push(`<clipPath id="${id}"><path d="${this.shape}"/></clipPath>`);
    this.open(`clip-path="url(#${id})"`);
  }

  beginPath() {
    this.shape = "";
  }

  lineTo(x, y) {
    this.shape += `${this.shape ? "L" : "M"}${digits(x)} ${digits(y)}`;
  }

  closePath() {
    this.shape += "Z";
  }

  rect(x, y, width, height) {
    this.shape += `M${digits(x)} ${digits(y)}h${digits(width)}v${digits(height)}h${digits(-width)}Z`;
  }

  /** Whole circles only. */
  arc(x, y, radius) {
    const [r, d] = [digits(radius), digits(2 * radius)];
    this.shape += `M${digits(x - radius)} ${digits(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0`;
  }

  fill() {
    this.parts.push(`<path d="${this.shape}" fill="${this.fillStyle}"${this.opacity()}/>`);
  }

  stroke() {
    this.parts.push(`<path d="${this.shape}" fill="none" ${this.line()}${this.opacity()}/>`);
  }

  fillRect(...box) {
    this.beginPath();
    this.rect(...box);
    this.fill();
  }

  strokeRect(...box) {
    this.beginPath();
    this.rect(...box);
    this.stroke();
  }

  line() {
    return `stroke="${this.strokeStyle}" stroke-width="${this.lineWidth}" stroke-linejoin="round"`;
  }

  opacity() {
    return this.globalAlpha < 1 ? ` opacity="${digits(this.globalAlpha)}"` : "";
  }

  measureText(text) {
    this.ruler.font = this.font;
    return this.ruler.measureText(text);
  }

  /** The outline of the text that follows: one text holds both. */
  strokeText() {
    this.outline = ` paint-order="stroke" ${this.line()}`;
  }

  /** All texts are set from their middle line. */
  fillText(text, x, y) {
    const anchor = { left: "start", center: "middle", right: "end" }[this.textAlign];
    const place = `x="${digits(x)}" y="${digits(y)}" dominant-baseline="central" text-anchor="${anchor}"`;
    const style = `style="font: ${literal(this.font)}; white-space: pre" direction="ltr"`;
    const paint = `fill="${this.fillStyle}"${this.opacity()}${this.outline ?? ""}`;
    this.outline = "";
    this.parts.push(`<text ${place} ${style} ${paint}>${literal(text)}</text>`);
  }

  toString() {
    const [width, height] = this.size;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`;
    return `${head}\n${this.parts.join("\n")}\n</svg>\n`;
  }
}

function digits(value) {
  return String(Math.round(value * 100) / 100);
}

/** Text that XML shows letter by letter, also inside an attribute; what XML cannot hold is left out. */
function literal(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (sign) => signs[sign]).replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "");
}
