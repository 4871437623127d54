// Pointer, wheel and keys; and the read-only probe that tests and benches use.

const REACH = { mouse: 14, pen: 16, touch: 24 }; // how near the pointer must come to a dot, CSS pixels
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** The panel under the pointer and the pointer's place in its frame; null beside the frames. */
function place(maps, event) {
  const outer = maps.page.stage.getBoundingClientRect();
  const [x, y] = [event.clientX - outer.left, event.clientY - outer.top];
  const index = maps.frames.findIndex((frame) => contains(frame, x, y));
  if (index < 0 || !maps.scene.panels[index].grid) return null;
  const frame = maps.frames[index];
  return { index, frame, panel: maps.scene.panels[index], x: x - frame.x, y: y - frame.y };
}

function rowAt({ panel, frame, x, y }, kind) {
  const scale = (2 * panel.frame.half) / frame.size / panel.view.zoom; // map units per pixel
  return panel.grid.at(...toMap(panel, frame, x, y), (REACH[kind] ?? REACH.mouse) * scale);
}

function listen(maps) {
  const { stage } = maps.page;
  let drag = null;

  stage.addEventListener("pointerdown", (event) => {
    const at = place(maps, event);
    if (!at || event.button > 0) return;
    const mode = event.shiftKey ? "box" : maps.mode;
    drag = { ...at, mode, kind: event.pointerType, points: [[at.x, at.y]], view: { ...at.panel.view }, moved: false };
    if (mode !== "pan" || event.pointerType === "mouse") stage.setPointerCapture(event.pointerId);
  });

  stage.addEventListener("pointermove", (event) => {
    const at = place(maps, event);
    if (drag) return move(event);
    const row = at ? rowAt(at, event.pointerType) : -1;
    if (at) maps.frameNodes[at.index].classList.toggle("aimed", row >= 0);
    return maps.hover(at ? at.index : -1, row);
  });

  function move(event) {
    const outer = stage.getBoundingClientRect();
    const [x, y] = [event.clientX - outer.left - drag.frame.x, event.clientY - outer.top - drag.frame.y];
    const [fromX, fromY] = drag.points[0];
    const [lastX, lastY] = drag.points.at(-1);
    if (!drag.moved && Math.hypot(x - fromX, y - fromY) < 4) return;
    if (!drag.moved) maps.hover(drag.index, -1); // what was hovered must not stay under the line
    drag.moved = true;
    if (drag.mode === "pan") {
      const scale = 2 / drag.frame.size / drag.view.zoom;
      drag.panel.view.x = drag.view.x - (x - fromX) * scale;
      drag.panel.view.y = drag.view.y + (y - fromY) * scale;
      maps.draw();
      return;
    }
    if (drag.mode === "box") drag.points = [[fromX, fromY], [x, fromY], [x, y], [fromX, y]];
    else if (Math.hypot(x - lastX, y - lastY) >= 2) drag.points.push([x, y]);
    maps.line = { panel: drag.index, points: drag.points };
    maps.drawOverlay();
  }

  stage.addEventListener("pointerup", () => {
    if (!drag) return;
    const { panel, frame, mode, moved, points, kind } = drag;
    drag = null;
    maps.line = null;
    if (!moved) {
      const row = rowAt({ panel, frame, x: points[0][0], y: points[0][1] }, kind);
      if (row >= 0 || maps.picked >= 0) maps.pick(row); // beside the dots: none; a selection stays
    } else if (mode !== "pan") maps.choose(insideOf(panel, frame, points));
  });

  stage.addEventListener("pointercancel", () => {
    drag = null;
    maps.line = null;
    maps.hover(-1, -1);
  });
  stage.addEventListener("pointerleave", () => !drag && maps.hover(-1, -1));
  stage.addEventListener("dblclick", (event) => {
    const at = place(maps, event);
    if (at && rowAt(at, "mouse") < 0) maps.showWhole([at.panel]);
  });
  stage.addEventListener("wheel", (event) => {
    const at = place(maps, event);
    if (!at || !(event.ctrlKey || event.metaKey)) return; // a bare wheel scrolls the page
    event.preventDefault();
    const [x, y] = [(2 * at.x) / at.frame.size - 1, 1 - (2 * at.y) / at.frame.size];
    maps.zoomPanel(at.panel, Math.exp(-event.deltaY / 300), x, y);
    maps.draw();
  }, { passive: false });
  stage.addEventListener("keydown", (event) => press(maps, event) && event.preventDefault());
}

function insideOf(panel, frame, points) {
  return rowsInside(points.map(([x, y]) => toMap(panel, frame, x, y)), panel.x, panel.y);
}

/** Keys of the stage; says whether the key meant something. */
function press(maps, { key }) {
  const { scene, active } = maps;
  const panel = scene.panels[active];
  if (key === "Escape") maps.clear();
  else if (key === "+" || key === "-") maps.zoomAll(key === "+" ? 1.5 : 1 / 1.5);
  else if (key in ARROWS && panel?.grid) {
    const next = maps.row < 0 ? scene.named[0] : panel.grid.toward(maps.row, ...ARROWS[key]);
    if (next >= 0) maps.hover(active, next);
  } else if (key === "Enter" && maps.row >= 0) maps.pick(maps.row);
  else if (scene.panels[Number(key) - 1]) maps.active = Number(key) - 1;
  else return false;
  return true;
}

/** What tests may ask. Nothing here changes what a reader sees: `time` puts everything back. */
function probe(maps) {
  const finish = () => maps.painter.read(0, 0); // waits until the dots are drawn
  const timed = (act) => {
    const start = performance.now();
    act();
    finish();
    return performance.now() - start;
  };
  return Object.freeze({
    pixel(panel, row) {
      const outer = maps.page.stage.getBoundingClientRect();
      const [x, y] = toScreen(maps.scene.panels[panel], maps.frames[panel], row);
      return [outer.left + x, outer.top + y];
    },
    colour(panel, row) {
      maps.draw();
      const [x, y] = toScreen(maps.scene.panels[panel], maps.frames[panel], row);
      return maps.painter.read(x * maps.ratio, maps.page.dots.height - y * maps.ratio);
    },
    state() {
      const { row, picked, chosen, mode, group, theme, scene } = maps;
      const verdicts = row < 0 ? null : maps.verdicts(row);
      const views = scene.panels.map((panel) => panel.view && { ...panel.view });
      return { row, picked, verdicts, chosen: [...chosen], mode, group, dark: theme.dark, views, digest: scene.digest };
    },
    judge: (row) => maps.verdicts(row),
    inside: (panel, points) => insideOf(maps.scene.panels[panel], maps.frames[panel], points),
    time(what, panel, argument) {
      const { chosen, group, hovered } = maps;
      const acts = {
        nothing: () => {},
        draw: () => maps.draw(),
        brush: () => maps.choose(insideOf(maps.scene.panels[panel], maps.frames[panel], argument)),
        hover: () => maps.hover(panel, argument),
        zoom: () => maps.zoomAll(1.5),
      };
      const views = maps.scene.panels.map(({ view }) => view && { ...view });
      const spent = timed(acts[what]);
      if (what === "zoom") maps.scene.panels.forEach((other, index) => Object.assign(other, { view: views[index] }));
      if (what === "zoom") maps.draw();
      if (what === "brush") maps.choose(chosen, group);
      if (what === "hover") maps.hover(panel, hovered);
      return spent;
    },
  });
}
