// SPDX-License-Identifier: GPL-3.0-or-later
// talus calibrate --case: parameters from all that was measured in a case.
#include "app/cli/calibrate.h"

#include <math.h>
#include <string.h>

/// Options of deposits alone mean nothing here, and the posterior needs the ensemble.
static bool check_options(const cli_arguments *arguments)
{
    static const char *const others[] = {"observed",     "layer",  "where", "release-field",
                                         "volume-field", "method", "rocks", "operation"};
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        if (cli_value(arguments, others[k]) != NULL) {
            cli_say("talus calibrate: --%s does not go with --case\n", others[k]);
            return false;
        }
    }
    if (cli_has(arguments, "assume-metres")) {
        cli_say("talus calibrate: --assume-metres does not go with --case\n");
        return false;
    }
    return true;
}

static cli_exit add_override(cli_overrides *list, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        cli_say("talus calibrate: --set: found \"%s\", expected KEY=VALUE\n", text);
        return CLI_USAGE;
    }
    return cli_overrides_add(list, text, (size_t)(equals - text), equals + 1) ? CLI_OK
                                                                              : cli_out_of_memory();
}

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
    if (!check_options(arguments)) {
        return CLI_USAGE;
    }
    cli_exit result = CLI_OK;
    for (size_t i = 0; i < arguments->given_count && result == CLI_OK; i++) {
        if (strcmp(arguments->given[i].option->name, "set") == 0) {
            result = add_override(&request->overrides, arguments->given[i].value);
        }
    }
    if (result != CLI_OK) {
        return result;
    }
    o->case_file = arguments->operands[0];
    o->replicates = cli_count(arguments, "replicates", o->replicates);
    o->seed = cli_count(arguments, "seed", o->seed);
    o->threads = (unsigned)cli_count(arguments, "threads", 0);
    o->directory = cli_value(arguments, "out");
    if (o->directory == NULL) {
        cli_say("talus calibrate: --out is missing: --case needs a directory\n");
        return CLI_USAGE;
    }
    return CLI_OK;
}
