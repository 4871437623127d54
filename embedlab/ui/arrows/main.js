// The plane, and a table of measures: of the arrows, live, and of two rows as they came.

function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** |u|, |v|, u.v, cosine, angle in degrees, |u - v|; NaN where a zero vector has no direction. */
function measure([ux, uy], [vx, vy]) {
  const norms = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
  const dot = ux * vx + uy * vy;
  const some = norms[0] > 0 && norms[1] > 0;
  const angle = some ? (Math.abs(Math.atan2(ux * vy - uy * vx, dot)) * 180) / Math.PI : NaN;
  const cosine = some ? dot / (norms[0] * norms[1]) : NaN;
  return [...norms, dot, cosine, angle, Math.hypot(ux - vx, uy - vy)];
}

class Arrows {
  constructor(root) {
    this.host = make("div", "arrows", root);
    const left = make("div", "left", this.host);
    this.plane = new Plane(left, () => this.paint());
    this.drag = make("p", "quiet", left);
    const right = make("div", "right", this.host);
    this.longer = make("button", "longer", right);
    this.longer.type = "button";
    this.longer.addEventListener("click", () => this.lengthen());
    this.table = make("table", "", right);
    this.head = make("tr", "", make("thead", "", this.table));
    this.body = make("tbody", "", this.table);
    this.sign = make("p", "sign", right);
  }

  lengthen() {
    this.plane.factor = this.plane.factor === 1 ? 10 : 1;
    this.paint();
  }

  update({ data }) {
    Object.assign(this, { words: data.words, rows: data.rows });
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
    this.format = new Intl.NumberFormat(data.language === "pt" ? "pt-BR" : "en-US", digits);
    if (!data.may_lengthen) this.plane.factor = 1;
    this.longer.hidden = !data.may_lengthen;
    write(this.longer, this.words.longer);
    write(this.drag, this.words.drag);
    put(this.plane.svg, { "aria-label": this.words.arrows });
    this.paint();
  }

  written(value) {
    return Number.isNaN(value) ? "–" : this.format.format(Math.round(value * 100) / 100 + 0);
  }

  paint() {
    const { u, v } = this.plane.vectors();
    const longer = this.plane.factor > 1;
    const say = (name, [x, y]) => {
      const facts = { name: longer && name === "u" ? "10 u" : name, x: this.written(x), y: this.written(y) };
      return this.words.arrow.replace(/\{(\w+)\}/g, (_, field) => facts[field]);
    };
    this.plane.paint(say);
    this.longer.setAttribute("aria-pressed", longer);
    const found = measure(u, v);
    const cells = found.map((value, at) => [this.words.measures[at], this.written(value), this.rows[longer ? "longer" : "once"][at]]);
    this.fill(this.head, [this.words.measure, this.words.arrows, this.rows.title], "th");
    while (this.body.children.length < cells.length) make("tr", "", this.body);
    cells.forEach((texts, at) => this.fill(this.body.children[at], texts, "td"));
    const dot = Math.round(found[2] * 1e6);
    write(this.sign, this.words.signs[dot > 0 ? "+" : dot < 0 ? "-" : "0"]);
  }

  fill(row, texts, tag) {
    texts.forEach((text, at) => {
      const cell = row.children[at] ?? make(at ? tag : "th", at ? "value" : "", row);
      write(cell, text);
    });
  }
}

const mounted = new WeakMap();

// Streamlit calls this at the first mount, and again on the same root when the data or the theme change.
export default function (component) {
  const root = component.parentElement;
  if (!mounted.has(root)) mounted.set(root, new Arrows(root));
  mounted.get(root).update(component);
}
