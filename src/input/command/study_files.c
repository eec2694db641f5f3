// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a command that writes at its end.
#include "input/command/study_files.h"

static cli_exit report(talus_status status, const talus_error *error)
{
    if (status != TALUS_OK) {
        cli_print_error(error);
    }
    return cli_exit_of(status);
}

cli_exit cli_study_open(const cli_arguments *arguments, const char *path, directory_study *study)
{
    talus_error error = {0};
    study->warnings = path != NULL ? talus_diagnostics_create() : NULL;
    return report(directory_study_open(study, path, cli_has(arguments, "overwrite"), &error),
                  &error);
}

cli_exit cli_study_write(directory_study *study, const void *user)
{
    talus_error error = {0};
    const talus_status status = directory_study_write(study, user, false, &error);
    (void)cli_print_diagnostics(study->warnings, 0, false);
    return report(status, &error);
}

void cli_study_close(directory_study *study)
{
    directory_study_close(study);
    talus_diagnostics_destroy(study->warnings);
    study->warnings = NULL;
}
