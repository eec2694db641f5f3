// SPDX-License-Identifier: GPL-3.0-or-later
// What the files of a calibration share.
#ifndef TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_INTERNAL_H
#define TALUS_SRC_STUDIES_CALIBRATION_CALIBRATE_INTERNAL_H

#include "foundation/statistics/abc.h"
#include "studies/calibration/calibrate.h"

/// What both kinds of calibration require. @return TALUS_ERROR_ARGUMENT with the option
talus_status calibrate_check_options(size_t parameter_count, double hold_out, size_t evaluations,
                                     size_t least_evaluations, talus_error *error);
/// Try every parameter at its bounds and between: unknown keys, values out of range, whole numbers.
talus_status calibrate_check_parameters(const calibrate_study *study, talus_error *error);
/// Read the scenario with the values of the parameters; NULL values = as it was given.
/// @param why (size) what the scenario says when the status is TALUS_ERROR_INPUT
talus_status calibrate_read(const calibrate_study *study, const double *values, char *why,
                            size_t size, talus_scenario **scenario, talus_error *error);

/// Load what a scenario describes.
talus_status calibrate_load(const calibrate_study *study, const talus_scenario *scenario,
                            talus_world **world, talus_error *error);

/// Read the deposits and split them; study->world is loaded.
talus_status calibrate_observe(calibrate_study *study, talus_error *error);

/// Simulate at u (NULL = the scenario as given), append what came out, keep the end points.
/// @param cloud empty where the scenario refuses the values; to be cleared by the caller
talus_status calibrate_evaluate(calibrate_study *study, calibrate_stage stage, const double *u,
                                uint64_t seed, calibrate_cloud *cloud, talus_error *error);
/// Keep of a run what calibrate_read_cloud needs: paths only where events may have several bodies.
void calibrate_record_bodies(talus_campaign *campaign);
/// Centres of the groups from where the rocks started, the mean direction to the deposits, and the scale
/// of volumes: study->frame.
talus_status calibrate_make_frame(calibrate_study *study, const talus_results *results,
                                  talus_error *error);
/// Where rocks ended, in groups; of an event of several bodies all that did not break.
/// @param left share of the bodies that left the DEM
talus_status calibrate_read_cloud(calibrate_study *study, const talus_results *results,
                                  calibrate_cloud *cloud, double *left, talus_error *error);
/// All clouds as one, thinned evenly in every group.
talus_status calibrate_join(const calibrate_cloud *clouds, size_t count, calibrate_cloud *all,
                            talus_error *error);
/// Group of a rock: its release, or the only one.
size_t calibrate_group_of(const calibrate_study *study, const talus_rock_record *record);
/// 10, 50 and 90 % of the simulated volumes, m^3.
talus_status calibrate_volume_quantiles(const calibrate_study *study, const calibrate_set *set,
                                        const calibrate_cloud *cloud, double quantiles[3],
                                        talus_error *error);
/// The sum that is minimised; infinite for refused values.
double calibrate_objective(const calibrate_evaluation *evaluation);

/// NLopt over `evaluations` evaluations; from u on (a local search), or all over the bounds (NULL).
talus_status calibrate_search(calibrate_study *study, size_t evaluations, const double *u,
                              talus_error *error);

/// Fill both checks.
/// @param clouds (count) of the predictive runs
/// @param best of the best values
talus_status calibrate_predict(calibrate_study *study, const calibrate_cloud *clouds, size_t count,
                               const calibrate_cloud *best, talus_error *error);
/// Sentences on what the data say and do not say.
void calibrate_find(calibrate_study *study);

talus_status calibrate_write_charts(const calibrate_study *study, talus_directory *directory,
                                    talus_error *error);

#endif
