// SPDX-License-Identifier: GPL-3.0-or-later
// The page of talus report --live: that of main.js, and a part in which rocks are dropped.
import './main.js';
import { h } from './dom.js';
import { part } from './parts.js';
import { LiveBox } from './live.js';
import { lt } from './live_texts.js';

/// Below the view, whenever the page has been built.
async function attach() {
  const { content, page } = window.talus;
  const shown = page();
  const view = document.getElementById('view');
  if (document.documentElement.dataset.ready !== 'all' || !content.data.live || !shown.view || shown.live) return;
  shown.live = new LiveBox(content);
  view.after(part('live', lt('title'), shown.live.element));
  document.querySelector('nav a[href="#view"]').after(h('a', { href: '#live' }, lt('title')));
  await shown.live.begin(shown.view);
}

new MutationObserver(attach).observe(document.documentElement, { attributeFilter: ['data-ready'] });
