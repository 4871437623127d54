// The maps as one sheet to keep: what is seen, and under it what the declaration says. One drawing for PNG and SVG.

const SHEET = { side: 420, gap: 20, margin: 24, line: 16, head: 34, foot: 64 };

/** Draws the sheet with any 2D pen; the pen's sheet must be as large as `sheetSize` says. */
function drawSheet(pen, maps) {
  const { scene, theme, look, halos } = maps;
  const { side, gap, margin, head } = SHEET;
  const marks = new Overlay(pen);
  marks.theme = theme;
  pen.fillStyle = theme.background;
  pen.fillRect(0, 0, ...sheetSize(maps));
  drawSheetLegend(marks, maps);
  const frames = scene.panels.map((_, index) => ({ x: margin + index * (side + gap), y: margin + SHEET.foot + head, size: side }));
  scene.panels.forEach((panel, index) => {
    const frame = frames[index];
    marks.write(panel.title, frame.x, frame.y - 16, { size: 16, weight: 600 });
    marks.write(panel.badge.join(" "), frame.x + side, frame.y - 16, { size: 12, align: "right", colour: theme.muted });
    if (panel.grid) {
      pen.save();
      clipTo(pen, frame);
      paintDots(pen, scene, panel, frame, look, halos[index]);
      pen.restore();
    }
    pen.strokeStyle = theme.line;
    pen.lineWidth = 1;
    pen.strokeRect(frame.x, frame.y, side, side);
    captionLines(pen, theme, panel).forEach((line, at) => {
      marks.write(line, frame.x, frame.y + side + 18 + SHEET.line * at, { size: 12, colour: theme.muted });
    });
  });
  new Overlay(pen).draw(scene, frames, theme, maps.shown(), maps.named(), null);
}

/** Two lines over the maps: what the element says now, and what the colours mean. */
function drawSheetLegend(marks, maps) {
  const { theme, page } = maps;
  const { margin, line } = SHEET;
  const [width] = sheetSize(maps);
  const [sentence] = wrapped(marks.pen, page.sentence.textContent, width - 2 * margin, `13px ${theme.font}`);
  marks.write(sentence, margin, margin + 4, { size: 13 });
  let x = margin;
  for (const [colour, text] of sheetColours(maps)) {
    marks.dot(x + 5, margin + 4 + 1.8 * line, 5, colour);
    marks.write(text, x + 15, margin + 4 + 1.8 * line, { size: 12 });
    x += 15 + marks.pen.measureText(text).width + 18;
  }
}

/** [colour, meaning] of classes or ranks, and of the cells of distortion while they are drawn. */
function sheetColours(maps) {
  const { scene, theme, ranks, isDistorted } = maps;
  const groups = Object.entries(scene.groupNames).map(([group, name]) => [theme.groups[group], name]);
  return [...(ranks ? namedRamp(maps) : groups), ...(isDistorted ? namedCells(maps) : [])];
}

function sheetSize(maps) {
  const { side, gap, margin, line, head, foot } = SHEET;
  const { panels } = maps.scene;
  const lines = Math.max(...panels.map((panel) => captionLines(maps.overlay.pen, maps.theme, panel).length));
  return [2 * margin + panels.length * (side + gap) - gap, 2 * margin + foot + head + side + 12 + line * lines];
}

function captionLines(pen, theme, panel) {
  return panel.caption.flatMap((text) => wrapped(pen, text, SHEET.side, `12px ${theme.font}`));
}

/** A text in lines no wider than `width`, broken at spaces. */
function wrapped(pen, text, width, font) {
  pen.font = font;
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Twice the pixels, so that it can be printed. */
function savePng(maps) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = sheetSize(maps).map((length) => 2 * length);
  const pen = canvas.getContext("2d");
  pen.scale(2, 2);
  drawSheet(pen, maps);
  canvas.toBlob((blob) => download(blob, "maps.png"), "image/png");
}

function saveSvg(maps) {
  const pen = new SvgPen(...sheetSize(maps));
  drawSheet(pen, maps);
  download(new Blob([pen.toString()], { type: "image/svg+xml" }), "maps.svg");
}

function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may not have read it yet
}
