// SPDX-License-Identifier: GPL-3.0-or-later
// What a study of the library reported, on stderr, and the exit code.
#include "app/cli/compare.h"

bool cli_study_diagnostics(talus_diagnostics *diagnostics, bool quiet)
{
    const bool is_listed = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
    (void)cli_print_diagnostics(diagnostics, 0, quiet);
    talus_diagnostics_destroy(diagnostics);
    return is_listed;
}

cli_exit cli_study_exit(talus_status status, bool is_listed, const talus_error *error)
{
    if (status != TALUS_OK && !is_listed) {
        cli_print_error(error);
    }
    return cli_exit_of(status);
}
