// SPDX-License-Identifier: GPL-3.0-or-later
/// @file hazard.h
/// From frequencies and energies to what is signed: rule packs, intensities of return periods,
/// zones, design values. It knows rules as data; it refuses to know how rocks move, and no number
/// of any rule stands in its code.                                              [docs/hazard.md]
///
/// Two kinds of rules, by what their levels are:
///   return_period      the energy that is exceeded with annual frequency 1 / T
///   reach_probability  the energy that is exceeded with this probability, given that a rock falls
#ifndef TALUS_SRC_STUDIES_HAZARD_HAZARD_H
#define TALUS_SRC_STUDIES_HAZARD_HAZARD_H

#include "input/schema/document.h"
#include "talus/hazard.h"

typedef enum hazard_basis { HAZARD_RETURN_PERIOD, HAZARD_REACH_PROBABILITY } hazard_basis;

/// Class of intensity: kinetic energies above `from` up to the next class.
typedef struct hazard_intensity {
    const scenario_node *node;
    const char *name;
    const char *colour; ///< "#rrggbb"
    double from_kj;     ///< kJ, >= 0, ascending; energies are above it
} hazard_intensity;

/// A zone of the map, in ascending order of danger.
typedef struct hazard_zone {
    const scenario_node *node;
    const char *name, *title;
    const char *colour;
    bool hatched;
} hazard_zone;

/// Cell of the matrix: this intensity at this level makes this zone.
typedef struct hazard_entry {
    const scenario_node *node;
    double return_period;     ///< yr; NaN with the other basis
    double reach_probability; ///< NaN likewise
    const char *intensity, *zone;
    bool uncertain; ///< the figure is not corroborated by a source at hand
} hazard_entry;

/// Which point of the rock the design height asks for.
typedef enum hazard_height_of { HAZARD_HEIGHT_CENTRE, HAZARD_HEIGHT_TOP } hazard_height_of;

/// Design values of a barrier from percentiles at its line.
/// Heights are those of S or, better for a barrier, of the highest point of the rock.
///   E_d = E_p f_v^2 f_m,  h_d = h_p f_h + clearance,  capacity >= E_d divisor    [docs/hazard.md]
typedef struct hazard_design_rule {
    const scenario_node *node;
    double percentile;    ///< of energy and height, in (0, 100)
    double speed_factor;  ///< f_v >= 1
    double mass_factor;   ///< f_m >= 1
    double height_factor; ///< f_h >= 1
    double clearance;     ///< m
    int height_of;        ///< hazard_height_of
    double divisor;       ///< >= 1
    bool uncertain;
    const char *source;
} hazard_design_rule;

/// Energy classes of nets, and how high nets are made.
typedef struct hazard_nets {
    const scenario_node *node;
    scenario_numbers classes; ///< kJ, ascending
    double highest;           ///< m, of all nets on the market; NaN: not said
    bool uncertain;
    const char *source;
} hazard_nets;

/// A rule pack as it stands in its file.
typedef struct hazard_keys {
    const scenario_node *node;
    const char *title, *source, *note;
    int basis;            ///< hazard_basis
    const char *residual; ///< zone of what is reached at all and has no other; NULL = none
    double width;         ///< m, of the reference object; unset: none is given
    const char *width_source;
    bool width_uncertain;
    scenario_list classes;     ///< hazard_intensity
    scenario_list zones;       ///< hazard_zone
    scenario_list matrix;      ///< hazard_entry
    hazard_design_rule design; ///< node NULL: none
    hazard_nets nets;          ///< node NULL: none
} hazard_keys;
extern const scenario_table hazard_rules_table; ///< of hazard_keys

enum { HAZARD_LEVELS = 8, HAZARD_CLASSES = 16, HAZARD_ZONES = TALUS_MOST_ZONES, HAZARD_NONE = -1 };

/// A rule pack, checked and resolved.
typedef struct talus_rules hazard_rules;
struct talus_rules {
    hazard_keys keys;
    scenario_document document;
    size_t class_count, zone_count, level_count;
    const hazard_intensity *classes;           ///< ascending
    const hazard_zone *zones;                  ///< ascending
    double levels[HAZARD_LEVELS];              ///< yr or probability, the most frequent first
    int matrix[HAZARD_LEVELS][HAZARD_CLASSES]; ///< index of a zone, or HAZARD_NONE
    int residual;                              ///< index of a zone, or HAZARD_NONE
    size_t uncertain_count;                    ///< figures marked so
};

/// Rate (1/yr, or probability) at which a level asks for the energy: 1 / T, or p.
double hazard_level_rate(const hazard_rules *rules, size_t level);
/// The rules' table as numbers; without rates for rules without a matrix, or none at all.
/// @param rules may be NULL
talus_zoning hazard_zoning_of(const hazard_rules *rules);
/// What a cell is shown as whose zone too few rocks decide; no zone of any pack.
extern const hazard_zone hazard_undecided;

/// Probability of at least one event in `years`, 1 - exp(-rate years): Poisson.
double hazard_probability_in(double rate, double years);

typedef struct hazard_design {
    double energy;   ///< J, E_d
    double height;   ///< m, h_d
    double capacity; ///< J, E_d divisor: what the net has to have
    double net;      ///< J, smallest class with that; NaN: no net will do, or no classes
    bool is_too_high, is_too_strong; ///< for any net of the rules
} hazard_design;
/// @param energy, height J and m, percentiles at the line, of the rule's percentile
hazard_design hazard_design_of(const hazard_rules *rules, double energy, double height);

#endif
