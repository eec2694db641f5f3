// SPDX-License-Identifier: GPL-3.0-or-later
// A dropped rock, and the command that drops the same rock with the program.

/// Text of a shell that does not look into it.
const quoted = (text) => (/^[A-Za-z0-9._/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);
const list = (numbers) => `[${numbers.join(', ')}]`;

/// A request in the coordinates of the DEM, as Talus.drop takes it.
/// @param live member "live" of a report's data
export function local(live, request) {
  return { ...request, x: request.x - live.east, y: request.y - live.north };
}

/// Drop a rock at a place in the coordinates of the DEM.
export function dropAt(talus, live, request, every = 0) {
  return talus.drop(local(live, request), every);
}

/// How the rocks of the scenario start.
export function defaults(live) {
  const { release } = live;
  return { height: release.height_m, velocity: release.velocity_m_s, spin: release.spin_rad_s, spinInWorld: release.spin_in_world, rock: Math.max(0, live.rocks.findIndex((r) => !r.hull)), scheme: live.scheme, seed: BigInt(live.seed) };
}

/// The command whose summary.json has the rock's hash; to be run in the result directory of the report.
export function command(live, request, { scenario = 'scenario.yaml', out = 'live-rock' } = {}) {
  const rock = live.rocks[request.rock ?? 0];
  const release = [
    'name: live',
    `points_m: [[${request.x}, ${request.y}]]`,
    `rocks: ${request.rocks ?? 1}`,
    `height_m: ${request.height ?? 1}`,
    `velocity_m_s: ${list(request.velocity ?? [0, 0, 0])}`,
    `spin_rad_s: ${list(request.spin ?? [0, 0, 0])}`,
    `spin_axes: ${request.spinInWorld ? 'world' : 'body'}`,
    `orientation: ${request.orientation ? list(request.orientation) : 'random'}`,
    ...(rock.own ? [`rock: ${JSON.stringify(rock.name)}`] : []),
    ...(live.rates ? ['frequency: {per_year: 1}'] : []),
  ];
  const sets = [`releases=[{${release.join(', ')}}]`];
  if (!rock.own) {
    const volume = request.volume > 0 ? `, volume_m3: ${request.volume}` : '';
    sets.push(`rocks=[{name: live, shape: ${rock.name}, size_m: ${list(rock.size_m)}, density_kg_m3: ${rock.density_kg_m3}${volume}}]`);
  }
  if (request.ground) sets.push(`ground=[{preset: ${request.ground}}]`);
  if (live.breaks) sets.push('fragmentation.law=none');
  const scheme = request.scheme && request.scheme !== live.scheme ? ` --scheme ${request.scheme}` : '';
  return `talus run ${quoted(scenario)} --out ${quoted(out)} --seed ${request.seed ?? 1}${scheme} ${sets.map((s) => `--set ${quoted(s)}`).join(' ')}`;
}
