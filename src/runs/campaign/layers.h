// SPDX-License-Identifier: GPL-3.0-or-later
/// @file layers.h
/// The raster layers by name: what each holds, in which unit, and what has to be kept for it. It
/// knows names; it refuses to know files and colours.
#ifndef TALUS_SRC_RUNS_CAMPAIGN_LAYERS_H
#define TALUS_SRC_RUNS_CAMPAIGN_LAYERS_H

#include "talus/campaign.h"

typedef enum campaign_layer_group {
    ENSEMBLE_LAYERS_STANDARD = 1, ///< what every run can write
    ENSEMBLE_LAYERS_FURTHER = 2,  ///< of quantities and values that are kept on request
    ENSEMBLE_LAYERS_ERROR = 4     ///< Monte-Carlo error of the standard ones
} campaign_layer_group;

enum { ENSEMBLE_LAYER_TEXT = 96 };

typedef struct campaign_layer {
    char name[ENSEMBLE_LAYER_TEXT];
    char title[ENSEMBLE_LAYER_TEXT]; ///< "Kinetic energy, 95th percentile"
    const char *unit;                ///< of the file: kJ, m/s, m, rad/s, rocks, 1, ...
    unsigned group; ///< campaign_layer_group; 0: of none, it comes with "all" or its name
    talus_raster raster;
    bool is_exceedance; ///< probability that raster.quantity exceeds raster.at (SI) instead; of
                        ///< TALUS_HIT_ENERGY the expected number of bodies
    bool is_amount;     ///< counts, sums and probabilities: 0 is nothing, and left blank
    float factor;       ///< to the unit of the file
} campaign_layer;

/// X(quantity, key of a scenario, suffix of a name, title, unit, in SI): thresholds of exceedances,
/// whose probability is a layer; of hits, the rate of bodies.
#define ENSEMBLE_THRESHOLD_LIST(X)                                                                 \
    X(TALUS_KINETIC_ENERGY, "kinetic_energy_kj", "kj", "Kinetic energy", "kJ", 1e3)                \
    X(TALUS_SPEED, "speed_m_s", "m_s", "Speed", "m/s", 1.0)                                        \
    X(TALUS_JUMP_HEIGHT, "jump_height_m", "m", "Jump height", "m", 1.0)                            \
    X(TALUS_SPIN, "spin_rad_s", "rad_s", "Spin", "rad/s", 1.0)                                     \
    X(TALUS_TRANSLATIONAL_ENERGY, "translational_energy_kj", "kj", "Translational energy", "kJ",   \
      1e3)                                                                                         \
    X(TALUS_ROTATIONAL_ENERGY, "rotational_energy_kj", "kj", "Rotational energy", "kJ", 1e3)       \
    X(TALUS_MOMENTUM, "momentum_kn_s", "kn_s", "Momentum", "kN s", 1e3)                            \
    X(TALUS_JUMP_NORMAL, "jump_height_normal_m", "m", "Jump height normal to the slope", "m", 1.0) \
    X(TALUS_HIT_ENERGY, "hit_rate_kj", "kj", "Bodies", "kJ", 1e3)

/// Names in writing order, NULL-terminated: all layers but exceedances; the standard ones.
extern const char *const campaign_layer_names[];
extern const char *const ensemble_standard_layers[];
/// Names of the groups, then those of all layers, NULL-terminated.
extern const char *const campaign_layer_choices[];
/// A group by its name in campaign_layer_choices; 0 for another name.
unsigned campaign_layer_group_named(const char *name);
/// By name, or `<quantity>_exceeds_<number>_<unit>`, of hits `hit_rate_exceeds_<number>_kj`.
/// @return false for another name
bool campaign_layer_find(const char *name, campaign_layer *layer);
/// @return TALUS_ERROR_ARGUMENT: no layer has this name
talus_status campaign_layer_unknown(const char *name, talus_error *error);
/// "kinetic_energy_exceeds_30_kj"; `threshold` in the unit of the quantity's layers.
void ensemble_exceedance_name(talus_quantity quantity, double threshold,
                              char name[ENSEMBLE_LAYER_TEXT]);

/// Have the campaign keep what a layer needs.
void campaign_layer_keep(const campaign_layer *layer, talus_campaign *campaign);
/// Does it?
bool campaign_layer_is_kept(const campaign_layer *layer, const talus_campaign *campaign);

#endif
