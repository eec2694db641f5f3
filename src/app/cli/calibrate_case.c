// SPDX-License-Identifier: GPL-3.0-or-later
// talus calibrate --case: parameters from all that was measured in a case.
#include "app/cli/calibrate.h"

#include <math.h>
#include <string.h>

/// The score of an observable of a part of the case, as given or under the posterior; NaN = none.
static double score_of(const talus_table *scores, size_t row)
{
    const double crps = cli_table_real(scores, row, "crps");
    return isnan(crps) ? cli_table_real(scores, row, "energy_score") : crps;
}

static double score_as_given(const talus_table *scores, const char *part, const char *name)
{
    for (size_t k = 0; k < scores->row_count; k++) {
        if (strcmp(cli_table_text(scores, k, "model"), "as given") == 0 &&
            strcmp(cli_table_text(scores, k, "part"), part) == 0 &&
            strcmp(cli_table_text(scores, k, "observable"), name) == 0) {
            return score_of(scores, k);
        }
    }
    return (double)NAN;
}

static void print_scores(const talus_table *scores)
{
    printf("\n%-26s %-9s %4s %9s %9s %9s %9s %9s\n", "score", "part", "n", "as given", "posterior",
           "skill", "point m.", "in 10-90");
    for (size_t k = 0; k < scores->row_count; k++) {
        if (strcmp(cli_table_text(scores, k, "model"), "posterior") == 0) {
            const char *part = cli_table_text(scores, k, "part");
            const char *name = cli_table_text(scores, k, "observable");
            printf("%-26s %-9s %4lld %9.3g %9.3g %9.3g %9.3g %9.3g\n", name, part,
                   cli_table_integer(scores, k, "n"), score_as_given(scores, part, name),
                   score_of(scores, k), cli_table_real(scores, k, "skill"),
                   cli_table_real(scores, k, "skill_point_mass"),
                   cli_table_real(scores, k, "inside_10_90"));
        }
    }
}

talus_status cli_calibrate_print_case(const talus_calibration *calibration, talus_error *error)
{
    talus_table parameters, scores;
    talus_status status = talus_calibration_table(calibration, "parameters", &parameters, error);
    status = status == TALUS_OK ? talus_calibration_table(calibration, "scores", &scores, error)
                                : status;
    if (status != TALUS_OK) {
        return status;
    }
    printf("%-32s %10s %10s %10s %10s %10s %10s %9s\n", "parameter", "low", "high", "best",
           "median", "5 %", "95 %", "shrinkage");
    for (size_t d = 0; d < parameters.row_count; d++) {
        printf("%-32s %10.4g %10.4g %10.4g %10.4g %10.4g %10.4g %9.2f\n",
               cli_table_text(&parameters, d, "parameter"), cli_table_real(&parameters, d, "low"),
               cli_table_real(&parameters, d, "high"), cli_table_real(&parameters, d, "best"),
               cli_table_real(&parameters, d, "median"), cli_table_real(&parameters, d, "p05"),
               cli_table_real(&parameters, d, "p95"), cli_table_real(&parameters, d, "shrinkage"));
    }
    print_scores(&scores);
    return TALUS_OK;
}

cli_exit cli_calibrate_read_case(cli_calibration *request)
{
    const cli_arguments *arguments = request->arguments;
    talus_calibrate_options *o = &request->options;
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *given = &arguments->given[i];
        if (given->option->kind == CLI_SETTING) {
            const char *equals = strchr(given->value, '=');
            if (!cli_overrides_add(&request->overrides, given->value,
                                   (size_t)(equals - given->value), equals + 1)) {
                return cli_out_of_memory();
            }
        }
    }
    o->case_file = arguments->operands[0];
    o->seed = cli_count(arguments, "seed", o->seed);
    o->directory = cli_value(arguments, "out");
    return CLI_OK;
}
