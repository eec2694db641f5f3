// SPDX-License-Identifier: GPL-3.0-or-later
/// @file cli.h
/// What the files of the command line share: the commands and small printing helpers.
/// It knows the terminal; it refuses to know physics.
#ifndef TALUS_SRC_CLI_CLI_H
#define TALUS_SRC_CLI_CLI_H

#include "cli/options.h"
#include "hazard/products.h"
#include "talus/output.h"
#include "talus/scenario.h"

#include <stdio.h>

/// The whole program. @param exchange with other ranks; NULL = one process
/// @return exit code of the process
int cli_program(int argc, char **argv, const talus_exchange *exchange);

cli_exit cli_run(const cli_arguments *arguments);
cli_exit cli_merge(const cli_arguments *arguments);
cli_exit cli_compare(const cli_arguments *arguments);
cli_exit cli_sensitivity(const cli_arguments *arguments);
cli_exit cli_calibrate(const cli_arguments *arguments);
cli_exit cli_validate(const cli_arguments *arguments);
cli_exit cli_check(const cli_arguments *arguments);
cli_exit cli_map(const cli_arguments *arguments);
cli_exit cli_rock(const cli_arguments *arguments);
cli_exit cli_replay(const cli_arguments *arguments);
cli_exit cli_terrain_info(const cli_arguments *arguments);
cli_exit cli_terrain_fill(const cli_arguments *arguments);
cli_exit cli_terrain_smooth(const cli_arguments *arguments);
cli_exit cli_terrain_slope(const cli_arguments *arguments);
cli_exit cli_terrain_energyline(const cli_arguments *arguments);
cli_exit cli_terrain_field(const cli_arguments *arguments);
cli_exit cli_step_evaluate(const cli_arguments *arguments);
cli_exit cli_rocking_evaluate(const cli_arguments *arguments);
cli_exit cli_rocking_run(const cli_arguments *arguments);
cli_exit cli_rocking_spectrum(const cli_arguments *arguments);
cli_exit cli_rocking_fragility(const cli_arguments *arguments);
cli_exit cli_rocking_region(const cli_arguments *arguments);
cli_exit cli_rocking_stepper(const cli_arguments *arguments);
cli_exit cli_rocking_fit(const cli_arguments *arguments);
cli_exit cli_rocking_maps(const cli_arguments *arguments);
cli_exit cli_spin(const cli_arguments *arguments);
cli_exit cli_spin_map(const cli_arguments *arguments);
cli_exit cli_spin_evaluate(const cli_arguments *arguments);
cli_exit cli_bench(const cli_arguments *arguments);
cli_exit cli_contact_law(const cli_arguments *arguments);
cli_exit cli_contact_solve(const cli_arguments *arguments);
cli_exit cli_contact_bench(const cli_arguments *arguments);
cli_exit cli_contact_convert(const cli_arguments *arguments);

/// Copy the next item of a list with commas; too long an item is cut. @return false at its end
bool cli_next_item(const char **list, char *item, size_t size);

/// Schemes in the order they were asked for, each once.
typedef struct cli_schemes {
    talus_scheme items[TALUS_SCHEME_COUNT];
    size_t count;
    bool is_repeated; ///< one was named twice
} cli_schemes;
/// Read an option of names with commas, or "all", that may be repeated; when it is absent the list
/// is explicit, midpoint and, where there is one, exact. A wrong name is told on stderr.
bool cli_schemes_read(const cli_arguments *arguments, const char *option, cli_schemes *list);

/// Print every message of the list from `first` on to stderr, as compilers do; with `quiet` only
/// errors. @return the number of messages, to be given as `first` next time.
size_t cli_print_diagnostics(const talus_diagnostics *list, size_t first, bool quiet);
/// A text of the user's files on a terminal: characters that are not printable become spaces, line
/// breaks and tabs stay.
void cli_put_text(FILE *stream, const char *text);
/// A sentence with texts of the user's files or command line on stderr, cleaned likewise.
void cli_say(const char *format, ...) TALUS_PRINTF(1, 2);
/// Print one error to stderr: "file:line:col: error: sentence", or "talus: error: sentence".
void cli_print_error(const talus_error *error);

