// SPDX-License-Identifier: GPL-3.0-or-later
// The view in three dimensions. x east, y up, z south, metres from the middle of the data.
import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, ConeGeometry, DataTexture, DirectionalLight, DoubleSide, Group, IcosahedronGeometry,
  InstancedMesh, Line, LineBasicMaterial, LinearFilter, LinearMipmapLinearFilter, LineSegments, Matrix4, Mesh, MeshBasicMaterial, MeshLambertMaterial, PerspectiveCamera, Points,
  PointsMaterial, Quaternion, Scene, SRGBColorSpace, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { paint } from './raster.js';
import { pathColour } from './colours.js';
import { columns, scaledDouble } from './data.js';

const MESH_NODES = { plain: 14000, fine: 60000 }; // what the processor, and a graphics card, draw at ease
const RATIO = { plain: 0.75, quick: 0.5 }; // pixels of the picture to one of the page: at rest, one of many frames
const QUICK_STEPS = 200; // parts of the size below which two points of a path are one in quick frames
const QUICK_MS = 400; // a frame that follows another within this is one of many

export class View {
  /// content: {terrain, tracks, pieces, lines, motions, stems, summary, forest}
  constructor(canvas, content) {
    Object.assign(this, content);
    this.canvas = canvas;
    this.plain = isSoftware();
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.plain, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(this.plain ? RATIO.plain : Math.min(2, window.devicePixelRatio || 1));
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(45, 1, 1, 1e6);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.maxPolarAngle = 0.495 * Math.PI;
    this.controls.addEventListener('change', () => this.request());
    this.root = new Group(); // is stretched in height
    this.scene.add(this.root, new AmbientLight(0xffffff, 1.6));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-1, 2, -1);
    this.scene.add(sun);
    this.time = this.tracks ? this.tracks.last : 0;
    this.enlarge = 4;
    this.follows = false;
    this.selected = -1;
    this.frames = 0;
    this.quick = false;
    this.drawn = -Infinity;
    this.place();
    this.buildTerrain();
    this.buildLines();
    if (this.tracks) {
      this.buildPaths();
      this.buildRocks();
    }
    this.home();
  }

  /// Middle and size of what is to be seen.
  place() {
    const { terrain, tracks } = this;
    let [x0, y0, x1, y1] = terrain.box;
    if (tracks) {
      x0 = y0 = Infinity;
      x1 = y1 = -Infinity;
      for (const { x, y } of [tracks, ...(this.pieces ? [this.pieces] : [])])
        for (let i = 0; i < x.length; i++) {
          x0 = Math.min(x0, x[i]);
          x1 = Math.max(x1, x[i]);
          y0 = Math.min(y0, y[i]);
          y1 = Math.max(y1, y[i]);
        }
    }
    this.cx = (x0 + x1) / 2;
    this.cy = (y0 + y1) / 2;
    this.size = Math.max(x1 - x0, y1 - y0, 20 * terrain.dem_cell);
    this.cz = terrain.height(this.cx, this.cy);
    if (Number.isNaN(this.cz)) this.cz = (terrain.low + terrain.high) / 2;
  }

  local(x, y, z, target = new Vector3()) {
    return target.set(x - this.cx, z - this.cz, this.cy - y);
  }

  buildTerrain() {
    const { terrain } = this;
    // the neighbourhood of the data is fine, the whole terrain is not needed
    const reach = 0.9 * this.size;
    const i0 = Math.max(0, Math.floor((this.cx - reach - terrain.x0) / terrain.cell));
    const i1 = Math.min(terrain.nx - 1, Math.ceil((this.cx + reach - terrain.x0) / terrain.cell));
    const j0 = Math.max(0, Math.floor((this.cy - reach - terrain.y0) / terrain.cell));
    const j1 = Math.min(terrain.ny - 1, Math.ceil((this.cy + reach - terrain.y0) / terrain.cell));
    const step = Math.max(1, Math.ceil(Math.sqrt(((i1 - i0 + 1) * (j1 - j0 + 1)) / MESH_NODES[this.plain ? 'plain' : 'fine'])));
    const nx = Math.floor((i1 - i0) / step) + 1;
    const ny = Math.floor((j1 - j0) / step) + 1;
    this.patch = { x0: terrain.x0 + i0 * terrain.cell, y0: terrain.y0 + j0 * terrain.cell, wide: (nx - 1) * step * terrain.cell, high: (ny - 1) * step * terrain.cell };
    const positions = new Float32Array(3 * nx * ny);
    const uv = new Float32Array(2 * nx * ny);
    const v = new Vector3();
    const good = new Uint8Array(nx * ny);
    for (let j = 0; j < ny; j++)
      for (let i = 0; i < nx; i++) {
        const k = j * nx + i;
        const z = terrain.z[(j0 + j * step) * terrain.nx + i0 + i * step];
        good[k] = z === z ? 1 : 0;
        this.local(this.patch.x0 + i * step * terrain.cell, this.patch.y0 + j * step * terrain.cell, z === z ? z : this.cz, v).toArray(positions, 3 * k);
        uv[2 * k] = i / (nx - 1);
        uv[2 * k + 1] = 1 - j / (ny - 1); // the picture's first row is the north
      }
    const index = [];
    for (let j = 0; j + 1 < ny; j++)
      for (let i = 0; i + 1 < nx; i++) {
        const a = j * nx + i, b = a + 1, c = a + nx, d = c + 1;
        if (good[a] && good[b] && good[c]) index.push(a, b, c);
        if (good[b] && good[d] && good[c]) index.push(b, d, c);
      }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('uv', new BufferAttribute(uv, 2));
    geometry.setIndex(index);
    this.ground = new Mesh(geometry, new MeshBasicMaterial());
    this.root.add(this.ground);
  }

  /// Drape relief and a layer. @param layer has been read; null: relief alone
  drape(layer, forest) {
    const { patch } = this;
    const width = Math.round(Math.min(this.plain ? 900 : 1600, Math.max(500, (2 * patch.wide) / this.terrain.cell)));
    const metres = patch.wide / width;
    const height = Math.max(1, Math.round(patch.high / metres));
    const image = paint({ west: patch.x0, north: patch.y0 + patch.high, metres, width, height }, this.terrain, { layer, opacity: 0.72, forest, contours: 0, empty: [176, 174, 168, 255] });
    const texture = new DataTexture(new Uint8Array(image.data.buffer), width, height);
    texture.colorSpace = SRGBColorSpace;
    texture.magFilter = LinearFilter;
    texture.minFilter = this.plain ? LinearFilter : LinearMipmapLinearFilter;
    texture.generateMipmaps = !this.plain;
    texture.anisotropy = this.plain ? 1 : 4;
    texture.needsUpdate = true;
    this.ground.material.map?.dispose();
    this.ground.material.map = texture;
    this.ground.material.needsUpdate = true;
    this.draped = layer?.name ?? '';
    this.request();
  }

  /// Screens and nets as walls, others as lines over the ground.
  buildLines() {
    this.lineGroup = new Group();
    for (const line of this.lines ?? []) {
      const colour = new Color(line.colour);
      const high = line.kind === 'screen' ? this.heightOfScreen(line.name) : this.heightOfWork(line);
      const points = this.densified(line);
      const base = points.map(([x, y]) => this.local(x, y, (this.terrain.height(x, y) || this.cz) + 0.6));
      const shown = new BufferGeometry().setFromPoints(base);
      this.lineGroup.add(new Line(shown, new LineBasicMaterial({ color: colour })));
      if (high > 0) this.lineGroup.add(this.wall(base, high, colour, line.is_area ? 0.75 : 0.34));
    }
    this.root.add(this.lineGroup);
  }

  densified(line) {
    const points = [];
    const n = line.xy.length / 2;
    const all = line.is_area && (line.xy[0] !== line.xy[2 * n - 2] || line.xy[1] !== line.xy[2 * n - 1]) ? n + 1 : n;
    for (let k = 0; k < all; k++) {
      const at = k % n;
      const [x, y] = [line.xy[2 * at], line.xy[2 * at + 1]];
      if (k > 0) {
        const [px, py] = [line.xy[2 * (k - 1)], line.xy[2 * (k - 1) + 1]];
        const parts = Math.ceil(Math.hypot(x - px, y - py) / (2 * this.terrain.cell));
        for (let i = 1; i < parts; i++) points.push([px + ((x - px) * i) / parts, py + ((y - py) * i) / parts]);
      }
      points.push([x, y]);
    }
    return points;
  }

  heightOfScreen(name) {
    const screen = this.summary.screens?.find((s) => s.name === name);
    return Math.max(2, screen?.top_height_m?.max ?? screen?.height_m?.max ?? 5);
  }

  heightOfWork(line) {
    const list = { net: 'nets', wall: 'walls' }[line.kind];
    return line.is_area ? 7 : list ? (this.summary[list]?.find((w) => w.name === line.name)?.height_m ?? 4) : 0;
  }

  wall(base, high, colour, opacity) {
    const positions = [];
    for (let k = 0; k + 1 < base.length; k++) {
      const a = base[k], b = base[k + 1];
      positions.push(a.x, a.y, a.z, b.x, b.y, b.z, b.x, b.y + high, b.z, a.x, a.y, a.z, b.x, b.y + high, b.z, a.x, a.y + high, a.z);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
    return new Mesh(geometry, new MeshBasicMaterial({ color: colour, transparent: true, opacity, side: DoubleSide, depthWrite: false }));
  }

  async buildForest() {
    if (!this.stems || this.trees) return;
    const found = await columns('stems', 3);
    const [x, y, tall] = found.map((c, k) => scaledDouble(c, ...this.stems.ranges[k]));
    const step = Math.ceil(x.length / 2500);
    const cone = new ConeGeometry(1, 1, 5, 1, true);
    cone.translate(0, 0.5, 0);
    const count = Math.floor((x.length - 1) / step) + 1;
    this.trees = new InstancedMesh(cone, new MeshLambertMaterial({ color: 0x3f7d3a, side: DoubleSide }), count);
    const m = new Matrix4();
    const v = new Vector3();
    for (let k = 0; k < count; k++) {
      const i = k * step;
      this.local(x[i], y[i], this.terrain.height(x[i], y[i]) || this.cz, v);
      m.makeScale(tall[i] * 0.13, tall[i], tall[i] * 0.13).setPosition(v);
      this.trees.setMatrixAt(k, m);
    }
    this.trees.frustumCulled = false;
    this.root.add(this.trees);
    this.request();
  }

  /// Lines of paths without colours.
  linesOf(tracks) {
    const positions = new Float32Array(3 * tracks.x.length);
    const v = new Vector3();
    // a hand above the mesh, which is coarser than the terrain
    for (let i = 0; i < tracks.x.length; i++) this.local(tracks.x[i], tracks.y[i], tracks.z[i] + 0.4, v).toArray(positions, 3 * i);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(positions, 3));
    geometry.setAttribute('color', new BufferAttribute(new Float32Array(3 * tracks.x.length), 3));
    const lines = new LineSegments(geometry, new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.9 }));
    lines.frustumCulled = false;
    this.root.add(lines);
    return lines;
  }

  /// Paths of the rocks, and of their fragments from where a rock broke.
  buildPaths() {
    this.paths = this.linesOf(this.tracks);
    if (this.pieces) this.piecePaths = this.linesOf(this.pieces);
    this.mark = new Line(new BufferGeometry(), new LineBasicMaterial({ color: 0x00e5ff, depthTest: false }));
    this.mark.renderOrder = 5;
    this.mark.frustumCulled = false;
    this.root.add(this.mark);
  }

  /// Colours of the points by energy (e), speed (v) or height (h).
  colourBy(what) {
    const c = new Color();
    const most = this.tracks.highest[what];
    for (const [tracks, lines] of [[this.tracks, this.paths], [this.pieces, this.piecePaths]]) {
      if (!tracks) continue;
      const colours = lines.geometry.attributes.color;
      for (let rock = 0; rock < tracks.count; rock++)
        for (let i = tracks.starts[rock]; i < tracks.starts[rock + 1]; i++) {
          const value = what === 'e' ? tracks.energy(rock, i) : tracks[what][i];
          const [r, g, b] = pathColour(value / most);
          c.setRGB(r / 255, g / 255, b / 255, SRGBColorSpace);
          colours.setXYZ(i, c.r, c.g, c.b);
        }
      colours.needsUpdate = true;
    }
    this.request();
  }

  /// Show these rocks alone, with their fragments.
  show(rocks) {
    this.shown = rocks;
    const { tracks, pieces } = this;
    const numbers = new Set(rocks.map((k) => tracks.rock[k]));
    this.shownPieces = pieces ? pieces.choose(Infinity, (k) => numbers.has(pieces.rock[k])) : [];
    this.setSegments();
    const rest = (of, list) => list.filter((k) => of.outcome[k] === 'stopped' || of.outcome[k] === 'caught').flatMap((k) => {
      const i = of.starts[k + 1] - 1;
      return this.local(of.x[i], of.y[i], of.z[i] + 0.5).toArray();
    });
    const ends = [...rest(tracks, rocks), ...rest(pieces, this.shownPieces)];
    this.deposits?.removeFromParent();
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(ends), 3));
    this.deposits = new Points(geometry, new PointsMaterial({ color: 0x101418, size: 3.5, sizeAttenuation: false }));
    this.deposits.visible = this.showsDeposits ?? true;
    this.deposits.frustumCulled = false;
    this.root.add(this.deposits);
    this.setTime(this.time);
  }

  /// Which points of the paths are drawn.
  setSegments() {
    const least = this.quick ? this.size / QUICK_STEPS : 0;
    for (const [lines, tracks, list] of [[this.paths, this.tracks, this.shown], [this.piecePaths, this.pieces, this.shownPieces]])
      lines?.geometry.setIndex(new BufferAttribute(segments(tracks, list, least), 1));
  }

  buildRocks() {
    this.ballRoom = Math.min(4000, this.tracks.count + (this.pieces?.count ?? 0));
    this.balls = new InstancedMesh(new IcosahedronGeometry(1, 0), new MeshLambertMaterial({ color: 0xf2f2f2, flatShading: true }), this.ballRoom);
    this.balls.frustumCulled = false;
    this.root.add(this.balls);
    this.bodies = new Map(); // by track
    this.pieceBodies = new Map(); // by piece
    const add = (bodies, number, motion) => {
      const mesh = new Mesh(hull(motion), new MeshLambertMaterial({ color: 0xffb347, flatShading: true }));
      this.root.add(mesh);
      bodies.set(number, { motion, mesh, data: null });
    };
    for (const motion of this.motions ?? []) {
      add(this.bodies, motion.track, motion);
      for (const piece of motion.pieces) add(this.pieceBodies, piece.piece, piece);
    }
  }

  async readMotions() {
    for (const [of, bodies] of [['track', this.bodies], ['piece', this.pieceBodies]])
      for (const [number, body] of bodies ?? []) {
        const found = await columns(`motion:${of}:${number}`, 8);
        body.data = found.map((c, k) => scaledDouble(c, ...body.motion.ranges[k]));
      }
    if (this.tracks) this.setTime(this.time);
  }

  /// Put the rocks where they are at a time.
  setTime(time) {
    const { tracks } = this;
    this.time = time;
    const m = new Matrix4();
    const v = new Vector3();
    const q = new Quaternion();
    const s = new Vector3();
    let at = 0;
    const isBorn = (k) => time >= this.pieces.t[this.pieces.starts[k]];
    const put = (bodies, of, list) => {
      const shown = new Set(list);
      for (const [number, body] of bodies) {
        body.mesh.visible = shown.has(number) && body.data !== null && !hasBroken(of, number, time) && (of === tracks || isBorn(number));
        if (body.mesh.visible) this.pose(body, time);
      }
    };
    put(this.bodies, tracks, this.shown);
    put(this.pieceBodies, this.pieces, this.shownPieces);
    const ball = (of, k, hidden) => {
      const r = hidden ? 1e-6 : 0.62 * Math.cbrt(of.volume_m3[k] || 1) * this.enlarge;
      this.local(...of.place(k, time), v);
      v.y += hidden ? 0 : 0.6 * r;
      m.compose(v, q.set(0.3 * Math.sin(k), 0.5, 0.2, 0.8).normalize(), s.set(r, r, r));
      if (at < this.ballRoom) this.balls.setMatrixAt(at++, m);
    };
    for (const k of this.shown) ball(tracks, k, this.bodies.get(k)?.data || hasBroken(tracks, k, time));
    for (const k of this.shownPieces ?? []) ball(this.pieces, k, this.pieceBodies.get(k)?.data || !isBorn(k) || hasBroken(this.pieces, k, time));
    this.balls.count = at;
    this.balls.instanceMatrix.needsUpdate = true;
    if (this.follows && this.selected >= 0) {
      const target = this.local(...tracks.place(this.selected, time), v);
      target.y *= this.root.scale.y;
      const move = target.clone().sub(this.controls.target);
      this.camera.position.add(move);
      this.controls.target.copy(target);
      this.controls.update();
    }
    this.request();
  }

  /// Attitude and place of a rock that tumbles.
  pose({ motion, mesh, data }, time) {
    const [t, x, y, z, qw, qx, qy, qz] = data;
    let a = 0, b = t.length - 1;
    while (b - a > 1) {
      const m = (a + b) >> 1;
      if (t[m] <= time) a = m;
      else b = m;
    }
    const w = Math.min(1, Math.max(0, (time - t[a]) / (t[b] - t[a] || 1)));
    const mix = (c) => (1 - w) * c[a] + w * c[b];
    const from = new Quaternion(qx[a], qz[a], -qy[a], qw[a]).normalize();
    const to = new Quaternion(qx[b], qz[b], -qy[b], qw[b]).normalize();
    mesh.quaternion.copy(from.slerp(to, w));
    this.local(mix(x), mix(y), mix(z), mesh.position);
    mesh.position.y += (this.enlarge - 1) * motion.radius * 0.5;
    mesh.scale.set(this.enlarge, this.enlarge / this.root.scale.y, this.enlarge);
  }

  select(rock) {
    this.selected = rock;
    const { tracks } = this;
    const points = [];
    if (rock >= 0) for (let i = tracks.starts[rock]; i < tracks.starts[rock + 1]; i++) points.push(this.local(tracks.x[i], tracks.y[i], tracks.z[i] + 0.8));
    this.mark.geometry.dispose();
    this.mark.geometry = new BufferGeometry().setFromPoints(points);
    this.setTime(this.time);
  }

  /// Track near a point of the canvas; -1 without.
  pick(px, py) {
    const { tracks } = this;
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    const m = new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse).multiply(this.root.matrixWorld);
    const p = this.paths.geometry.attributes.position.array;
    const e = m.elements;
    let best = 81, found = -1;
    for (const k of this.shown) {
      let lx = NaN, ly = NaN;
      for (let i = tracks.starts[k]; i < tracks.starts[k + 1]; i++) {
        const x = p[3 * i], y = p[3 * i + 1], z = p[3 * i + 2];
        const w = e[3] * x + e[7] * y + e[11] * z + e[15];
        const sx = w > 0 ? (0.5 + (0.5 * (e[0] * x + e[4] * y + e[8] * z + e[12])) / w) * width : NaN;
        const sy = w > 0 ? (0.5 - (0.5 * (e[1] * x + e[5] * y + e[9] * z + e[13])) / w) * height : NaN;
        const ux = sx - lx, uy = sy - ly;
        const t = Math.min(1, Math.max(0, ((px - lx) * ux + (py - ly) * uy) / (ux * ux + uy * uy || 1)));
        const d = (px - lx - t * ux) ** 2 + (py - ly - t * uy) ** 2;
        if (d < best) {
          best = d;
          found = k;
        }
        lx = sx;
        ly = sy;
      }
    }
    return found;
  }

  home() {
    const d = 1.45 * this.size;
    // looks up the slope: from where the rocks end
    let ux = 0.4, uz = 0.9;
    if (this.tracks) {
      const { tracks } = this;
      let dx = 0, dy = 0;
      for (let k = 0; k < tracks.count; k++) {
        dx += tracks.x[tracks.starts[k + 1] - 1] - tracks.x[tracks.starts[k]];
        dy += tracks.y[tracks.starts[k + 1] - 1] - tracks.y[tracks.starts[k]];
      }
      const n = Math.hypot(dx, dy) || 1;
      // a little from the side
      [ux, uz] = [dx / n, -dy / n];
      [ux, uz] = [0.83 * ux - 0.56 * uz, 0.83 * uz + 0.56 * ux];
    }
    this.controls.target.set(0, 0.04 * this.size, 0);
    this.camera.position.set(0.95 * d * ux, 0.5 * d, 0.95 * d * uz);
    this.camera.near = this.size / 500;
    this.camera.far = 20 * this.size;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.request();
  }

  /// By keys: angles in rad, factor of the distance.
  orbit(turn, tilt, factor) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const r = offset.length() * factor;
    const theta = Math.atan2(offset.x, offset.z) + turn;
    const phi = Math.min(1.55, Math.max(0.1, Math.acos(offset.y / offset.length()) + tilt));
    this.camera.position.set(r * Math.sin(phi) * Math.sin(theta), r * Math.cos(phi), r * Math.sin(phi) * Math.cos(theta)).add(this.controls.target);
    this.controls.update();
    this.request();
  }

  stretch(factor) {
    this.root.scale.y = factor;
    this.setTime?.(this.time);
    this.request();
  }

  resize() {
    const width = this.canvas.clientWidth, height = this.canvas.clientHeight;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.request();
  }

  background(colour) {
    this.scene.background = new Color(colour);
    this.request();
  }

  /// Draw once, at the next frame.
  request() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => {
      this.waits = false;
      this.render(this.plain && performance.now() - this.drawn < QUICK_MS);
    });
  }

  /// @param quick one of many frames that the processor draws: fewer pixels, fewer points; all of them follow at rest
  render(quick = false) {
    clearTimeout(this.later);
    if (quick !== this.quick) {
      this.quick = quick;
      this.renderer.setPixelRatio(RATIO[quick ? 'quick' : 'plain']);
      if (this.shown) this.setSegments();
    }
    this.renderer.render(this.scene, this.camera);
    this.frames++;
    this.drawn = performance.now();
    if (quick) this.later = setTimeout(() => this.render(), QUICK_MS);
  }
}

