// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rocking.h
/// Rocking blocks: impact maps, planar and spatial motion, bouncing, measures and fits of the four
/// papers. It knows rigid blocks on a flat base that may shake; it refuses to know terrain and
/// files. Planar notation: b half width, h height of the centre of mass, theta counter-clockwise,
/// pivot A = left corner for theta > 0, B = right corner for theta < 0. [docs/rocking.md]
#ifndef TALUS_ROCKING_H
#define TALUS_ROCKING_H

#include "talus/math.h"

#ifdef __cplusplus
extern "C" {
#endif

// --- Impact maps and laws of planar blocks -----------------------------------------------------

// --- Planar motion, ground motion, bouncing ----------------------------------------------------

// --- Spatial blocks ----------------------------------------------------------------------------
#include "talus/rocking_spatial.h"

#ifdef __cplusplus
}
#endif
#endif
