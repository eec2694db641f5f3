// SPDX-License-Identifier: GPL-3.0-or-later
// talus calibrate: parameters of a scenario from observed deposits, or from all of a case.
#include "app/cli/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_parameters(const cli_arguments *arguments, cli_calibration *request)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *given = &arguments->given[i];
        talus_error error = {0};
        if (strcmp(given->option->name, "parameter") != 0) {
            continue;
        }
        if (request->options.parameter_count == TALUS_MOST_PARAMETERS) {
            fprintf(stderr, "talus calibrate: more than %d parameters\n", TALUS_MOST_PARAMETERS);
            return false;
        }
        if (talus_calibrate_parameter_read(given->value,
                                           &request->parameters[request->options.parameter_count++],
                                           &error) != TALUS_OK) {
            cli_say("talus calibrate: %s\n", error.message);
            return false;
        }
    }
    return true;
}

static bool read_hold_out(const char *text, double *share)
{
    char *end = NULL;
    *share = text != NULL ? strtod(text, &end) : (double)NAN;
    if (text != NULL && (end == text || *end != '\0' || !(*share >= 0.0 && *share < 1.0))) {
        cli_say("talus calibrate: --hold-out: found \"%s\", expected a share from 0 to below 1\n",
                text);
        return false;
    }
    return true;
}

/// Options that both have.
static bool read_options(cli_calibration *request)
{
    const cli_arguments *arguments = request->arguments;
    talus_calibrate_options *o = &request->options;
    cli_options_read(arguments, o);
    o->parameters = request->parameters;
    return read_hold_out(cli_value(arguments, "hold-out"), &o->hold_out) &&
           read_parameters(arguments, request);
}

/// Check the scenario, and keep the overrides that make it; best.yaml will run into DIR/best.
static cli_exit prepare(cli_calibration *request)
{
    static const char best_name[] = "/best";
    cli_case loaded = {0};
    const char *out = cli_value(request->arguments, "out");
    cli_exit result = cli_case_load_with(request->arguments, request->options.scenario,
                                         &request->overrides, &loaded);
    if (result == CLI_OK) {
        char best[CLI_PATH_SIZE + sizeof best_name];
        const int length = snprintf(request->directory, sizeof request->directory, "%s%s",
                                    out ? out : talus_scenario_output_dir(loaded.scenario),
                                    out ? "" : "/calibrate");
        snprintf(best, sizeof best, "%s%s", request->directory, best_name);
        if (length < 0 || (size_t)length + sizeof best_name > sizeof request->directory) {
            cli_say("talus calibrate: --out: the name is too long\n");
            result = CLI_USAGE;
        } else if (!cli_overrides_add_directory(&request->overrides, best)) {
            result = cli_out_of_memory();
        }
    }
    cli_case_clear(&loaded);
    request->options.directory = request->directory;
    return result;
}

static void print_parameters(const talus_table *table, bool has_posterior)
{
    printf("%-28s %10s %10s %10s", "parameter", "low", "high", "best");
    printf(has_posterior ? " %10s %10s %10s %9s\n" : "%s%s%s%s\n", has_posterior ? "median" : "",
           has_posterior ? "5 %" : "", has_posterior ? "95 %" : "",
           has_posterior ? "shrinkage" : "");
    for (size_t d = 0; d < table->row_count; d++) {
        printf("%-28s %10.4g %10.4g %10.4g", cli_table_text(table, d, "key"),
               cli_table_real(table, d, "low"), cli_table_real(table, d, "high"),
               cli_table_real(table, d, "best"));
        if (has_posterior) {
            printf(" %10.4g %10.4g %10.4g %9.2f", cli_table_real(table, d, "median"),
                   cli_table_real(table, d, "p05"), cli_table_real(table, d, "p95"),
                   cli_table_real(table, d, "shrinkage"));
        }
        printf("\n");
    }
}

static void print_checks(const talus_table *checks)
{
    printf("%-10s %8s %10s %10s %10s %7s %7s %8s\n", "score (m)", "deposits", "posterior", "best",
           "as given", "skill", "p", "in 90 %");
    for (size_t k = 0; k < checks->row_count; k++) {
        printf("%-10s %8lld %10.2f %10.2f %10.2f %7.2f %7.3f %6.0f %%\n",
               cli_table_text(checks, k, "part"), cli_table_integer(checks, k, "deposits"),
               cli_table_real(checks, k, "score_of_posterior_m"),
               cli_table_real(checks, k, "score_of_best_m"),
               cli_table_real(checks, k, "score_of_scenario_m"), cli_table_real(checks, k, "skill"),
               cli_table_real(checks, k, "p"),
               100.0 * cli_table_real(checks, k, "runout_in_90_percent"));
    }
}

