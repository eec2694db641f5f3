// SPDX-License-Identifier: GPL-3.0-or-later
// Dropped rocks in the 3D view: their tracks, and the one that is shown with its attitude.
import { BufferAttribute, BufferGeometry, DoubleSide, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Vector3 } from 'three';
import { STEP } from '../../wasm/index.mjs';

const TRACK = 0x00a2ff; // no colour of the recorded paths
const ROCK = 0xff7a1a;

/// Tracks of results as one object. @param lift m over the ground
function lines(view, live, results, colour, lift) {
  const count = results.reduce((sum, r) => sum + r.points.length, 0);
  const positions = new Float32Array(3 * count);
  const index = [];
  const place = new Vector3();
  let at = 0;
  for (const { points } of results)
    points.forEach(([, x, y, z], k) => {
      view.local(live.east + x, live.north + y, z + lift, place).toArray(positions, 3 * at);
      if (k > 0) index.push(at - 1, at);
      at++;
    });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(index);
  const line = new LineSegments(geometry, new LineBasicMaterial({ color: colour }));
  line.frustumCulled = false;
  return line;
}

/// Hull of a rock in the axes of the view (x east, y up, z south).
function hull(rock, result) {
  const scale = rock.own ? result.scale : Math.cbrt(result.volume_m3 / rock.volume_m3);
  const positions = [];
  for (const face of rock.faces)
    for (let k = 1; k + 1 < face.length; k++)
      for (const i of [face[0], face[k], face[k + 1]]) positions.push(scale * rock.vertices[i][0], scale * rock.vertices[i][2], -scale * rock.vertices[i][1]);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}

function remove(part) {
  part?.removeFromParent();
  part?.geometry.dispose();
  part?.material.dispose();
}

/// All tracks of a drop.
export function draw(view, live, drop) {
  drop.line = lines(view, live, drop.results, TRACK, 0.5);
  view.root.add(drop.line);
}

/// The rock that is shown, at its end; of several its track is marked.
export function drawRock(view, live, drop) {
  remove(drop.body);
  remove(drop.mark);
  drop.mark = drop.results.length > 1 ? lines(view, live, [drop.result], ROCK, 0.8) : null;
  drop.body = new Mesh(hull(live.rocks[drop.request.rock], drop.result), new MeshLambertMaterial({ color: ROCK, flatShading: true, side: DoubleSide }));
  view.root.add(drop.body, ...(drop.mark ? [drop.mark] : []));
  pose(view, live, drop, Infinity);
}

/// The rock where it is at a time.
export function pose(view, live, { result, body }, time) {
  const large = view.enlarge ?? 1;
  let k = 0;
  while (k + 1 < result.count && result.steps[(k + 1) * STEP.size] <= time) k++;
  const s = result.steps.subarray(k * STEP.size, (k + 1) * STEP.size);
  body.quaternion.set(s[STEP.p + 1], s[STEP.p + 3], -s[STEP.p + 2], s[STEP.p]);
  view.local(live.east + s[STEP.r], live.north + s[STEP.r + 1], s[STEP.r + 2], body.position);
  body.position.y += 0.4 * (large - 1) * Math.cbrt(result.volume_m3);
  body.scale.set(large, large / view.root.scale.y, large);
  view.request();
}

export function erase({ line, body, mark }) {
  for (const part of [line, body, mark]) remove(part);
}
