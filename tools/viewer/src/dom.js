// SPDX-License-Identifier: GPL-3.0-or-later
// Elements with their attributes and children.

/// h('p', {class: 'x', onclick: f}, 'text', child, ...)
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== 'string' && key !== 'list') element[key] = value;
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

/// A table: heads, rows of cells; numbers stand to the right.
export function grid(head, rows, attributes = {}) {
  const cell = (tag, content, k) => {
    const right = content?.number || (k > 0 && attributes.right !== false);
    const inner = content?.node ?? content ?? '';
    return h(tag, { class: right ? 'n' : null, 'data-value': content?.value ?? null, 'data-key': content?.key ?? null, title: content?.title ?? null }, inner);
  };
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      { class: attributes.class ?? null },
      head ? h('thead', {}, h('tr', {}, head.map((c, k) => cell('th', c, k)))) : null,
      h('tbody', {}, rows.map((row) => h('tr', {}, row.map((c, k) => cell(k === 0 ? 'th' : 'td', c, k))))),
    ),
  );
}

let serial = 0;
/// A control with its label.
export function labelled(text, control, attributes = {}) {
  control.id ||= `c${++serial}`;
  return h('span', { class: 'control', ...attributes }, h('label', { for: control.id }, text), control);
}
