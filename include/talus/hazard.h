// SPDX-License-Identifier: GPL-3.0-or-later
/// @file hazard.h
/// Hazard assessment from frequencies and energies: rule packs, zones, intensities, curves of
/// screens and objects, design values. It knows rules as data; it refuses to know how rocks move.
/// [docs/hazard.md]
///
/// threads: talus_rules are const after reading, any thread; a talus_hazard is used by one thread
///          at a time.
#ifndef TALUS_HAZARD_H
#define TALUS_HAZARD_H

#include "talus/products.h"
#include "talus/scenario.h"
#include "talus/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A rule pack that was read and checked.
typedef struct talus_rules talus_rules;
/// Read a rule pack (YAML). Problems become diagnostics with file, line and column.
/// @param rules out: talus_rules_destroy; NULL after an error
/// @return TALUS_ERROR_INPUT when there is a problem; TALUS_ERROR_ARGUMENT for NULL
TALUS_API talus_status talus_rules_read(const char *path, talus_diagnostics *diagnostics,
                                        talus_rules **rules, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_rules_destroy(talus_rules *rules);
/// The keys of a rule pack, as talus_schema_print prints those of a scenario.
/// @param key "design.percentile"; NULL: all   @param text malloc'd; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for an unknown key or form
TALUS_API talus_status talus_rules_schema_print(const char *key, talus_schema_form form,
                                                char **text, talus_error *error);

/// Texts and arrays are owned by the rules.
typedef struct talus_rules_facts {
    size_t size; ///< of this struct, set by the caller
    const char *title, *source;
    bool is_annual;       ///< levels are return periods (yr); false: reach probabilities
    size_t level_count;   ///< 0: no zones and no intensities
    const double *levels; ///< (level_count) the most frequent first
    size_t class_count, zone_count;
    size_t uncertain_count; ///< figures that the pack marks as not confirmed by a source
} talus_rules_facts;
TALUS_API talus_status talus_rules_facts_of(const talus_rules *rules, talus_rules_facts *facts,
                                            talus_error *error);
/// A zone of the map, in ascending order of danger.
typedef struct talus_rules_zone {
    const char *name, *title;
    const char *colour; ///< "#rrggbb"
    bool hatched;
} talus_rules_zone;
/// @return TALUS_ERROR_ARGUMENT for an unknown zone
TALUS_API talus_status talus_rules_zone_of(const talus_rules *rules, size_t index,
                                           talus_rules_zone *zone, talus_error *error);
/// A class of intensity: kinetic energies above `from`, up to the next class.
typedef struct talus_rules_class {
    const char *name;
    const char *colour; ///< "#rrggbb"
    double from;        ///< J
} talus_rules_class;
TALUS_API talus_status talus_rules_class_of(const talus_rules *rules, size_t index,
                                            talus_rules_class *intensity, talus_error *error);
/// The matrix of the rules as numbers, for talus_world_set_zoning.
/// @param rules  NULL = no rules; the zoning then has no rates, as for rules without a matrix
TALUS_API talus_status talus_rules_zoning(const talus_rules *rules, talus_zoning *zoning,
                                          talus_error *error);

/// An assessment: its options, and the zones of results.
typedef struct talus_hazard talus_hazard;
typedef struct talus_hazard_options {
    size_t size;              ///< of this struct, by talus_hazard_options_default
    const talus_rules *rules; ///< not owned; NULL = none: no zones and no intensities
    double least_area;        ///< m^2, >= 0: smaller patches of the map are absorbed
    double years;             ///< yr, > 0: horizon of probabilities
    size_t period_count;      ///< of the rasters of energies and heights; 0 = those of the rules
    const double *periods;    ///< (period_count, at most 8) yr, > 0
} talus_hazard_options;
/// Fill `size` bytes: no rules, all patches stay, 50 years.
TALUS_API void talus_hazard_options_defaults(talus_hazard_options *options, size_t size);
static inline talus_hazard_options talus_hazard_options_default(void)
{
    talus_hazard_options options;
    talus_hazard_options_defaults(&options, sizeof options);
    return options;
}
/// @param options NULL = the defaults
/// @param hazard  out: talus_hazard_destroy; NULL after an error
/// @return TALUS_ERROR_ARGUMENT for a value out of its range, an unknown size, or return periods
///         without the annual frequency of every release
TALUS_API talus_status talus_hazard_create(const talus_campaign *campaign,
                                           const talus_hazard_options *options,
                                           talus_hazard **hazard, talus_error *error);
/// The assessment that the section `hazard` of a scenario requests.
/// @param scenario must live as long as the assessment
/// @param hazard   out; NULL after an error, and for a scenario without that section
/// @return TALUS_ERROR_INPUT with diagnostics at the scenario's keys or the rules'
TALUS_API talus_status talus_hazard_of_scenario(const talus_scenario *scenario,
                                                const talus_campaign *campaign,
                                                talus_diagnostics *diagnostics,
                                                talus_hazard **hazard, talus_error *error);
/// NULL is allowed.
TALUS_API void talus_hazard_destroy(talus_hazard *hazard);
/// The rules of an assessment; NULL if it has none.
TALUS_API const talus_rules *talus_hazard_rules(const talus_hazard *hazard);

/// Find the zones of all cells that rocks reach, and absorb small patches; does nothing for rules
/// without a matrix. It replaces an earlier assessment.
/// @param diagnostics receives warnings of design values without a net and of too few rocks; may be
///                    NULL
/// @return TALUS_ERROR_ARGUMENT, TALUS_ERROR_MEMORY; TALUS_ERROR_UNSUPPORTED for more cells than
///         are kept in memory at once
TALUS_API talus_status talus_hazard_assess(talus_hazard *hazard, const talus_campaign *campaign,
                                           const talus_results *results,
                                           talus_diagnostics *diagnostics, talus_error *error);

enum { TALUS_MOST_ZONES = 16 };
/// Cells and patches of an assessment.
typedef struct talus_hazard_tally {
    size_t size;               ///< of this struct, set by the caller
    double cell_area;          ///< m^2
    double least_area;         ///< m^2, as requested
    uint64_t reached, decided; ///< cells that a rock reached; of these, cells with a decided zone
    uint64_t zones[TALUS_MOST_ZONES]; ///< decided cells by their zone
    uint64_t none;                    ///< decided cells without a zone
    /// Cells on the map by zone, after small patches were absorbed.
    uint64_t mapped[TALUS_MOST_ZONES];
    uint64_t mapped_undecided; ///< undecided cells on the map
    /// Absorbed cells: those without a zone; those into a more dangerous zone; decided cells into
    /// an undecided patch.
    uint64_t filled, raised, deferred;
    uint64_t settled;      ///< undecided cells that were absorbed into a zone
    uint64_t kept_patches; ///< small patches more dangerous than all neighbours, which stay
    double unreached_rate; ///< 1/yr or probability: upper bound for unreached cells, at 97.5 %
} talus_hazard_tally;
/// @return TALUS_ERROR_ARGUMENT before an assessment with zones, or for an unknown size
TALUS_API talus_status talus_hazard_tally_of(const talus_hazard *hazard, talus_hazard_tally *tally,
                                             talus_error *error);

/// Stands for the number of a class or zone if there are too few rocks to decide.
enum { TALUS_UNDECIDED = 255 };
/// Zones of the map: 0 none, k + 1 zone k, TALUS_UNDECIDED.
/// @param window of the cells of the campaign; NULL = all
/// @param zones  (ny x nx of the window) out, row 0 = south
/// @return TALUS_ERROR_ARGUMENT for a window over the edge, or before an assessment with zones
TALUS_API talus_status talus_hazard_zones(const talus_hazard *hazard, const talus_window *window,
                                          uint8_t *zones, talus_error *error);
/// Intensities at a level of the rules: 0 none, k + 1 class k, TALUS_UNDECIDED. As
/// talus_hazard_zones.
TALUS_API talus_status talus_hazard_intensities(const talus_hazard *hazard, size_t level,
                                                const talus_window *window, uint8_t *classes,
                                                talus_error *error);
/// A table of figures at screens and objects.
///   "curves"  frequencies and probabilities with which an energy or a height is exceeded
///   "designs" characteristic and design values at screens; rules with `design` or `nets` only
/// @param table out: valid until the next call with this name, at most as long as `hazard`
/// @return TALUS_ERROR_ARGUMENT for NULL or another name; TALUS_ERROR_MEMORY
TALUS_API talus_status talus_hazard_table(talus_hazard *hazard, const talus_campaign *campaign,
                                          const talus_results *results, const char *name,
                                          talus_table *table, talus_error *error);

/// Files of an assessment in a result directory; nothing is owned.
typedef struct talus_hazard_job {
    size_t size; ///< of this struct
    const talus_products_context *context;
    const talus_results *results; ///< set before talus_directory_write
    talus_hazard *hazard;
    talus_diagnostics *diagnostics; ///< of talus_hazard_assess; may be NULL
} talus_hazard_job;
/// Fill `size` bytes: nothing set.
TALUS_API void talus_hazard_job_defaults(talus_hazard_job *job, size_t size);
static inline talus_hazard_job talus_hazard_job_default(void)
{
    talus_hazard_job job;
    talus_hazard_job_defaults(&job, sizeof job);
    return job;
}
/// The contributor "hazard": rasters of annual frequency, energies and heights of return periods,
/// intensities and zones; hazard.gpkg, curves.csv, curves_<name>.svg, design.csv, hazard.json, and
/// the member "hazard" of summary.json. It calls talus_hazard_assess if that was not done.
/// @param job passed to the callbacks of the contributor, which read it when the directory calls
///            them
TALUS_API talus_contributor talus_hazard_contributor(talus_hazard_job *job);

#ifdef __cplusplus
}
#endif
#endif
