// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a command that writes at its end.
#include "input/command/study_files.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

/// The study that computes: a signal closes its directory.
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static directory_study *computing;

enum { SMALLEST_MM = 40, LARGEST_MM = 1000 };

static cli_exit report(talus_status status, const talus_error *error)
{
    if (status != TALUS_OK) {
        cli_print_error(error);
    }
    return cli_exit_of(status);
}

const char *const *cli_chart_formats(void)
{
    static const char *const names[] = {"svg", "pdf", "png", NULL};
    return names;
}

/// --chart-format and --chart-size, of commands that have them.
static bool read_charts(const cli_arguments *arguments, directory_charts *charts)
{
    static const char *const endings[] = {".svg", ".pdf", ".png"};
    const char *format = cli_value(arguments, "chart-format");
    double size[CLI_MAX_NUMBERS] = {0.0};
    for (size_t k = 0; format != NULL && cli_chart_formats()[k] != NULL; k++) {
        charts->ending = strcmp(format, cli_chart_formats()[k]) == 0 ? endings[k] : charts->ending;
    }
    if (!cli_numbers_check(arguments, "chart-size", 2)) {
        return false;
    }
    const bool is_given = cli_numbers(arguments, "chart-size", size) == 2;
    for (int k = 0; k < 2 && is_given; k++) {
        if (!(size[k] >= SMALLEST_MM && size[k] <= LARGEST_MM)) {
            fprintf(stderr, "%s: --chart-size: found %g, expected %d to %d mm\n",
                    cli_program_name(), size[k], SMALLEST_MM, LARGEST_MM);
            return false;
        }
    }
    charts->width_mm = size[0];
    charts->height_mm = size[1];
    return true;
}

/// Charts are files of --out.
static void warn_of_charts(const cli_arguments *arguments)
{
    static const char *const names[] = {"chart-format", "chart-size"};
    for (size_t k = 0; k < 2; k++) {
        if (cli_value(arguments, names[k]) != NULL) {
            cli_say("%s: warning: --%s has no effect: charts are written with --out DIR\n",
                    cli_program_name(), names[k]);
        }
    }
}

/// Ctrl-C while a study computes: nothing is written, nothing of it is left. While it writes, it
/// goes on to the end.
static void leave_nothing(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&guard);
    if (computing != NULL) {
        directory_study_close(computing);
        fprintf(stderr, "%s: interrupted; nothing was written\n", cli_program_name());
        _exit(CLI_INTERRUPTED);
    }
    pthread_mutex_unlock(&guard);
}

/// directory_study_open; a signal that comes meanwhile waits until it is done.
static talus_status open_watched(directory_study *study, const char *path, bool overwrite,
                                 talus_error *error)
{
    static bool is_watching;
    pthread_mutex_lock(&guard);
    if (path != NULL && !is_watching) {
        is_watching = true;
        cli_call_on_interrupt(leave_nothing, NULL);
    }
    const talus_status status = directory_study_open(study, path, overwrite, error);
    computing = status == TALUS_OK && path != NULL ? study : NULL;
    pthread_mutex_unlock(&guard);
    return status;
}

static void stop_watching(void)
{
    pthread_mutex_lock(&guard);
    computing = NULL;
    pthread_mutex_unlock(&guard);
}

cli_exit cli_study_open(const cli_arguments *arguments, const char *path, directory_study *study)
{
    talus_error error = {0};
    if (!read_charts(arguments, &study->charts)) {
        return CLI_USAGE;
    }
    if (path == NULL) {
        warn_of_charts(arguments);
    }
    study->warnings = path != NULL ? talus_diagnostics_create() : NULL;
    const talus_status status = open_watched(study, path, cli_has(arguments, "overwrite"), &error);
    return report(status, &error);
}

cli_exit cli_study_write(directory_study *study, const void *user)
{
    talus_error error = {0};
    stop_watching();
    const talus_status status = directory_study_write(study, user, false, &error);
    (void)cli_print_diagnostics(study->warnings, 0, false);
    return report(status, &error);
}

void cli_study_close(directory_study *study)
{
    stop_watching();
    directory_study_close(study);
    talus_diagnostics_destroy(study->warnings);
    study->warnings = NULL;
}
