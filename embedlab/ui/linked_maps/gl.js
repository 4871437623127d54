// The dots: one WebGL2 context, one viewport per panel. Redrawn whole; hover never comes here.

const PLAIN = 0;
const CHOSEN = 1;
const DIMMED = 2;

const VERTEX = `#version 300 es
uniform vec2 shift; uniform float zoom, size, alpha; uniform int front; uniform vec3 colours[9];
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 look; // group, level
out vec4 colour;
void main() {
  bool chosen = look.y == 1.0;
  gl_Position = chosen == (front == 1) ? vec4((place - shift) * zoom, 0, 1) : vec4(2, 2, 2, 1);
  gl_PointSize = chosen ? size * 1.35 : size;
  float opacity = chosen ? 1.0 : look.y == 2.0 ? 0.16 : alpha;
  colour = vec4(colours[int(look.x)], opacity);
}`;

const FRAGMENT = `#version 300 es
precision highp float; // as in the vertex shader: they share size
uniform float size;
in vec4 colour;
out vec4 pixel;
void main() {
  float edge = 0.5 - length(gl_PointCoord - 0.5);
  float opacity = colour.a * smoothstep(0.0, 1.5 / size, edge);
  pixel = vec4(colour.rgb * opacity, opacity);
}`;

/** Dot diameter and opacity for n rows: small and faint enough that a crowd still shows its shape. */
function dotSize(n, zoom) {
  return Math.min(7, Math.max(2.2, 1.6 + 170 / Math.sqrt(n))) * Math.min(1.8, Math.max(1, Math.sqrt(zoom)));
}

function dotOpacity(n) {
  return Math.min(0.92, Math.max(0.35, 1.44 - 0.213 * Math.log10(Math.max(1, n))));
}

class NoWebGL2 extends Error {}

class Painter {
  /** Throws NoWebGL2. `repaint` is called after a lost context came back. */
  constructor(canvas, repaint) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { alpha: true, antialias: false, premultipliedAlpha: true });
    if (!this.gl) throw new NoWebGL2();
    this.build();
    canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    canvas.addEventListener("webglcontextrestored", () => {
      this.build();
      repaint();
    });
  }

  build() {
    const { gl } = this;
    this.program = gl.createProgram();
    for (const [kind, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(gl.getProgramInfoLog(this.program));
    }
    this.at = (name) => gl.getUniformLocation(this.program, name);
    this.look = gl.createBuffer();
    this.places = new Map(); // panel key -> { digest, buffer }
  }

  /** Uploads group and level of every row: Uint8Array of 2 n. */
  setLook(look) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.look);
    this.gl.bufferData(this.gl.ARRAY_BUFFER, look, this.gl.DYNAMIC_DRAW);
  }

  placesOf(panel) {
    const { gl } = this;
    const known = this.places.get(panel.key);
    if (known?.digest === panel.digest) return known.buffer;
    if (known) gl.deleteBuffer(known.buffer);
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, panel.place, gl.STATIC_DRAW);
    this.places.set(panel.key, { digest: panel.digest, buffer });
    return buffer;
  }

  /** Draws every panel into its frame {x, y, size}, in CSS pixels from the canvas' upper left corner. */
  draw(scene, frames, theme, ratio, anyChosen) {
    const { gl } = this;
    if (gl.isContextLost()) return;
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.program);
    gl.uniform3fv(this.at("colours"), theme.groups.flatMap(rgb));
    gl.uniform1f(this.at("alpha"), dotOpacity(scene.n));
    gl.bindBuffer(gl.ARRAY_BUFFER, this.look);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 2, gl.UNSIGNED_BYTE, false, 2, 0);
    scene.panels.forEach((panel, index) => {
      if (panel.grid) this.drawPanel(scene, panel, frames[index], ratio, anyChosen);
    });
  }

  drawPanel(scene, panel, frame, ratio, anyChosen) {
    const { gl } = this;
    const box = [frame.x, this.canvas.height / ratio - frame.y - frame.size, frame.size, frame.size];
    const pixels = box.map((length) => Math.round(length * ratio));
    gl.viewport(...pixels);
    gl.scissor(...pixels);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.placesOf(panel));
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.uniform2f(this.at("shift"), panel.view.x, panel.view.y);
    gl.uniform1f(this.at("zoom"), panel.view.zoom);
    gl.uniform1f(this.at("size"), dotSize(scene.n, panel.view.zoom) * ratio);
    for (const front of anyChosen ? [0, 1] : [0]) {
      gl.uniform1i(this.at("front"), front);
      gl.drawArrays(gl.POINTS, 0, scene.n);
    }
  }

  /** The colour of one canvas pixel; waits until all drawing is done. Call it in the frame that drew. */
  read(x, y) {
    const pixel = new Uint8Array(4);
    this.gl.readPixels(Math.round(x), Math.round(y), 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, pixel);
    return Array.from(pixel);
  }

  close() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}
