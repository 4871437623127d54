// Keys of the stage: walk, pick, clear, zoom, and choose the panel to walk in.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Says whether the key meant something. With Ctrl, Alt or Meta it is the browser's: Ctrl and + enlarges the page. */
function press(maps, { key, ctrlKey, altKey, metaKey }) {
  if (ctrlKey || altKey || metaKey) return false;
  const { scene, active } = maps;
  const panel = scene.panels[active];
  if (key === "Escape") maps.clear();
  else if (key === "+" || key === "-") maps.zoomAll(key === "+" ? 1.5 : 1 / 1.5);
  else if (key in ARROWS && panel?.grid) {
    const next = maps.row < 0 ? scene.named[0] : panel.grid.toward(maps.row, ...ARROWS[key]);
    if (next >= 0) maps.hover(active, next);
  } else if (key === "Enter" && maps.row >= 0) maps.pick(maps.row);
  else if (scene.panels[Number(key) - 1]) enter(maps, Number(key) - 1);
  else return false;
  return true;
}

function enter(maps, panel) {
  maps.enter(panel);
  maps.say(say(maps.words.entered, { title: maps.scene.panels[panel].title }, maps.language));
}
