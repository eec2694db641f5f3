// SPDX-License-Identifier: GPL-3.0-or-later
// talus calibrate: parameters of a scenario from observed deposits.
#include "app/cli/results.h"
#include "input/command/study_files.h"

#include "io/products/output.h"
#include "studies/calibration/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What the command line asks for.
typedef struct wishes {
    const cli_arguments *arguments;
    calibrate_parameter parameters[CALIBRATE_MOST_PARAMETERS];
    calibrate_options options;
    cli_overrides overrides;
    char directory[OUTPUT_PATH_SIZE];
    bool quiet;
} wishes;

static bool read_parameters(const cli_arguments *arguments, wishes *wanted)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        const cli_given *given = &arguments->given[i];
        talus_error error = {0};
        if (strcmp(given->option->name, "parameter") != 0) {
            continue;
        }
        if (wanted->options.parameter_count == CALIBRATE_MOST_PARAMETERS) {
            fprintf(stderr, "talus calibrate: more than %d parameters\n",
                    CALIBRATE_MOST_PARAMETERS);
            return false;
        }
        if (calibrate_parameter_read(given->value,
                                     &wanted->parameters[wanted->options.parameter_count++],
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
    *share = text != NULL ? strtod(text, &end) : 0.3;
    if (text != NULL && (end == text || *end != '\0' || !(*share >= 0.0 && *share < 1.0))) {
        cli_say("talus calibrate: --hold-out: found \"%s\", expected a share from 0 to below 1\n",
                text);
        return false;
    }
    return true;
}

static bool read_wishes(const cli_arguments *arguments, wishes *wanted)
{
    const char *method = cli_value(arguments, "method");
    wanted->arguments = arguments;
    wanted->quiet = cli_has(arguments, "quiet");
    wanted->options =
        (calibrate_options){.scenario = arguments->operands[0],
                            .parameters = wanted->parameters,
                            .observed = cli_value(arguments, "observed"),
                            .layer = cli_value(arguments, "layer"),
                            .where = cli_value(arguments, "where"),
                            .release_field = cli_value(arguments, "release-field"),
                            .assume_crs = cli_has(arguments, "assume-metres"),
                            .allow_network = cli_has(arguments, "allow-network"),
                            .method = method == NULL || method[0] == 'b' ? CALIBRATE_BOTH
                                      : method[0] == 'e'                 ? CALIBRATE_ENSEMBLE
                                                                         : CALIBRATE_SEARCH,
                            .evaluations = (size_t)cli_count(arguments, "evaluations", 300)};
    if (!read_hold_out(cli_value(arguments, "hold-out"), &wanted->options.hold_out) ||
        !read_parameters(arguments, wanted)) {
        return false;
    }
    if (wanted->options.observed == NULL || wanted->options.parameter_count == 0) {
        fprintf(stderr,
                "talus calibrate: %s is missing: it needs --observed FILE and at least one "
                "--parameter KEY=LOW:HIGH\n",
                wanted->options.observed == NULL ? "--observed" : "--parameter");
        return false;
    }
    return true;
}

/// Check the scenario, and keep the overrides that make it; best.yaml will run into DIR/best.
static cli_exit prepare(const cli_arguments *arguments, wishes *wanted)
{
    cli_case loaded = {0};
    const char *out = cli_value(arguments, "out");
    cli_exit result =
        cli_case_load_with(arguments, arguments->operands[0], &wanted->overrides, &loaded);
    if (result == CLI_OK) {
        char best[OUTPUT_PATH_SIZE];
        talus_error error = {0};
        const int length = snprintf(wanted->directory, sizeof wanted->directory, "%s%s",
                                    out ? out : talus_scenario_output_dir(loaded.scenario),
                                    out ? "" : "/calibrate");
        if (length < 0 || (size_t)length >= sizeof wanted->directory ||
            output_path(best, wanted->directory, "best", "", &error) != TALUS_OK) {
            fprintf(stderr, "talus calibrate: --out: the name is too long\n");
            result = CLI_USAGE;
        } else if (!cli_overrides_add_directory(&wanted->overrides, best)) {
            result = CLI_FAILED;
        }
    }
    cli_case_clear(&loaded);
    wanted->options.overrides = wanted->overrides.items;
    wanted->options.override_count = wanted->overrides.count;
    return result;
}

static void print_parameters(const calibrate_study *study)
{
    const bool has_posterior = study->options.method != CALIBRATE_SEARCH;
    printf("%-28s %10s %10s %10s", "parameter", "low", "high", "best");
    printf(has_posterior ? " %10s %10s %10s %9s\n" : "%s%s%s%s\n", has_posterior ? "median" : "",
           has_posterior ? "5 %" : "", has_posterior ? "95 %" : "",
           has_posterior ? "shrinkage" : "");
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        const calibrate_parameter *p = &study->parameters[d];
        const calibrate_estimate *e = &study->estimates[d];
        printf("%-28s %10.4g %10.4g %10.4g", p->key, p->low, p->high, e->best);
        if (has_posterior) {
            printf(" %10.4g %10.4g %10.4g %9.2f", e->p50, e->p05, e->p95, e->shrinkage);
        }
        printf("\n");
    }
}