/// Quantiles of run-outs, or of volumes, observed and predicted.
static void print_quantiles(const talus_table *checks, bool of_volumes)
{
    static const char *const sides[2] = {"observed", "predicted"};
    static const char *const levels[3] = {"10", "50", "90"};
    printf("\n%-10s %10s %10s %10s %12s %10s %10s\n", of_volumes ? "volume m3" : "runout (m)",
           "obs. 10 %", "50 %", "90 %", "pred. 10 %", "50 %", "90 %");
    for (size_t k = 0; k < checks->row_count; k++) {
        printf("%-10s", cli_table_text(checks, k, "part"));
        for (int i = 0; i < 6; i++) {
            char key[64];
            snprintf(key, sizeof key, "%s_%s_p%s_%s", sides[i / 3],
                     of_volumes ? "volume" : "runout", levels[i % 3], of_volumes ? "m3" : "m");
            const double value = cli_table_real(checks, k, key);
            const int width = i == 3 ? 12 : 10;
            (void)(of_volumes ? printf(" %*.4g", width, value) : printf(" %*.1f", width, value));
        }
        printf("\n");
    }
}

static talus_status print_deposits(const talus_calibration *calibration, talus_error *error)
{
    talus_calibration_facts facts = {.size = sizeof facts};
    talus_table parameters, checks;
    const char *sentence = NULL;
    talus_status status = talus_calibration_facts_of(calibration, &facts, error);
    if (status == TALUS_OK) {
        status = talus_calibration_table(calibration, "parameters", &parameters, error);
    }
    status = status == TALUS_OK ? talus_calibration_table(calibration, "checks", &checks, error)
                                : status;
    if (status != TALUS_OK) {
        return status;
    }
    printf("%s: %zu deposits to calibrate with, %zu held out%s%s; %llu rocks a run, %zu runs\n\n",
           facts.title, facts.training, facts.held, facts.by_release ? ", by release" : "",
           facts.has_volumes ? ", by volume" : "", (unsigned long long)facts.rocks,
           facts.evaluations);
    print_parameters(&parameters, facts.has_posterior);
    printf("\nbest %.3f m with the seed of the search, %.3f m with other seeds, noise %.3f m\n\n",
           facts.best, facts.fresh, facts.noise);
    print_checks(&checks);
    print_quantiles(&checks, false);
    if (facts.has_volumes) {
        print_quantiles(&checks, true);
    }
    for (size_t k = 0; k < facts.finding_count && status == TALUS_OK; k++) {
        status = talus_calibration_finding(calibration, k, &sentence, error);
        printf("%s- %s\n", k == 0 ? "\n" : "", sentence);
    }
    return status;
}

/// After an interrupt.
static cli_exit print_interrupt(const cli_calibration *request, bool is_written)
{
    if (is_written) {
        fprintf(stderr, "talus: interrupted; what was done is in %s, marked partial\n",
                request->options.directory);
    } else {
        fprintf(stderr, "talus: interrupted; nothing was written\n");
    }
    return CLI_INTERRUPTED;
}

static cli_exit calibrate(cli_calibration *request)
{
    const bool quiet = cli_has(request->arguments, "quiet");
    cli_progress progress;
    talus_calibrate_options *o = &request->options;
    talus_calibration *calibration = NULL;
    talus_error error = {0};
    cli_catch_interrupt();
    o->overrides = request->overrides.items;
    o->override_count = request->overrides.count;
    o->should_stop = cli_is_interrupted;
    o->progress = cli_progress_begin(request->arguments, &progress);
    o->user = &progress;
    o->diagnostics = talus_diagnostics_create();
    talus_status status = talus_calibrate_run(o, &calibration, &error);
    cli_progress_end(&progress);
    const bool is_listed = cli_study_diagnostics(o->diagnostics, quiet);
    cli_exit result = CLI_OK;
    if (status == TALUS_ERROR_INTERRUPTED) {
        result = print_interrupt(request, calibration != NULL);
    } else {
        if (status == TALUS_OK && !quiet) {
            status = o->case_file != NULL ? cli_calibrate_print_case(calibration, &error)
                                          : print_deposits(calibration, &error);
            printf("\nresults in %s\n", o->directory);
        }
        result = cli_study_exit(status, is_listed, &error);
        result = status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : result;
    }
    talus_calibration_destroy(calibration);
    return result;
}

cli_exit cli_calibrate(const cli_arguments *arguments)
{
    cli_calibration *request = calloc(1, sizeof *request);
    cli_exit result = CLI_OK;
    if (request == NULL) {
        result = cli_out_of_memory();
    } else {
        request->arguments = arguments;
        result = read_options(request) ? CLI_OK : CLI_USAGE;
        if (result == CLI_OK && cli_has(arguments, "case")) {
            result = cli_calibrate_read_case(request);
        } else if (result == CLI_OK) {
            request->options.scenario = arguments->operands[0];
            result = prepare(request);
        }
        result = result == CLI_OK ? calibrate(request) : result;
        cli_overrides_clear(&request->overrides);
    }
    free(request);
    return result;
}
