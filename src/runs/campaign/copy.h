// SPDX-License-Identifier: GPL-3.0-or-later
/// @file copy.h
/// A campaign as bytes, and back: what a rock can notice of it, whole, so that another machine or a
/// page runs its rocks with the same bits. It knows sites, rocks, releases and options; it refuses to
/// know files, and leaves out what only counts: screens, objects, dams, cells, frequencies.
///
///   "talusCAM" version digest payload      digest = byte_digest(version, payload)
///
/// The fingerprints of a copy (fingerprint.h) are those of the campaign, except for that of the outputs.
#ifndef TALUS_SRC_RUNS_CAMPAIGN_COPY_H
#define TALUS_SRC_RUNS_CAMPAIGN_COPY_H

#include "foundation/base/bytes.h"
#include "talus/campaign.h"

enum { CAMPAIGN_COPY_VERSION = 2 };

/// A campaign read from bytes, and all it points to.
typedef struct campaign_copy {
    talus_campaign campaign;
    size_t block_count, block_capacity;
    void **blocks; ///< (block_count) owned arrays
    talus_terrain *terrain;
    talus_obstacles *obstacles;
} campaign_copy;

/// @param heights (ny x nx) m, of the terrain's base grid, as talus_terrain_create took them
/// @return TALUS_ERROR_MEMORY
talus_status campaign_copy_write(const talus_campaign *campaign, const double *heights,
                                 byte_writer *writer, talus_error *error);
/// @param copy out: campaign_copy_destroy; NULL after an error
/// @return TALUS_ERROR_INPUT for other bytes than a copy of this version, or changed ones; what
///         talus_campaign_check refuses; TALUS_ERROR_MEMORY
talus_status campaign_copy_read(const void *bytes, size_t size, campaign_copy **copy,
                                talus_error *error);
/// NULL is allowed.
void campaign_copy_destroy(campaign_copy *copy);

#endif
