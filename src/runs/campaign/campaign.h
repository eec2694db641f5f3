// SPDX-License-Identifier: GPL-3.0-or-later
/// @file campaign.h
/// What follows from a checked campaign alone. It knows plain data; it refuses to know results.
#ifndef TALUS_SRC_RUNS_CAMPAIGN_CAMPAIGN_H
#define TALUS_SRC_RUNS_CAMPAIGN_CAMPAIGN_H

#include "talus/campaign.h"

/// Most vertices of the rock classes, and of pieces of them where rocks may break.
size_t campaign_max_vertices(const talus_campaign *campaign);
/// Bits of talus_cell_value that cells keep: what is requested, and bodies where rocks may break.
uint32_t campaign_cell_values(const talus_campaign *campaign);
/// kg, of the heaviest rock that can be drawn.
double campaign_heaviest(const talus_campaign *campaign);
/// The part of talus_campaign_check that checks the releases.
talus_status campaign_check_releases(const talus_campaign *c, talus_error *error);
/// Stratum of a release and a rock class of a checked campaign: release x rock_class_count + rock_class,
/// 0 when not stratified.
size_t campaign_stratum(const talus_campaign *campaign, uint32_t release, uint32_t rock_class);
/// talus_campaign_has_bodies of a checked campaign.
bool campaign_has_bodies(const talus_campaign *campaign);
/// Do bodies of the events of this release move at one time: they meet, or nets remember them?
/// [docs/bodies.md, 5]
bool campaign_is_together(const talus_campaign *campaign, uint32_t release);
/// The same of any release.
bool campaign_has_together(const talus_campaign *campaign);
/// Why steps of this campaign have one length, as the end of a sentence; NULL: they need not.
const char *campaign_why_fixed(const talus_campaign *campaign);
/// Is any precision asked for, so that rocks come in rounds?
bool campaign_has_rounds(const talus_campaign *campaign);

#endif
