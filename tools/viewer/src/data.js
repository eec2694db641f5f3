// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of the page that src/studies/report wrote: zlib streams in base64.

const waiting = new Map();

async function inflate(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let k = 0; k < text.length; k++) bytes[k] = text.charCodeAt(k);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// Is there an element of this name?
export const has = (name) => document.getElementById(name) !== null;

/// Names that begin so, without the beginning.
export const names = (begin) =>
  [...document.querySelectorAll(`script[id^="${begin}"]`)].map((e) => e.id.slice(begin.length));

/// Bytes of an element; read once.
export function bytes(name) {
  if (!waiting.has(name)) waiting.set(name, inflate(document.getElementById(name).textContent));
  return waiting.get(name);
}

export async function text(name) {
  return has(name) ? new TextDecoder().decode(await bytes(name)) : null;
}

export async function json(name) {
  const found = await text(name);
  return found === null ? null : JSON.parse(found);
}

/// Columns of 16-bit numbers, stored as differences in two planes of bytes.
export async function columns(name, count) {
  const raw = await bytes(name);
  const rows = raw.length / (2 * count);
  const result = [];
  for (let c = 0; c < count; c++) {
    const column = new Uint16Array(rows);
    const low = 2 * c * rows;
    const high = low + rows;
    let value = 0;
    for (let k = 0; k < rows; k++) {
      value = (value + raw[low + k] + (raw[high + k] << 8)) & 65535;
      column[k] = value;
    }
    result.push(column);
  }
  return result;
}

export const NODATA = 65535;

/// Numbers of a column as values between low and high; NaN where there is none.
export function scaled(column, low, high) {
  const values = new Float32Array(column.length);
  const step = (high - low) / 65534;
  for (let k = 0; k < values.length; k++) values[k] = column[k] === NODATA ? NaN : low + step * column[k];
  return values;
}

/// As scaled, with all digits, for times and coordinates.
export function scaledDouble(column, low, high) {
  const values = new Float64Array(column.length);
  const step = (high - low) / 65534;
  for (let k = 0; k < values.length; k++) values[k] = low + step * column[k];
  return values;
}

/// A table with a line of names: rows as objects, numbers where they are such, null where empty.
export function table(csv) {
  const rows = [];
  let row = [];
  let field = '';
  let quoted = false;
  for (let k = 0; k < csv.length; k++) {
    const c = csv[k];
    if (quoted) {
      if (c === '"' && csv[k + 1] === '"') {
        field += '"';
        k++;
      } else if (c === '"') quoted = false;
      else field += c;
    } else if (c === '"') quoted = true;
    else if (c === ',' || c === '\n') {
      row.push(field);
      field = '';
      if (c === '\n') {
        rows.push(row);
        row = [];
      }
    } else if (c !== '\r') field += c;
  }
  if (field !== '' || row.length) rows.push([...row, field]);
  const head = rows.shift() ?? [];
  return {
    head,
    rows: rows.map((cells) =>
      Object.fromEntries(
        head.map((name, k) => {
          const cell = cells[k] ?? '';
          return [name, cell === '' ? null : Number.isFinite(Number(cell)) ? Number(cell) : cell];
        }),
      ),
    ),
  };
}
