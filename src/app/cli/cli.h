// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cli.h
/// What the files of the command line share: the commands and small printing helpers.
/// It knows the terminal; it refuses to know physics.
#ifndef TALUS_SRC_APP_CLI_CLI_H
#define TALUS_SRC_APP_CLI_CLI_H

#include "input/command/command.h"
#include "talus/hazard.h"
#include "talus/products.h"
#include "talus/world.h"

#include <stdio.h>

cli_exit cli_init(const cli_arguments *arguments);
cli_exit cli_run(const cli_arguments *arguments);
cli_exit cli_merge(const cli_arguments *arguments);
cli_exit cli_compare(const cli_arguments *arguments);
cli_exit cli_sensitivity(const cli_arguments *arguments);
cli_exit cli_calibrate(const cli_arguments *arguments);
cli_exit cli_validate(const cli_arguments *arguments);
cli_exit cli_observe(const cli_arguments *arguments);
cli_exit cli_check(const cli_arguments *arguments);
cli_exit cli_schema(const cli_arguments *arguments);
cli_exit cli_map(const cli_arguments *arguments);
cli_exit cli_section(const cli_arguments *arguments);
cli_exit cli_scene(const cli_arguments *arguments);
cli_exit cli_report(const cli_arguments *arguments);
cli_exit cli_export(const cli_arguments *arguments);
cli_exit cli_pack(const cli_arguments *arguments);
cli_exit cli_rock(const cli_arguments *arguments);
cli_exit cli_replay(const cli_arguments *arguments);
cli_exit cli_terrain_info(const cli_arguments *arguments);
cli_exit cli_terrain_fill(const cli_arguments *arguments);
cli_exit cli_terrain_smooth(const cli_arguments *arguments);
cli_exit cli_terrain_slope(const cli_arguments *arguments);
cli_exit cli_terrain_energyline(const cli_arguments *arguments);
cli_exit cli_terrain_field(const cli_arguments *arguments);

/// Print the name of a CRS and a newline to stdout; "none" for an empty WKT.
void cli_print_crs(const char *wkt);
/// A line that begins with `label`, where a rock was simplified.
void cli_print_simplification(const char *label, const talus_rock *rock);

/// What the command line allows of inputs.
talus_world_options cli_world_options(const cli_arguments *arguments);

/// A scenario read with the overrides of the command line, and its warnings.
typedef struct cli_case {
    talus_scenario *scenario;
    talus_world *world;
    talus_diagnostics *diagnostics;
    size_t printed;       ///< diagnostics already shown
    talus_error error;    ///< the first reason why it could not be loaded
    talus_hazard *hazard; ///< NULL: the scenario asks for none
} cli_case;
/// cli_watch_file for `path`; NULL: the file goes into the result directory.
void cli_watch_output(const char *directory, const char *path);
/// Read the scenario (first operand) and load its world; problems are printed, on rank 0 alone.
/// @return CLI_OK, CLI_BAD_INPUT, or CLI_FAILED when out of memory. Always clear the case.
cli_exit cli_case_load(const cli_arguments *arguments, const char *path, cli_case *loaded);
/// The scenario of the result directory that is the first operand.
cli_exit cli_case_load_result(const cli_arguments *arguments, cli_case *loaded);
/// As cli_case_load; `list` (zero before) keeps the overrides that made the case, the caller clears it.
cli_exit cli_case_load_with(const cli_arguments *arguments, const char *path, cli_overrides *list,
                            cli_case *loaded);
void cli_case_clear(cli_case *loaded);
/// What the writers need of the case; layers and resolved scenario are left open.
talus_products_context cli_case_context(const cli_case *loaded);

/// Where the state of a run stands in its result directory.
talus_status cli_checkpoint_path(const char *directory, char path[CLI_PATH_SIZE],
                                 talus_error *error);

/// Does a run end with CLI_SUSPECT? @param lost_share that may be lost, see
/// talus_scenario_lost_share
bool cli_is_suspect(const talus_totals *totals, double lost_share);
/// What the physics counted that a user must see, on stderr. @param name of the run; NULL = the
/// only
void cli_print_findings(const char *name, const talus_totals *totals, double lost_share);
/// Rocks that did what has not been observed, on stderr.
void cli_print_implausible(const talus_campaign *campaign, const talus_results *results);
/// Release and class of every stratum that is missing in annual values, screens and nets that no rock
/// met, on stderr.
void cli_print_missing(const talus_campaign *campaign, const talus_results *results);

/// Totals of results that are there.
talus_totals cli_totals_of(const talus_results *results);
/// Outcomes, and the tables that count each rock once.
void cli_print_statistics(const talus_campaign *campaign, const talus_totals *totals,
                          const char *title);
/// The table that counts each time step once, and the numerics of the run.
void cli_print_time_statistics(const talus_campaign *campaign, const talus_totals *totals);
/// The results of a run, on stdout: outcomes, the tables that count each rock once, gauges,
/// precision, zones and obstacles, then the table that counts each time step once and the numerics.
void cli_print_results(const cli_case *loaded, const talus_totals *totals,
                       const talus_results *results);
/// Screens and objects, a line each; nothing without any.
void cli_print_gauges(const talus_campaign *campaign, const talus_results *results);
/// Zones of the results that were written last, and how many cells are decided; nothing without
/// any.
void cli_print_hazard(const cli_case *loaded);
/// A line on what `stop_when` came to; nothing without it.
void cli_print_precision(const talus_campaign *campaign, const talus_results *results);
/// Was it reached? True without it.
bool cli_is_precise(const talus_results *results);

/// Stems, walls, nets and dams: what stands, and what rocks did there; on stdout, nothing without.
void cli_print_standing(const talus_campaign *campaign);
void cli_print_obstacles(const talus_campaign *campaign, const talus_results *results);

/// Print what a study of the library reported, and destroy the list. @return is there an error in it?
bool cli_study_diagnostics(talus_diagnostics *diagnostics, bool quiet);
/// The exit code of a study; its error is printed unless it was listed.
cli_exit cli_study_exit(talus_status status, bool is_listed, const talus_error *error);

/// Area and frequencies of a release, as `talus check` prints them.
void cli_print_source(const talus_campaign *campaign, size_t index);

#endif
