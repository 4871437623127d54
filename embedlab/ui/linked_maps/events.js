// Pointer and wheel: what is aimed at, dragged and drawn.

const REACH = { mouse: 14, pen: 16, touch: 24 }; // how near the pointer must come to a dot, CSS pixels

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
    if (drag) {
      move(event);
      return;
    }
    const at = place(maps, event);
    const row = at ? rowAt(at, event.pointerType) : -1;
    if (at) maps.frameNodes[at.index].classList.toggle("aimed", row >= 0);
    maps.hover(at ? at.index : -1, row);
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
    } else if (mode !== "pan") maps.select(insideOf(panel, frame, points));
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
