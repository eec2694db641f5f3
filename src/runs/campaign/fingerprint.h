// SPDX-License-Identifier: GPL-3.0-or-later
/// @file fingerprint.h
/// Numbers that set campaigns apart, part by part: a state may only be added to what was made by
/// the same campaign. It knows every member that a rock or a statistic can notice; names, file
/// names, threads and the place in the world do not enter.
#ifndef TALUS_SRC_RUNS_CAMPAIGN_FINGERPRINT_H
#define TALUS_SRC_RUNS_CAMPAIGN_FINGERPRINT_H

#include "foundation/base/bytes.h"
#include "talus/campaign.h"

/// X(enumerator, how a sentence calls it)
#define CAMPAIGN_PART_LIST(X)                                                                      \
    X(CAMPAIGN_PART_TERRAIN, "terrain")                                                            \
    X(CAMPAIGN_PART_GROUND, "ground or forest")                                                    \
    X(CAMPAIGN_PART_OBSTACLES, "stems, walls or nets")                                             \
    X(CAMPAIGN_PART_ROCKS, "rocks")                                                                \
    X(CAMPAIGN_PART_RELEASES, "releases")                                                          \
    X(CAMPAIGN_PART_SIMULATION, "seed or simulation options")                                      \
    X(CAMPAIGN_PART_OUTPUTS, "statistics cells or recorded rocks")
typedef enum campaign_part {
#define CAMPAIGN_PART_ENUM(name, text) name,
    CAMPAIGN_PART_LIST(CAMPAIGN_PART_ENUM)
#undef CAMPAIGN_PART_ENUM
        CAMPAIGN_PART_COUNT
} campaign_part;

typedef struct campaign_fingerprint {
    uint64_t parts[CAMPAIGN_PART_COUNT];
} campaign_fingerprint;

/// Reads all heights: 10^8 a second and more.
/// @return TALUS_ERROR_MEMORY
talus_status campaign_fingerprint_of(const talus_campaign *campaign,
                                     campaign_fingerprint *fingerprint, talus_error *error);
/// "terrain, rocks": the parts that differ; empty when none does.
void campaign_fingerprint_compare(const campaign_fingerprint *a, const campaign_fingerprint *b,
                                  char *text, size_t size);
void campaign_fingerprint_code(byte_coder coder, campaign_fingerprint *fingerprint);

#endif