/// Pairs of points of these paths that are at least some metres apart, and the last of each.
function segments({ starts, x, y, z }, list, least) {
  const index = [];
  for (const k of list) {
    let from = starts[k];
    const last = starts[k + 1] - 1;
    for (let i = from + 1; i <= last; i++) {
      if (i < last && Math.hypot(x[i] - x[from], y[i] - y[from], z[i] - z[from]) < least) continue;
      index.push(from, i);
      from = i;
    }
  }
  return new Uint32Array(index);
}

/// Do its fragments fly in its place?
const hasBroken = (tracks, k, time) => tracks.outcome[k] === 'broken' && time >= tracks.ends[k];

/// Does the processor draw? Smooth edges cost it most of its time.
function isSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  const shown = gl?.getParameter(gl.RENDERER) ?? '';
  const info = /WebKit/.test(shown) ? gl.getExtension('WEBGL_debug_renderer_info') : null; // a browser that hides it
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : shown;
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}

/// Faces as triangles. World axes x east, y north, z up become x, z up, -y.
function hull(motion) {
  const positions = [];
  let radius = 0;
  const point = (k) => {
    const [x, y, z] = motion.vertices[k];
    radius = Math.max(radius, Math.hypot(x, y, z));
    return [x, z, -y];
  };
  for (const face of motion.faces)
    for (let k = 1; k + 1 < face.length; k++) positions.push(...point(face[0]), ...point(face[k]), ...point(face[k + 1]));
  motion.radius = radius;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}
