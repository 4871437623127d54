// What one element shows: it follows the data, the theme and the size of the page.

class Shown {
  constructor(root) {
    this.page = buildPage(root, this);
    this.mode = "pan";
    this.active = 0; // the panel that arrow keys walk in
    this.painter = new Painter(this.page.dots, () => this.repaint());
    this.overlay = new Overlay(this.page.ink);
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
      Object.assign(this, { hovered: -1, picked: -1, group: -1, chosen: [], stale: true });
      this.page.search.value = "";
      this.page.host.dataset.selected = "0";
    }
    const { page } = this;
    page.host.dataset.digest = this.scene.digest;
    page.search.placeholder = words.search;
    page.search.setAttribute("aria-label", words.search);
    page.stage.setAttribute("aria-label", words.stage);
    page.help.textContent = words.help;
    this.frameNodes = buildPanels(page, this.scene);
    this.repaint();
    page.host.dataset.ready = String(this.scene.panels.filter((panel) => panel.grid).length);
  }

  /** Everything anew: after new data, another theme, or a context that was lost. */
  repaint() {
    this.theme = themeOf(this.page.host, this.palettes);
    buildMarks(this.page, this.words, this.theme);
    this.setMode(this.mode);
    this.stale = true;
    this.refreshLegend();
    this.resize();
  }

  refreshLegend() {
    const choose = (group) => this.chooseGroup(group === this.group ? -1 : group);
    buildLegend(this.page, this.scene, this.words, this.theme, this.language, this.group, choose);
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
    if (this.stale) {
      this.painter.setLook(this.look());
      this.stale = false;
    }
    this.painter.draw(this.scene, this.frames, this.theme, this.ratio, this.chosen.length > 0);
    this.drawOverlay();
  }

  /** Group and level of every row; while some are chosen the others step back. */
  look() {
    const { n, groups } = this.scene;
    const look = new Uint8Array(2 * n);
    const rest = this.chosen.length ? DIMMED : PLAIN;
    for (let row = 0; row < n; row++) [look[2 * row], look[2 * row + 1]] = [groups[row], rest];
    for (const row of this.chosen) look[2 * row + 1] = CHOSEN;
    return look;
  }

  /** The row whose neighbours are shown: the one under the pointer, else the one picked. */
  get row() {
    return this.hovered >= 0 ? this.hovered : this.picked;
  }

  verdicts(row) {
    return this.scene.panels.map((panel) => (panel.grid ? judge(this.scene, panel, row) : null));
  }

  drawOverlay() {
    const { row, words, language } = this;
    const shown = row < 0 ? null : { row, words, language, verdicts: this.verdicts(row), veil: !this.chosen.length };
    const named = this.chosen.length ? this.chosen.slice(0, MOST_NAMES) : this.scene.named;
    this.overlay.draw(this.scene, this.frames, this.theme, this.ratio, shown, named, this.line);
    const text = shown ? this.sentenceOf(row, shown.verdicts) : this.restSentence();
    if (this.page.sentence.textContent !== text) this.page.sentence.textContent = text;
  }

  sentenceOf(row, verdicts) {
    const { scene, words, language } = this;
    const { tokens, groups, groupNames, panels, nearest, k } = scene;
    const drawn = panels.map((panel, index) => [panel, verdicts[index]]).filter(([, verdict]) => verdict);
    const maps = drawn.map(([{ title }, { kept }]) => say(words.map_keeps, { title, kept: kept.length }, language));
    const names = Array.from(nearest.subarray(row * k, row * k + 8), (other) => shorten(tokens[other]));
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
    this.watcher.disconnect();
    this.painter.close();
    this.page.host.remove();
  }
}
