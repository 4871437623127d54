// The plane with its two arrows: dragged by their tips, or moved with the arrow keys once focused.

const SVG = "http://www.w3.org/2000/svg";
const REACH = 5; // how far a tip goes along each axis, in units
const SIDE = 320; // of the picture, in its own pixels
const STEP = 0.1;
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function draw(tag, parent, className) {
  const node = document.createElementNS(SVG, tag);
  if (className) node.setAttribute("class", className);
  parent.append(node);
  return node;
}

function put(node, facts) {
  for (const [name, value] of Object.entries(facts)) node.setAttribute(name, value);
}

class Plane {
  /** changed: called after an arrow moved. */
  constructor(parent, changed) {
    this.changed = changed;
    this.tips = { u: [3, 1], v: [1, 2] };
    this.factor = 1; // of u
    this.svg = draw("svg", parent, "plane");
    put(this.svg, { viewBox: `0 0 ${SIDE} ${SIDE}`, role: "group" });
    this.grid = draw("path", this.svg, "grid");
    this.axes = draw("path", this.svg, "axes");
    put(this.axes, { d: `M0 ${SIDE / 2}H${SIDE}M${SIDE / 2} 0V${SIDE}` });
    this.arc = draw("path", this.svg, "arc");
    this.arrows = { v: this.build("v"), u: this.build("u") };
  }

  build(name) {
    const group = draw("g", this.svg, `arrow ${name}`);
    put(group, { tabindex: 0, role: "slider", "aria-valuemin": 0, "aria-valuemax": 10 * REACH * Math.SQRT2 });
    const arrow = { group, shaft: draw("path", group, "shaft"), head: draw("path", group, "head") };
    arrow.handle = draw("circle", group, "handle");
    put(arrow.handle, { r: 20 });
    arrow.label = draw("text", group, "label");
    arrow.label.textContent = name;
    group.addEventListener("keydown", (event) => this.press(event, name));
    // The page scrolls unless a finger lands on a tip; Chromium hears of touch-action on a whole SVG only.
    group.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    group.addEventListener("pointerdown", (event) => this.grab(event, group));
    group.addEventListener("pointermove", (event) => group.hasPointerCapture(event.pointerId) && this.drag(event, name));
    return arrow;
  }

  grab(event, group) {
    event.preventDefault(); // nothing is selected meanwhile
    group.setPointerCapture(event.pointerId);
    group.focus({ preventScroll: true });
  }

  drag(event, name) {
    const box = this.svg.getBoundingClientRect();
    const at = (place, from, size) => ((place - from) / size - 0.5) * 2 * this.half();
    const scale = name === "u" ? this.factor : 1;
    this.move(name, at(event.clientX, box.left, box.width) / scale, -at(event.clientY, box.top, box.height) / scale);
  }

  press(event, name) {
    const step = MOVES[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 1 : STEP;
    const [x, y] = this.tips[name];
    this.move(name, x + step[0] * far, y + step[1] * far);
  }

  move(name, x, y) {
    const fit = (value) => Math.round(Math.min(REACH, Math.max(-REACH, value)) / STEP) * STEP + 0;
    this.tips[name] = [fit(x), fit(y)];
    this.changed();
  }

  /** Units from the middle to the edge: far enough for the longer u. */
  half() {
    return 1.1 * REACH * this.factor;
  }

  vectors() {
    return { u: this.tips.u.map((value) => value * this.factor), v: this.tips.v };
  }

  paint(say) {
    const scale = SIDE / 2 / this.half();
    const place = ([x, y]) => [SIDE / 2 + x * scale, SIDE / 2 - y * scale];
    const lines = Array.from({ length: 11 }, (_, at) => SIDE / 2 + (at - 5) * this.factor * scale);
    put(this.grid, { d: lines.map((at) => `M${at} 0V${SIDE}M0 ${at}H${SIDE}`).join("") });
    const { u, v } = this.vectors();
    this.paintArc(u, v);
    for (const [name, vector] of [["u", u], ["v", v]]) this.paintArrow(this.arrows[name], place(vector), vector, say(name, vector));
  }

  paintArrow({ group, shaft, head, handle, label }, [x, y], vector, words) {
    const angle = Math.atan2(y - SIDE / 2, x - SIDE / 2);
    const far = Math.min(14, 0.8 * Math.hypot(x - SIDE / 2, y - SIDE / 2)); // a head no longer than its arrow
    const back = (turn) => `${x - far * Math.cos(angle + turn)} ${y - far * Math.sin(angle + turn)}`;
    put(shaft, { d: `M${SIDE / 2} ${SIDE / 2}L${x} ${y}` });
    put(head, { d: `M${x} ${y}L${back(0.4)}L${back(-0.4)}Z` });
    put(handle, { cx: x, cy: y });
    const inside = (at) => Math.min(SIDE - 12, Math.max(12, at));
    put(label, { x: inside(x + 16 * Math.cos(angle)), y: inside(y + 16 * Math.sin(angle)) + 6 });
    put(group, { "aria-label": words, "aria-valuenow": Math.hypot(...vector).toFixed(2), "aria-valuetext": words });
  }

  paintArc(u, v) {
    const [from, to] = [u, v].map(([x, y]) => Math.atan2(y, x));
    const turn = ((to - from + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    const point = (angle) => `${SIDE / 2 + 34 * Math.cos(angle)} ${SIDE / 2 - 34 * Math.sin(angle)}`;
    const some = Math.hypot(...u) && Math.hypot(...v);
    put(this.arc, { d: some ? `M${point(from)}A34 34 0 0 ${turn > 0 ? 0 : 1} ${point(to)}` : "" });
  }
}
