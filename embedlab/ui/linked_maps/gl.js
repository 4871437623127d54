// The dots by WebGL2: one context, one viewport per panel. Redrawn whole; hover never comes here.

const VERTEX = `#version 300 es
uniform vec2 shift; uniform float zoom, size;
layout(location = 0) in vec2 place;
layout(location = 1) in vec4 look; // red, green, blue, opacity
layout(location = 2) in float chosen;
out vec4 colour;
void main() {
  gl_Position = vec4((place - shift) * zoom, 0, 1);
  gl_PointSize = size * (1.0 + ${LARGER - 1} * chosen);
  colour = look;
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
    this.places = new Map(); // panel key -> { digest, buffer }
    this.looks = new Map(); // look -> { bytes, order }, buffers
  }

  buffer(target, content) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, content, gl.STATIC_DRAW);
    return buffer;
  }

  /** Forgets all looks but these. */
  keep(looks) {
    for (const [look, { bytes, order }] of this.looks) {
      if (looks.includes(look)) continue;
      this.gl.deleteBuffer(bytes);
      this.gl.deleteBuffer(order);
      this.looks.delete(look);
    }
  }

  useLook(look) {
    const { gl } = this;
    if (!this.looks.has(look)) {
      const bytes = this.buffer(gl.ARRAY_BUFFER, look.bytes);
      this.looks.set(look, { bytes, order: this.buffer(gl.ELEMENT_ARRAY_BUFFER, look.order) });
    }
    const { bytes, order } = this.looks.get(look);
    gl.bindBuffer(gl.ARRAY_BUFFER, bytes);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, BYTES, 0);
    gl.enableVertexAttribArray(2);
    gl.vertexAttribPointer(2, 1, gl.UNSIGNED_BYTE, false, BYTES, 4);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, order);
  }

  usePlaces(panel) {
    const { gl } = this;
    const known = this.places.get(panel.key);
    if (known?.digest !== panel.digest) {
      if (known) gl.deleteBuffer(known.buffer);
      this.places.set(panel.key, { digest: panel.digest, buffer: this.buffer(gl.ARRAY_BUFFER, panel.place) });
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.places.get(panel.key).buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  }

  /** Draws every panel into its frame {x, y, size}, in CSS pixels from the canvas' upper left corner. */
  draw(scene, frames, ratio, look, halos) {
    const { gl } = this;
    if (gl.isContextLost()) return;
    this.keep([look, ...halos]);
    gl.disable(gl.SCISSOR_TEST);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.SCISSOR_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(this.program);
    scene.panels.forEach((panel, index) => {
      if (panel.grid) this.drawPanel(scene, panel, frames[index], ratio, look, halos[index]);
    });
  }

  drawPanel(scene, panel, frame, ratio, look, halo) {
    const { gl } = this;
    const box = [frame.x, this.canvas.height / ratio - frame.y - frame.size, frame.size, frame.size];
    const pixels = box.map((length) => Math.round(length * ratio));
    gl.viewport(...pixels);
    gl.scissor(...pixels);
    this.usePlaces(panel);
    gl.uniform2f(this.at("shift"), panel.view.x, panel.view.y);
    gl.uniform1f(this.at("zoom"), panel.view.zoom);
    const size = dotSize(scene.n, panel.view.zoom);
    const layers = halo ? cellSizes(size).map((diameter) => [halo, diameter]) : [];
    for (const [one, diameter] of [...layers, [look, size]]) {
      this.useLook(one);
      gl.uniform1f(this.at("size"), diameter * ratio);
      gl.drawElements(gl.POINTS, one.n, gl.UNSIGNED_INT, 0);
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
