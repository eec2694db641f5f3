// SPDX-License-Identifier: GPL-3.0-or-later
/// @file products.h
/// The files of a hazard assessment beside a run's own: rasters of annual frequency, intensities of
/// levels, zones, curves of screens and objects, design values. It knows results and rule packs; it
/// refuses to know the terminal.                                              [docs/hazard.md]
#ifndef TALUS_SRC_STUDIES_HAZARD_PRODUCTS_H
#define TALUS_SRC_STUDIES_HAZARD_PRODUCTS_H

#include "foundation/files/files.h"
#include "input/scenario/model.h"
#include "runs/ensemble/accessors.h"
#include "studies/hazard/assess.h"
#include "talus/products.h"
#include "talus/scenario.h"

/// What is asked for; made before a run, so that bad rules cost no run.
typedef struct talus_hazard hazard_request;
struct talus_hazard {
    const scenario_hazard *keys; ///< of the scenario, not owned; or `own`
    scenario_hazard own;
    hazard_rules *read;        ///< rules that belong to the request; NULL = none
    const hazard_rules *rules; ///< NULL = none
    size_t period_count;
    double periods[HAZARD_LEVELS]; ///< yr, of the intensity rasters
    hazard_assessment *assessment; ///< of the results that are written; NULL: none yet, no zones
    talus_error failure;    ///< of the assessment: nothing is written then, its warnings would lack
    void *curves, *designs; ///< rows of the tables that were handed out; NULL = none
};

/// Parts of the contributor.
talus_status hazard_claim_rasters(talus_directory *directory, const talus_products_context *context,
                                  const hazard_request *request, talus_error *error);
talus_status hazard_write_rasters(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error);
bool hazard_has_zones(const hazard_request *request);
talus_status hazard_write_zones(talus_directory *directory, const talus_products_context *context,
                                const talus_results *results, const hazard_request *request,
                                talus_error *error);
/// The rows of curves.csv, malloc'd, and their table.
talus_status hazard_tabulate_curves(const talus_campaign *campaign, const talus_results *results,
                                    double years, void **rows, talus_table *table,
                                    talus_error *error);
talus_status hazard_claim_curves(talus_directory *directory, const talus_campaign *campaign,
                                 talus_error *error);
talus_status hazard_write_curves(talus_directory *directory, const talus_products_context *context,
                                 const talus_results *results, const hazard_request *request,
                                 talus_error *error);
/// Does the request ask for design values, and are there screens to have them at?
bool hazard_has_designs(const hazard_request *request, const talus_campaign *campaign);
/// The rows of design.csv, malloc'd, and their table.
talus_status hazard_tabulate_designs(const talus_campaign *campaign, const talus_results *results,
                                     const hazard_rules *rules, void **rows, talus_table *table,
                                     talus_error *error);
talus_status hazard_write_designs(talus_directory *directory, const talus_products_context *context,
                                  const talus_results *results, const hazard_request *request,
                                  talus_error *error);

/// Zones with cells and areas, and how many cells are decided: members of a JSON object. Nothing
/// without an assessment.
void hazard_add_tally(files_text *text, const hazard_request *request);
/// A warning when the rocks are too few to say that a cell none has reached is free of the rarest
/// level; nothing without an assessment.
void hazard_report_unreached(const hazard_request *request, talus_diagnostics *diagnostics);

enum { HAZARD_SENTENCE = 512 };

/// Why a request makes neither zones nor intensities. @return false when it makes them
bool hazard_no_zones(const hazard_request *request, char sentence[HAZARD_SENTENCE]);
/// The same as a diagnostic at the scenario's key: a warning where there are rules, else a note.
void hazard_report_no_zones(const hazard_request *request, const talus_campaign *campaign,
                            talus_diagnostics *diagnostics);
/// Design values at a screen. @param has_rocks false: no rock crosses it, *design is not written
talus_status hazard_design_at(const talus_results *results, size_t screen,
                              const hazard_rules *rules, hazard_design *design, bool *has_rocks,
                              talus_error *error);
/// Why no net will do; "" when one will.
void hazard_word_design(const hazard_rules *rules, const hazard_design *design,
                        char sentence[HAZARD_SENTENCE]);
/// A warning for each screen whose design values no net has; nothing without design values.
talus_status hazard_report_designs(const talus_campaign *campaign, const talus_results *results,
                                   const hazard_request *request, talus_diagnostics *diagnostics,
                                   talus_error *error);

/// What one rock of each stratum counts.
typedef struct hazard_weights {
    size_t count;
    double *annual;      ///< (count) 1/yr: frequency / rocks; NULL when frequencies are unknown
    double *conditional; ///< (count) share of the released rocks
} hazard_weights;
bool hazard_weights_init(hazard_weights *weights, const talus_results *results);
void hazard_weights_clear(hazard_weights *weights);

/// QGIS style of a raster of zones or of intensities.
void hazard_add_class_style(files_text *text, const hazard_rules *rules, bool is_zones);
/// "rp30" or "p0.01": a level in names of files.
void hazard_level_name(const hazard_rules *rules, size_t level, char *name, size_t size);

#endif
