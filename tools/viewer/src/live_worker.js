// SPDX-License-Identifier: GPL-3.0-or-later
// A worker of a live page; build.mjs puts its text into the page as LIVE_WORKER.
import { serve } from '../../wasm/pool.mjs';

serve(self);
