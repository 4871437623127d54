/** What a page offers to keys, to a screen reader and to weak eyes, read from the DOM that stands; shadow roots included. */
(() => {
  const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex], [role=button], [role=radio], [role=slider]";
  const TYPED = "textarea, input:not([type=radio], [type=checkbox], [type=file], [type=range])";
  // One member of a group is reached by Tab, the others by arrow keys; buttons inside a box repeat what its keys do.
  const GROUPS = "[role=radiogroup], [role=tablist], [role=toolbar], [role=listbox], [role=menu], [role=grid], tbody, "
    + "[data-testid=stMultiSelect], [data-testid=stSelectbox], [data-testid=stNumberInput], [data-testid=stFileUploader]";
  // The mark of focus may be drawn by the control itself, by what it stands in, or beside a hidden input.
  const LOOKS = ["outlineStyle", "outlineWidth", "outlineColor", "boxShadow", "borderColor", "backgroundColor", "color",
    "fill", "stroke", "textDecorationLine"];

  function* all(root = document.body) {
    for (const one of root.querySelectorAll("*")) {
      yield one;
      if (one.shadowRoot) yield* all(one.shadowRoot);
    }
  }
  const above = (one) => one.assignedSlot ?? one.parentElement ?? one.getRootNode().host;
  function* upwards(one) {
    for (let at = one; at; at = above(at)) yield at;
  }
  const within = (one, selector) => [...upwards(one)].find((at) => at.matches(selector));

  function seen(one) {
    const box = one.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || box.right < 0) return false; // plotly measures texts left of the page
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }

  /** For a person who mends it: the tag, what it says, and the parts of the page that it stands in. */
  function name(one) {
    const said = one.getAttribute("aria-label") || one.alt || one.labels?.[0]?.innerText || one.innerText || one.placeholder;
    const words = (said || one.textContent || "").trim().replaceAll(/\s+/g, " ").slice(0, 60);
    const places = [...upwards(one)].map((at) => at.dataset?.testid ?? at.getAttribute("class")?.match(/^[a-z-]+$/)?.[0]);
    return `${one.tagName.toLowerCase()} "${words}" in ${places.filter(Boolean).slice(0, 3).join(" in ")}`;
  }

  // ---- colours: WCAG 2.2, relative luminance and contrast ratio
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  /** Any CSS colour as [red, green, blue, opacity]. */
  function rgba(css) {
    if (!known.has(css)) {
      brush.clearRect(0, 0, 1, 1);
      brush.fillStyle = css;
      brush.fillRect(0, 0, 1, 1);
      const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
      known.set(css, [r, g, b, a / 255]);
    }
    return known.get(css);
  }
  const over = (top, under, opacity = 1) => under.map((c, i) => (i < 3 ? c + (top[i] - c) * top[3] * opacity : 1));
  function luminance(colour) {
    const [r, g, b] = colour.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  function ratio(a, b) {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  }
  /** The ground an element is drawn on, and how much of its own paint comes through. What it hangs out of is none. */
  function ground(one) {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    let under = [255, 255, 255, 1];
    let through = 1;
    for (const at of [...upwards(one)].reverse()) {
      const style = getComputedStyle(at);
      through *= Number(style.opacity);
      const around = at.getBoundingClientRect();
      const holds = around.left <= x && x <= around.right && around.top <= y && y <= around.bottom;
      if (holds || at === document.body) under = over(rgba(style.backgroundColor), under, through);
    }
    return [under, through];
  }
  /** The ground of a text in a drawing: the last shape before it that is filled where the text stands. */
  function drawn(text, under, through) {
    const box = text.getBoundingClientRect();
    for (const shape of text.ownerSVGElement.querySelectorAll("rect, path, circle, polygon")) {
      const before = text.compareDocumentPosition(shape) & Node.DOCUMENT_POSITION_PRECEDING;
      if (!before || shape.closest("defs, clipPath") || !shape.getScreenCTM()) continue;
      const style = getComputedStyle(shape);
      if (style.fill === "none" || style.fill.startsWith("url")) continue;
      const at = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(shape.getScreenCTM().inverse());
      if (shape.isPointInFill(at)) under = over(rgba(style.fill), under, through * style.fillOpacity * style.opacity);
    }
    return under;
  }

  /** Images of ours are SVG files: drawn into the page for a moment, their texts can be asked. */
  function unfold() {
    const put = [];
    for (const image of [...all()].filter((one) => one.matches("img") && seen(one))) {
      const [head, body] = image.src.split(/,(.*)/s);
      if (!head.startsWith("data:image/svg")) continue;
      const plain = head.endsWith("base64") ? new TextDecoder().decode(Uint8Array.from(atob(body), (c) => c.charCodeAt(0))) : decodeURIComponent(body);
      const copy = document.createElement("div");
      copy.attachShadow({ mode: "open" }).innerHTML = plain;
      copy.style.cssText = `width: ${image.clientWidth}px`;
      image.after(copy);
      put.push(copy);
    }
    return () => put.forEach((copy) => copy.remove());
  }

  function* texts() {
    for (const one of all()) {
      const own = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
      const style = getComputedStyle(one);
      if (one.matches("input, textarea") && seen(one) && one.placeholder && !one.value) {
        yield [one, getComputedStyle(one, "::placeholder").color, style];
      } else if (one.matches(TYPED) && seen(one) && one.value) yield [one, style.color, style];
      if (!own.length || one.matches("script, style, title, desc, option") || !seen(one)) continue;
      yield [one, one.ownerSVGElement ? style.fill : style.color, style];
    }
  }

  /** Every text whose contrast is below 4.5, or below 3 where it is large. excused: by selector, the ratio that is let
   * pass. */
  function faint(excused = {}) {
    const fold = unfold();
    const found = [];
    let count = 0;
    for (const [one, colour, style] of texts()) {
      if (within(one, ":disabled, [aria-disabled=true], .unseen")) continue; // WCAG 1.4.3 leaves out what is inactive
      let [under, through] = ground(one);
      if (one.ownerSVGElement) {
        const text = one.closest("text") ?? one;
        under = drawn(text, under, through);
        through *= Number(style.fillOpacity);
      }
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const got = ratio(over(rgba(colour), under, through), under);
      count += 1;
      const [, pass] = Object.entries(excused).find(([selector]) => within(one, selector)) ?? [];
      if (got < Math.min(large ? 3 : 4.5, pass ?? Infinity)) found.push(`${got.toFixed(2)}: ${name(one)}`);
    }
    fold();
    return { count, found };
  }

  /** Parts that carry meaning without words, and the edge of a box to type into: those below 3. */
  function pale(excused = {}) {
    const found = [];
    for (const one of all()) {
      const ours = one.getRootNode() !== document; // Streamlit's own boxes have no edge; their ground tells them
      if (!ours || !one.matches(`.swatch, .mark .sign, .pip, .fill, button.help, ${TYPED}`) || !seen(one)) continue;
      const style = getComputedStyle(one);
      const edge = parseFloat(style.borderTopWidth) ? [style.borderTopColor] : [];
      const paints = one.matches("button, input, textarea") ? edge : [style.backgroundColor, ...edge];
      const [under, through] = ground(above(one));
      const got = Math.max(1, ...paints.map((css) => ratio(over(rgba(css), under, through), under)));
      const [, pass] = Object.entries(excused).find(([selector]) => within(one, selector)) ?? [];
      if (got < Math.min(3, pass ?? Infinity)) found.push(`${got.toFixed(2)}: ${name(one)}`);
    }
    return found;
  }

  /** What each figure is called; "" where it has no name. Parts of a figure that has one are not figures. */
  function figures() {
    const found = [];
    for (const one of all()) {
      if (!one.matches("img, canvas, svg, .js-plotly-plot, video, object") || !seen(one)) continue;
      if (one.matches("svg") && one.clientWidth <= 24) continue; // an icon
      if (within(one, "[aria-hidden=true]") || within(above(one), "button, a, summary, svg, .js-plotly-plot, [data-testid=stIconMaterial]")) continue;
      const named = within(one, "[role=img], [role=figure], [role=application], [role=group], img");
      found.push([name(one), named ? (named.getAttribute("aria-label") ?? named.getAttribute("alt") ?? "") : ""]);
    }
    return found;
  }

  // ---- keys
  let before; // every control's look without focus
  const kept = new WeakMap();
  function around(one) {
    const label = one.closest("label");
    const near = label ? [label, ...label.querySelectorAll("*")] : [];
    let at = one;
    for (let up = 0; up < 4 && at; up += 1, at = above(at)) near.push(at);
    if (one.nextElementSibling) near.push(one.nextElementSibling);
    for (const inner of one.querySelectorAll("*")) near.push(inner);
    return near.slice(0, 40);
  }
  function look(one) {
    return around(one).map((at) => {
      const style = getComputedStyle(at);
      return LOOKS.map((key) => (key.startsWith("outline") && style.outlineStyle === "none" ? "" : style[key])).join();
    }).join("|");
  }
  function active() {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    return one === document.body ? null : one;
  }
  const offered = (one) => !one.matches(":disabled, [aria-disabled=true], input[type=hidden]")
    && (seen(one) || (one.matches("input[type=radio], input[type=checkbox]") && one.closest("label") && seen(one.closest("label"))));

  /** Stop all motion and remember how every control looks without focus. */
  async function start() {
    for (const root of new Set([document, ...[...all()].map((one) => one.shadowRoot).filter(Boolean)])) {
      const still = document.createElement("style");
      still.textContent = "*, *::before, *::after { transition: none !important; animation: none !important; }";
      (root.head ?? root).append(still);
    }
    active()?.blur();
    getSelection().removeAllRanges();
    document.body.tabIndex = -1;
    document.body.focus(); // Tab begins at the top
    document.body.removeAttribute("tabindex");
    await new Promise((done) => setTimeout(done, 100)); // what had the focus shows that it lost it
    before = [...all()].filter((one) => one.matches(CONTROLS) && offered(one));
    for (const one of before) kept.set(one, { look: look(one), reached: false });
  }
  /** Where Tab has come to: null at the end; else its name, whether it was there already, whether it can be seen. */
  function step() {
    const one = active();
    if (!one) return null;
    const was = kept.get(one);
    const again = Boolean(was?.reached);
    if (was) was.reached = true;
    else kept.set(one, { look: null, reached: true });
    const box = one.getBoundingClientRect();
    return { name: name(one), again, marked: !was || was.look !== look(one), inside: box.bottom > 0 && box.top < innerHeight };
  }
  /** Controls that Tab did not come to, and no member of their group either. */
  function missed() {
    const reached = (one) => kept.get(one)?.reached;
    const groups = new Set(before.filter(reached).map((one) => within(one, GROUPS)).filter(Boolean));
    return before
      .filter((one) => one.isConnected && offered(one) && !reached(one) && !groups.has(within(one, GROUPS)))
      .map(name);
  }
  window.accessible = { faint, pale, figures, start, step, missed };
})();
