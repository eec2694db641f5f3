// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the program prints them: four digits.

/// Four significant digits, thin spaces between thousands.
export function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 1e-4 || size >= 1e9) {
    const [m, e] = value.toExponential(Math.max(0, digits - 2)).split('e');
    return `${Number(m)}·10${superscript(Number(e))}`;
  }
  if (Number.isInteger(value) && size < 1e9) return thousands(String(value));
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  let text = value.toFixed(Math.min(20, places));
  if (text.includes('.')) text = text.replace(/\.?0+$/, '');
  return thousands(text);
}

function superscript(n) {
  return [...String(n)].map((c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)])).join('');
}

function thousands(text) {
  const [whole, rest] = text.split('.');
  const sign = whole.startsWith('-') ? '−' : '';
  const plain = whole.replace('-', '');
  const spaced = plain.length > 4 ? plain.replace(/\B(?=(\d{3})+$)/g, '\u202f') : plain;
  return sign + spaced + (rest === undefined ? '' : '.' + rest);
}

/// A share as percent.
export const percent = (value, digits = 3) =>
  value === null || value === undefined ? '–' : number(100 * value, digits) + ' %';

/// 1 -> "1 in 1 year"; small frequencies as return periods.
export const period = (frequency) => (frequency > 0 ? number(1 / frequency, 3) : '–');

export const bytesText = (n) =>
  n === null || n === undefined ? '' : n < 1e3 ? `${n} B` : n < 1e6 ? `${number(n / 1e3, 3)} kB` : `${number(n / 1e6, 3)} MB`;
