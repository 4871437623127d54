// What a reader does: hover, pick, select, zoom, search.

class LinkedMaps extends Shown {
  constructor(root) {
    super(root);
    listen(this);
    this.fetch = ({ detail }) => detail === this.address && this.scene && this.take();
    globalThis.addEventListener("embedlab-letter", this.fetch);
    this.page.host.probe = probe(this);
  }

  update(component) {
    this.address = component.data.scene.address;
    super.update(component);
    this.take(); // it may have come before the maps
  }

  close() {
    globalThis.removeEventListener("embedlab-letter", this.fetch);
    super.close();
  }

  hover(panel, row) {
    if (panel >= 0 && panel !== this.active) this.enter(panel);
    if (row === this.hovered) return;
    this.hovered = row;
    this.drawOverlay();
  }

  /** Arrow keys walk in this panel from now on. */
  enter(panel) {
    this.active = panel;
    this.frameNodes.forEach((node, index) => node.classList.toggle("active", index === panel));
  }

  /** Picks a row (or none, -1) and reports it to Python, which answers with the ranks of all rows. */
  pick(row) {
    const wasRanked = Boolean(this.ranks);
    if (row !== this.picked) {
      this.ranks = null;
      delete this.page.host.dataset.ranked;
    }
    this.picked = row;
    this.hovered = -1;
    if (wasRanked && !this.ranks) this.redraw();
    else this.drawOverlay();
    this.tell("picked", row < 0 ? null : { digest: this.scene.digest, row });
    this.take();
  }

  /** Marks the rows that Python sent, once; colours all maps by the ranks, if they are those of the picked row. */
  take() {
    const letter = letters().get(this.address);
    if (letter?.digest !== this.scene.digest) return;
    if (letter.marked) {
      const { marked } = letter;
      delete letter.marked;
      if (this.picked >= 0) this.pick(-1); // its lines would lie over them
      this.select(marked);
    }
    if (!letter.ranks || letter.row !== this.picked || this.ranks === letter.ranks) return;
    this.ranks = letter.ranks;
    this.redraw();
    this.page.host.dataset.ranked = String(letter.row);
  }

  choose(rows, group = -1) {
    Object.assign(this, { chosen: rows, group, hovered: -1 });
    this.page.host.dataset.selected = String(rows.length);
    this.redraw();
  }

  /** A selection that the reader made: Python hears of it. */
  select(rows, group = -1) {
    if (!rows.length && !this.chosen.length) return;
    this.choose(rows, group);
    this.tell("selected", rows.length ? { digest: this.scene.digest, rows: Array.from(rows) } : null);
  }

  chooseGroup(group) {
    const rows = [];
    this.scene.groups.forEach((other, row) => other === group && rows.push(row));
    this.select(rows, group);
  }

  /** Forgets the picked row and the selection. */
  clear() {
    if (this.picked >= 0) this.pick(-1);
    else this.hover(-1, -1);
    this.select([]);
  }

  redraw() {
    this.refresh();
    this.draw();
  }

  toggleDistortion() {
    this.isDistorted = !this.isDistorted;
    this.redraw();
  }

  exportAs(kind) {
    if (kind === "png") savePng(this);
    else saveSvg(this);
  }

  setMode(mode) {
    this.mode = mode;
    buildModes(this.page, this.words, this);
    for (const node of this.frameNodes) {
      node.classList.toggle("pan", mode === "pan");
      node.classList.toggle("drawing", mode !== "pan");
    }
  }

  /** Zooms a panel so that the point (x, y) of its frame, -1..1, stays where it is. */
  zoomPanel(panel, factor, x = 0, y = 0) {
    const { view } = panel;
    const zoom = Math.min(64, Math.max(0.2, view.zoom * factor));
    view.x += x / view.zoom - x / zoom;
    view.y += y / view.zoom - y / zoom;
    view.zoom = zoom;
  }

  zoomAll(factor) {
    for (const panel of this.scene.panels) if (panel.grid) this.zoomPanel(panel, factor);
    this.draw();
  }

  /** All rows, outliers too; asked again, back to the frame that holds 98 %. */
  showWhole(panels) {
    const drawn = panels.filter((panel) => panel.grid);
    const isWhole = drawn.every(({ view, whole }) => ["x", "y", "zoom"].every((part) => view[part] === whole[part]));
    for (const panel of drawn) panel.view = isWhole ? homeView() : { ...panel.whole };
    this.draw();
  }

  suggest(typed) {
    this.page.found.replaceChildren();
    for (const row of findRows(this.scene, typed, 8)) make("option", "", this.page.found).value = this.scene.tokens[row];
  }

  find(typed) {
    const [row] = findRows(this.scene, typed, 1);
    if (row !== undefined) this.pick(row);
    else this.say(say(this.words.not_found, { text: shorten(typed) }, this.language));
  }
}
