// SPDX-License-Identifier: GPL-3.0-or-later
/// @file rerun.h
/// The inputs of a finished run again: its scenario loaded from the result directory, and recorded
/// rocks moved again with their attitude, which results do not hold. It knows whether a rock is
/// still that of the run; it refuses to know what its motion is shown in.
#ifndef TALUS_SRC_STUDIES_RERUN_RERUN_H
#define TALUS_SRC_STUDIES_RERUN_RERUN_H

#include "io/replay/gltf.h"
#include "talus/world.h"

typedef struct rerun_site {
    talus_scenario *scenario;
    talus_world *world;
    talus_diagnostics *diagnostics;
    const talus_campaign *campaign;
    double east, north; ///< m, world position of the local origin
} rerun_site;
/// Load scenario.yaml of a result directory and all that it names.
/// @return TALUS_ERROR_INPUT when an input is not there any more; the caller clears in any case
/// @param keep_heights for talus_world_heights
talus_status rerun_open(const char *directory, bool keep_heights, rerun_site *site,
                        talus_error *error);
void rerun_clear(rerun_site *site);

/// What the rows of a result say of a rock, by which it is recognised: its largest energy alone is
/// often that of the first fall, which other inputs hardly change.
typedef struct rerun_mark {
    double energy; ///< kJ, largest
    double runout; ///< m
} rerun_mark;
bool rerun_is_same(const talus_rock_record *record, const rerun_mark *mark);
/// What a result directory says of a rock. @param is_known out: false where its layer "deposits"
/// lacks it
talus_status rerun_read_mark(const char *directory, uint64_t rock, rerun_mark *mark, bool *is_known,
                             talus_error *error);
/// Run three rocks of a result directory again, the first, the middle and the last one of it.
/// @param is_same out: they are those of the run; also where none is known
/// @return as of rerun_open
talus_status rerun_check(const char *directory, bool *is_same, talus_error *error);

/// All bodies of an event on their way, in local metres. The caller clears them in any case.
/// @param mark    of the rock in the run
/// @param is_same out: false: inputs or program are not those of the run, and there are no bodies
talus_status rerun_move(const rerun_site *site, uint64_t rock, const rerun_mark *mark,
                        gltf_bodies *bodies, bool *is_same, talus_error *error);
/// What is_same = false means.
#define RERUN_OTHER                                                                                \
    "a rock that was run again moves differently: the inputs of the scenario were changed since "  \
    "the run, or the program is another one"

enum { RERUN_KEYS = 3 };
/// Choose the rocks to show: a quarter of `most` for the largest in each key, the first
/// ones for the rest.
/// @param keys   (count x RERUN_KEYS) energy, run-out, jump height
/// @param chosen (count) false at first
void rerun_choose(const double *keys, size_t count, size_t most, bool *chosen);

#endif
