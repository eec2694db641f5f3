// SPDX-License-Identifier: GPL-3.0-or-later
/// @file replay.h
/// One rock of a campaign again, as a scene for viewers.
///
/// threads: any thread; two scenes at once need two file names.
#ifndef TALUS_REPLAY_H
#define TALUS_REPLAY_H

#include "talus/campaign.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One rock's flight as glTF 2.0 (single file, embedded buffers): the rock's mesh with its
/// animation and a terrain patch around the path; y up as glTF demands, origin at the ground under
/// the release.
TALUS_API talus_status talus_replay_gltf(const talus_campaign *campaign, uint64_t rock,
                                         const char *path, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
