// What a reader does: hover, pick, select, zoom, search.

class LinkedMaps extends Shown {
  constructor(root) {
    super(root);
    listen(this);
    this.page.host.probe = probe(this);
  }

  hover(panel, row) {
    if (panel >= 0) this.active = panel;
    if (row === this.hovered) return;
    this.hovered = row;
    this.drawOverlay();
  }

  /** Picks a row (or none, -1) and reports it to Python. */
  pick(row) {
    this.picked = row;
    this.hovered = -1;
    this.drawOverlay();
    this.tell("picked", row < 0 ? null : { digest: this.scene.digest, row });
  }

  choose(rows, group = -1) {
    Object.assign(this, { chosen: rows, group, hovered: -1, stale: true });
    this.page.host.dataset.selected = String(rows.length);
    this.draw();
    this.refreshLegend();
  }

  chooseGroup(group) {
    const rows = [];
    this.scene.groups.forEach((other, row) => other === group && rows.push(row));
    this.choose(rows, group);
  }

  /** Forgets the picked row and the selection; Python hears of it only if a row was picked. */
  clear() {
    if (this.picked >= 0) this.pick(-1);
    this.choose([]);
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
    const isWhole = drawn.every(({ view, whole }) => view.zoom === whole.zoom && view.x === whole.x);
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
    else this.page.sentence.textContent = say(this.words.not_found, { text: shorten(typed) }, this.language);
  }
}