/// Outer dimensions of a built-in shape by --size: as given; one number or none is the longest, the
/// rest by the shape's nature.
talus_vec3 cli_builder_size(const cli_arguments *arguments, const char *name);

/// Print the name of a CRS and a newline to stdout; "none" for an empty WKT.
void cli_print_crs(const char *wkt);

/// Overrides of a command line; `texts` owns path and value of item k at 2k and 2k + 1.
typedef struct cli_overrides {
    talus_override *items;
    char **texts;
    size_t count, capacity;
} cli_overrides;
/// --set and the options that stand for keys; --out is outputs.dir. Zero before; to be cleared
/// whatever comes back. @return false when out of memory
bool cli_overrides_collect(const cli_arguments *arguments, cli_overrides *list);
/// outputs.dir, meant from where the user stands. @return false when out of memory
bool cli_overrides_add_directory(cli_overrides *list, const char *directory);
void cli_overrides_clear(cli_overrides *list);
/// The one map from a status to an exit code: what the user gave is CLI_BAD_INPUT, whether its
/// values are wrong or it cannot be read; results that cannot be written are CLI_FAILED.
cli_exit cli_exit_of(talus_status status);

/// What the command line allows of inputs.
talus_world_options cli_world_options(const cli_arguments *arguments);

/// A scenario read with the overrides of the command line, and its warnings.
typedef struct cli_case {
    talus_scenario *scenario;
    talus_world *world;
    talus_diagnostics *diagnostics;
    size_t printed;         ///< diagnostics already shown
    talus_error error;      ///< the first reason why it could not be loaded
    hazard_request *hazard; ///< NULL: the scenario asks for none
} cli_case;
/// Read the scenario (first operand) and load its world; problems are printed, on rank 0 alone.
/// @return CLI_OK, CLI_BAD_INPUT, or CLI_FAILED when out of memory. Always clear the case.
cli_exit cli_case_load(const cli_arguments *arguments, const char *path, cli_case *loaded);
/// The same; `list` (zero before) keeps the overrides that made the case, the caller clears it.
cli_exit cli_case_load_with(const cli_arguments *arguments, const char *path, cli_overrides *list,
                            cli_case *loaded);
void cli_case_clear(cli_case *loaded);
/// What the writers need of the case; layers and resolved scenario are left open.
talus_output_context cli_case_context(const cli_case *loaded);

enum { CLI_PATH_SIZE = 4096 };
/// Where the state of a run stands in its result directory.
talus_status cli_checkpoint_path(const char *directory, char path[CLI_PATH_SIZE],
                                 talus_error *error);

/// From now on Ctrl-C and termination are noted instead of ending the program. A signal that the
/// parent chose to ignore stays ignored.
void cli_catch_interrupt(void);
/// talus_run_options.should_stop of all commands. @param user not used
bool cli_is_interrupted(void *user);
/// Does a run end with CLI_SUSPECT? @param lost_share that may be lost, see
/// talus_scenario_lost_share
bool cli_is_suspect(const talus_totals *totals, double lost_share);
/// What the physics counted that a user must see, on stderr. @param name of the run; NULL = the
/// only
void cli_tell_of_findings(const char *name, const talus_totals *totals, double lost_share);
/// Rocks that did what has not been observed, on stderr.
void cli_tell_of_implausible(const talus_campaign *campaign, const talus_results *results);
/// Release and class of every stratum that is missing in annual values, on stderr.
void cli_tell_of_empty_strata(const talus_campaign *campaign, const talus_results *results);

/// What a run came to, on stdout: outcomes, and the tables that count each rock once.
void cli_print_statistics(const talus_campaign *campaign, const talus_totals *totals,
                          const char *title);
/// The table that counts each time step once, and the numerics of the run; after the gauges.
void cli_print_time_statistics(const talus_campaign *campaign, const talus_totals *totals);
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

/// Progress on a terminal, see progress.c.
typedef struct cli_progress {
    FILE *stream;
    bool shown;
} cli_progress;
void cli_progress_show(void *user, uint64_t done, uint64_t total, double wall_time);
void cli_progress_end(cli_progress *progress);

/// Area and frequencies of a release, as `talus check` prints them.
void cli_print_source(const talus_campaign *campaign, size_t index);

#endif
