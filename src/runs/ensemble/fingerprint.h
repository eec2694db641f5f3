// SPDX-License-Identifier: GPL-3.0-or-later
/// @file fingerprint.h
/// Numbers that tell campaigns apart, part by part: a state may only be added to what was made by
/// the same campaign. It knows every member that a rock or a statistic can notice; names, file
/// names, threads and the place in the world do not enter.
#ifndef TALUS_SRC_RUNS_ENSEMBLE_FINGERPRINT_H
#define TALUS_SRC_RUNS_ENSEMBLE_FINGERPRINT_H

#include "foundation/base/bytes.h"
#include "talus/ensemble.h"

/// X(enumerator, how a sentence calls it)
#define ENSEMBLE_PART_LIST(X)                                                                      \
    X(ENSEMBLE_PART_TERRAIN, "terrain")                                                            \
    X(ENSEMBLE_PART_GROUND, "ground or forest")                                                    \
    X(ENSEMBLE_PART_OBSTACLES, "stems, walls or nets")                                             \
    X(ENSEMBLE_PART_ROCKS, "rocks")                                                                \
    X(ENSEMBLE_PART_RELEASES, "releases")                                                          \
    X(ENSEMBLE_PART_SIMULATION, "seed or simulation options")                                      \
    X(ENSEMBLE_PART_OUTPUTS, "statistics cells or recorded rocks")
typedef enum ensemble_part {
#define ENSEMBLE_PART_ENUM(name, text) name,
    ENSEMBLE_PART_LIST(ENSEMBLE_PART_ENUM)
#undef ENSEMBLE_PART_ENUM
        ENSEMBLE_PART_COUNT
} ensemble_part;

typedef struct ensemble_fingerprint {
    uint64_t parts[ENSEMBLE_PART_COUNT];
} ensemble_fingerprint;

/// Reads all heights: 10^8 a second and more.
/// @return TALUS_ERROR_MEMORY
talus_status ensemble_fingerprint_of(const talus_campaign *campaign,
                                     ensemble_fingerprint *fingerprint, talus_error *error);
/// "terrain, rocks": the parts that differ; empty when none does.
void ensemble_fingerprint_compare(const ensemble_fingerprint *a, const ensemble_fingerprint *b,
                                  char *text, size_t size);
void ensemble_fingerprint_code(byte_coder coder, ensemble_fingerprint *fingerprint);

#endif
