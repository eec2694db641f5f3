// SPDX-License-Identifier: GPL-3.0-or-later
/// @file bounce_every.h
/// A planar block that bounces at every landing: a reference of runs that do. It knows the block and
/// its level base.
#ifndef TALUS_CASES_BLOCKS_BOUNCE_EVERY_H
#define TALUS_CASES_BLOCKS_BOUNCE_EVERY_H

#include "talus/lab/rocking.h"

/// A landing of a block that bounces at every landing, and the rocking that follows.
typedef struct bounce_landing {
    double time, omega; ///< s after the first landing; rad/s before this one
    size_t bounces;     ///< impacts until the block rocks
    bool settled;       ///< false: the room of impacts was used up, or the block left the base
    char corner;        ///< corner about which it then rocks, 'A' or 'B'
    double rocks_from;  ///< s
    double peak;        ///< rad, at which its rotation reverses
} bounce_landing;
/// Motion that bounces after every landing and rocks in between [L93]. It starts at theta = 0,
/// rotating about A with omega0 < 0, and needs b1 = b2. It ends at rest (a landing below 1e-6
/// sqrt(g R)), overturned, or when the room is used up.
/// @param landings (room) out; the first one is that at t = 0
/// @param count    out
talus_status bounce_every(const talus_planar_model *model, double omega0,
                          const talus_bounce_options *options, bounce_landing *landings,
                          size_t room, size_t *count, talus_error *error);

#endif
