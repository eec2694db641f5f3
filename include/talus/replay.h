// SPDX-License-Identifier: GPL-3.0-or-later
/// @file replay.h
/// One rock of a campaign, run again and written as a scene for 3D viewers. It knows campaigns and
/// glTF; it refuses to know result directories.
///
/// threads: any thread; two scenes at once need two file names.
#ifndef TALUS_REPLAY_H
#define TALUS_REPLAY_H

#include "talus/campaign.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Write the motion of one rock as glTF 2.0 (single file, embedded buffers): its mesh with
/// animation, and the terrain around its path; y up as glTF requires, origin on the ground below
/// the release.
TALUS_API talus_status talus_replay_gltf(const talus_campaign *campaign, uint64_t rock,
                                         const char *path, talus_error *error);

#ifdef __cplusplus
}
#endif
#endif