static void print_check(const calibrate_check *check, const char *name)
{
    if (check->count > 0) {
        printf("%-10s %8zu %10.2f %10.2f %10.2f %7.2f %7.3f %6.0f %%\n", name, check->count,
               check->score, check->best, check->reference, check->skill, check->p,
               100.0 * check->covered);
    }
}

/// Run-outs of observed and predicted deposits.
static void print_runouts(const calibrate_check *check, const char *name)
{
    if (check->count > 0) {
        printf("%-10s %10.1f %10.1f %10.1f %12.1f %10.1f %10.1f\n", name, check->observed[0],
               check->observed[1], check->observed[2], check->predicted[0], check->predicted[1],
               check->predicted[2]);
    }
}

static void print_study(const calibrate_study *study)
{
    printf("%s: %zu deposits to calibrate with, %zu held out%s; %llu rocks a run, %zu runs\n\n",
           talus_scenario_title(study->scenario), study->training.count, study->held.count,
           study->named ? ", by release" : "", (unsigned long long)study->rocks,
           study->evaluation_count);
    print_parameters(study);
    printf("\nbest %.3f m with the seed of the search, %.3f m with other seeds, noise %.3f m\n\n",
           study->evaluations[study->best].score.energy +
               study->evaluations[study->best].score.runout,
           study->fresh, study->noise);
    printf("%-10s %8s %10s %10s %10s %7s %7s %8s\n", "score (m)", "deposits", "posterior", "best",
           "as given", "skill", "p", "in 90 %");
    print_check(&study->training_check, "training");
    print_check(&study->held_check, "held out");
    printf("\n%-10s %10s %10s %10s %12s %10s %10s\n", "runout (m)", "obs. 10 %", "50 %", "90 %",
           "pred. 10 %", "50 %", "90 %");
    print_runouts(&study->training_check, "training");
    print_runouts(&study->held_check, "held out");
    for (size_t k = 0; k < study->finding_count; k++) {
        printf("%s- %s\n", k == 0 ? "\n" : "", study->findings[k]);
    }
}

static talus_status claim_files(void *user, talus_directory *directory, talus_error *error)
{
    (void)user;
    return directory_claim_all(directory, calibrate_files, error);
}

static talus_status write_files(void *user, talus_directory *directory, talus_error *error)
{
    return calibrate_write(user, directory, error);
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    files_text text = directory_members_begin();
    calibrate_add_members(&text, user);
    return directory_members_end(&text, members, error);
}

/// Claim, run, write.
static talus_status run_study(const wishes *wanted, calibrate_study *study, cli_progress *progress,
                              talus_error *error)
{
    const talus_contributor one = {.size = sizeof one,
                                   .name = "calibrate",
                                   .claim = claim_files,
                                   .write = write_files,
                                   .summarise = summarise,
                                   .user = study};
    const talus_directory_options options =
        cli_directory_options(wanted->arguments, study->diagnostics);
    talus_directory *directory = NULL;
    talus_status status = talus_directory_open(wanted->directory, &options, &directory, error);
    status = status == TALUS_OK ? talus_directory_prepare(directory, &one, 1, error) : status;
    if (status == TALUS_OK) {
        status = calibrate_run(study, error);
        cli_progress_end(progress);
    }
    if (status == TALUS_OK) {
        status = talus_directory_write(directory, &one, 1, study->partial, error);
    }
    talus_directory_close(directory);
    return status;
}

static cli_exit tell(const wishes *wanted, const calibrate_study *study)
{
    if (study->partial) {
        fprintf(stderr, "talus: interrupted; what was done is in %s, marked partial\n",
                wanted->directory);
        return CLI_INTERRUPTED;
    }
    if (!wanted->quiet) {
        print_study(study);
        printf("\nresults in %s\n", wanted->directory);
    }
    return CLI_OK;
}

static cli_exit calibrate(wishes *wanted)
{
    cli_progress progress = {.stream = stderr};
    calibrate_study *study = NULL;
    talus_error error = {0};
    cli_catch_interrupt();
    wanted->options.should_stop = cli_is_interrupted;
    wanted->options.progress = !wanted->quiet && isatty(fileno(stderr)) ? cli_progress_show : NULL;
    wanted->options.progress_user = &progress;
    talus_status status = calibrate_create(&wanted->options, &study, &error);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : cli_exit_of(status);
    }
    const size_t printed = cli_print_diagnostics(study->diagnostics, 0, wanted->quiet);
    status = run_study(wanted, study, &progress, &error);
    (void)cli_print_diagnostics(study->diagnostics, printed, wanted->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
    }
    const cli_exit result = status == TALUS_OK ? tell(wanted, study) : cli_exit_of(status);
    calibrate_destroy(study);
    return result;
}

cli_exit cli_calibrate(const cli_arguments *arguments)
{
    if (cli_has(arguments, "case")) {
        return cli_calibrate_case(arguments);
    }
    wishes *wanted = calloc(1, sizeof *wanted);
    cli_exit result = CLI_FAILED;
    if (wanted != NULL) {
        result = read_wishes(arguments, wanted) ? prepare(arguments, wanted) : CLI_USAGE;
        result = result == CLI_OK ? calibrate(wanted) : result;
        cli_overrides_clear(&wanted->overrides);
    }
    free(wanted);
    return result;
}
