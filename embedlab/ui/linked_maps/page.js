// The element's own page: bar, panels, legend, sentence. Every text is set as text, never as markup.

function button(className, parent, text, title, act) {
  const node = make("button", className, parent, text);
  node.type = "button";
  if (title) node.title = title;
  if (title && text.length === 1) node.setAttribute("aria-label", title); // a sign is no name
  node.addEventListener("click", act);
  return node;
}

/** Builds the fixed parts once; `maps` does what the controls ask. */
function buildPage(root, maps) {
  const host = make("div", "linked-maps", root);
  const bar = make("div", "bar", host);
  const modes = make("div", "modes", bar);
  modes.setAttribute("role", "group");
  const zooms = make("div", "modes", bar);
  const search = make("input", "search", bar);
  search.type = "search";
  search.setAttribute("list", "linked-maps-found");
  search.autocomplete = "off";
  search.spellcheck = false;
  const found = make("datalist", "", bar);
  found.id = "linked-maps-found";
  search.addEventListener("input", () => maps.suggest(search.value));
  search.addEventListener("keydown", (event) => event.key === "Enter" && maps.find(search.value));
  const legend = make("div", "legend", bar);
  legend.setAttribute("role", "group");
  const stage = make("div", "stage", host);
  stage.tabIndex = 0;
  stage.setAttribute("role", "application");
  const panels = make("div", "panels", stage);
  const dots = make("canvas", "layer", stage);
  const ink = make("canvas", "layer", stage);
  const foot = make("div", "foot", host);
  const sentence = make("p", "sentence", foot);
  sentence.setAttribute("aria-live", "polite");
  const marks = make("p", "marks", foot);
  const chips = make("div", "chips", host);
  const end = make("div", "end", host);
  const help = make("p", "help", end);
  const outputs = make("div", "modes", end);
  return { host, modes, zooms, outputs, search, found, legend, stage, panels, dots, ink, sentence, marks, chips, help };
}

function buildModes(page, words, maps) {
  page.modes.replaceChildren();
  for (const name of ["pan", "lasso", "box"]) {
    const node = button("", page.modes, words[name], "", () => maps.setMode(name));
    node.setAttribute("aria-pressed", String(name === maps.mode));
  }
  page.zooms.replaceChildren();
  button("", page.zooms, "+", words.zoom_in, () => maps.zoomAll(1.5));
  button("", page.zooms, "−", words.zoom_out, () => maps.zoomAll(1 / 1.5));
  button("", page.zooms, words.whole, words.whole_help, () => maps.showWhole(maps.scene.panels));
  button("", page.zooms, words.clear, words.clear_help, () => maps.clear());
  page.outputs.replaceChildren();
  button("", page.outputs, "PNG", words.png_help, () => maps.exportAs("png"));
  const svg = button("", page.outputs, "SVG", words.svg_help, () => maps.exportAs("svg"));
  svg.disabled = maps.scene.n > MOST_IN_SVG;
}

/** Title, share kept with chance beside it, square frame, and what may be read from the map. */
function buildPanels(page, scene) {
  page.panels.replaceChildren();
  page.panels.style.setProperty("--panels", scene.panels.length);
  return scene.panels.map((panel) => {
    const figure = make("figure", "panel", page.panels);
    const head = make("figcaption", "head", figure);
    make("strong", "title", head, panel.title);
    if (panel.kept !== null) buildBadge(make("span", "badge", head), panel);
    const frame = make("div", "frame", figure);
    if (!panel.grid) make("span", "waiting", frame, panel.waiting);
    const caption = make("div", "caption", figure);
    for (const line of panel.caption) make("p", "", caption, line);
    return frame;
  });
}

/** A bar that starts at chance: a map that keeps no more than chance has no bar at all. */
function buildBadge(badge, panel) {
  const track = make("span", "track", badge);
  const fill = make("span", "fill", track);
  fill.style.left = `${100 * panel.chance}%`;
  fill.style.width = `${100 * Math.max(0, panel.kept - panel.chance)}%`;
  make("b", "", badge, panel.badge[0]);
  make("span", "", badge, panel.badge[1]);
}
