// What tests and benches may ask; it reads only.

/** Nothing here changes what a reader sees: `time` puts everything back. */
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
      return this.at(...this.pixel(panel, row));
    },
    at(pageX, pageY) {
      maps.draw();
      const outer = maps.page.stage.getBoundingClientRect();
      const [x, y] = [pageX - outer.left, pageY - outer.top];
      return maps.painter.read(x * maps.ratio, maps.page.dots.height - y * maps.ratio);
    },
    /** The row that a pointer on a row's dot aims at: another one may lie nearer by a rounding, or on the same spot. */
    aimed(panel, row) {
      const [at, frame] = [maps.scene.panels[panel], maps.frames[panel]];
      const [x, y] = toScreen(at, frame, row);
      return rowAt({ panel: at, frame, x: x - frame.x, y: y - frame.y }, "mouse");
    },
    get readyAt() {
      return maps.readyAt; // performance.now() when all maps stood for the first time
    },
    state() {
      const { row, picked, chosen, mode, group, theme, scene } = maps;
      const ranks = maps.ranks && Array.from(maps.ranks);
      const verdicts = row < 0 ? null : maps.verdicts(row);
      const views = scene.panels.map((panel) => panel.view && { ...panel.view });
      return { row, picked, ranks, verdicts, chosen: [...chosen], mode, group, dark: theme.dark, views, digest: scene.digest };
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
        colour: () => maps.redraw(),
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
