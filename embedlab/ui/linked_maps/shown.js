// What one element shows: it follows the data, the theme and the size of the page.

class Shown {
  constructor(root) {
    this.page = buildPage(root, this);
    this.mode = "pan";
    this.active = 0; // the panel that arrow keys walk in
    this.isDistorted = false;
    this.ranks = null; // of every row, seen from the picked one
    this.painter = painterFor(this.page.dots, () => this.repaint());
    this.overlay = new Overlay(this.page.ink.getContext("2d"));
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(this.page.stage);
  }

  /** New data from Python, or the same under a flipped theme. Another digest forgets hover, pick and selection. */
  update({ data, setStateValue }) {
    const { words, language, palettes } = data.scene;
    const before = this.scene;
    Object.assign(this, { words, language, palettes, tell: setStateValue });
    this.scene = readScene(data, before);
    if (before?.digest !== this.scene.digest) {
      Object.assign(this, { hovered: -1, picked: -1, group: -1, chosen: [], ranks: null, told: null });
      this.page.search.value = "";
      this.page.host.dataset.selected = "0";
    }
    const { page } = this;
    page.host.dataset.digest = this.scene.digest;
    page.search.placeholder = words.search;
    page.search.setAttribute("aria-label", words.search);
    page.stage.setAttribute("aria-label", words.stage);
    page.help.textContent = this.painter instanceof Painter ? words.help : `${words.plain} ${words.help}`;
    this.frameNodes = buildPanels(page, this.scene);
    this.enter(Math.min(this.active, this.scene.panels.length - 1));
    this.repaint();
    page.host.dataset.ready = String(this.scene.panels.filter((panel) => panel.grid).length);
    this.readyAt ??= performance.now();
  }

  /** Everything anew: after new data, another theme, or a context that was lost. */
  repaint() {
    this.theme = themeOf(this.page.host, this.palettes);
    this.refresh();
    this.setMode(this.mode);
    this.resize();
  }

  /** Legend and look follow what is chosen, coloured and drawn behind the dots. */
  refresh() {
    const { scene, theme, chosen, ranks, isDistorted } = this;
    this.look = lookOf(scene, theme, chosen, ranks);
    this.halos = scene.panels.map((panel) => (isDistorted && panel.grid && panel.bins ? haloOf(panel, theme) : null));
    buildMarks(this.page, this);
    buildLegend(this.page, this);
  }

  resize() {
    const { stage, dots, ink } = this.page;
    const outer = stage.getBoundingClientRect();
    if (!outer.width || !this.scene) return;
    this.ratio = window.devicePixelRatio || 1;
    for (const canvas of [dots, ink]) {
      const size = [Math.round(outer.width * this.ratio), Math.round(outer.height * this.ratio)];
      if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    }
    this.frames = this.frameNodes.map((node) => {
      const box = node.getBoundingClientRect();
      return { x: box.left - outer.left + 1, y: box.top - outer.top + 1, size: box.width - 2 }; // inside its border
    });
    this.draw();
  }

  draw() {
    this.painter.draw(this.scene, this.frames, this.ratio, this.look, this.halos);
    this.drawOverlay();
  }

  /** The row whose neighbours are shown: the one under the pointer, else the one picked. */
  get row() {
    return this.hovered >= 0 ? this.hovered : this.picked;
  }

  verdicts(row) {
    return this.scene.panels.map((panel) => (panel.grid ? judge(this.scene, panel, row) : null));
  }

  /** What the overlay says of the row; a selection and a field of colours must stay in sight under it. */
  shown() {
    const { row, words, language, picked, ranks, chosen } = this;
    if (row < 0) return null;
    const over = ranks && row === picked ? "ranks" : chosen.length ? "chosen" : "veil";
    return { row, words, language, verdicts: this.verdicts(row), over };
  }

  named() {
    return this.chosen.length ? this.chosen.slice(0, MOST_NAMES) : this.scene.named;
  }

  drawOverlay() {
    const { ink } = this.page;
    const shown = this.shown();
    const { pen } = this.overlay;
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, ink.width, ink.height);
    this.overlay.draw(this.scene, this.frames, this.theme, shown, this.named(), this.line);
    this.tellReader(shown);
  }

  /** Sentence and chips; rebuilt only when they change, so that a screen reader speaks once. */
  tellReader(shown) {
    const text = shown ? this.sentenceOf(shown.row, shown.verdicts) : this.restSentence();
    if (this.told === text) return;
    this.told = text;
    this.say(text);
    // Chips are many nodes: they follow in the next frame, so that the marks never wait for them.
    cancelAnimationFrame(this.chipsDue);
    this.chipsDue = requestAnimationFrame(() => buildChips(this.page, this, shown));
  }

  say(text) {
    this.page.sentence.textContent = text;
  }

  sentenceOf(row, verdicts) {
    const { scene, words, language } = this;
    const { tokens, groups, groupNames, panels, k } = scene;
    const drawn = panels.map((panel, index) => [panel, verdicts[index]]).filter(([, verdict]) => verdict);
    const maps = drawn.map(([{ title }, { kept }]) => say(words.map_keeps, { title, kept: kept.length }, language));
    const names = Array.from(nearestOf(scene, row).subarray(0, 8), (other) => shorten(tokens[other]));
    const group = groupNames[groups[row]];
    const fields = { token: tokens[row], group: group ? `, ${group}` : "", k, maps: maps.join(", "), names: names.join(", ") };
    return say(words.sentence, fields, language);
  }

  restSentence() {
    const { scene, chosen, words, language } = this;
    if (!chosen.length) return say(words.rest, { rows: scene.n }, language);
    const names = chosen.slice(0, 12).map((row) => shorten(scene.tokens[row]));
    const more = chosen.length > names.length ? ", …" : "";
    return say(words.selected, { count: chosen.length, names: names.join(", ") + more }, language);
  }

  close() {
    cancelAnimationFrame(this.chipsDue);
    this.watcher.disconnect();
    this.painter.close();
    this.page.host.remove();
  }
}

/** WebGL2, or the slower 2D pen where the browser has none. */
function painterFor(canvas, repaint) {
  try {
    return new Painter(canvas, repaint);
  } catch (error) {
    if (!(error instanceof NoWebGL2)) throw error;
    return new PlainPainter(canvas);
  }
}
