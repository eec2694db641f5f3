// SPDX-License-Identifier: GPL-3.0-or-later
// talus calibrate --case: parameters from all that was measured in a case.
#include "studies/calibration/calibrate_case.h"
#include "app/cli/results.h"
#include "input/command/study_files.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool read_parameters(const cli_arguments *arguments, calibrate_parameter *parameters,
                            size_t *count)
{
    for (size_t i = 0; i < arguments->given_count; i++) {
        talus_error error = {0};
        if (strcmp(arguments->given[i].option->name, "parameter") != 0) {
            continue;
        }
        if (*count == CALIBRATE_MOST_PARAMETERS) {
            cli_say("talus calibrate: more than %d parameters\n", CALIBRATE_MOST_PARAMETERS);
            return false;
        }
        if (calibrate_parameter_read(arguments->given[i].value, &parameters[(*count)++], &error) !=
            TALUS_OK) {
            cli_say("talus calibrate: %s\n", error.message);
            return false;
        }
    }
    return true;
}

/// Options of deposits alone mean nothing here, and the posterior needs the ensemble.
static bool check_options(const cli_arguments *arguments)
{
    static const char *const others[] = {"observed",      "layer",  "where",
                                         "release-field", "method", "rocks"};
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

static bool read_hold_out(const char *text, double *share)
{
    char *end = NULL;
    *share = text != NULL ? strtod(text, &end) : *share;
    if (text != NULL && (end == text || *end != '\0' || !(*share >= 0.0 && *share < 1.0))) {
        cli_say("talus calibrate: --hold-out: found \"%s\", expected a share from 0 to below 1\n",
                text);
        return false;
    }
    return true;
}

static bool add_override(cli_overrides *list, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        cli_say("talus calibrate: --set: found \"%s\", expected KEY=VALUE\n", text);
        return false;
    }
    return cli_overrides_add(list, text, (size_t)(equals - text), equals + 1);
}

static talus_status write_files(const void *user, talus_directory *directory, talus_error *error)
{
    return calibrate_case_write(user, directory, error);
}

static void summarise(const void *user, files_text *text)
{
    calibrate_case_add_members(text, user);
}

/// The score of an observable of a part under a model; NaN = there is none.
static const validate_observable *find_score(const calibrate_case *study, bool is_held,
                                             bool is_posterior, const char *name)
{
    for (size_t k = 0; k < study->score_count; k++) {
        const calibrate_case_score *s = &study->scores[k];
        if (s->is_held == is_held && s->is_posterior == is_posterior &&
            strcmp(s->observable.name, name) == 0) {
            return &s->observable;
        }
    }
    return NULL;
}

static double score_of(const validate_observable *o)
{
    return o == NULL ? (double)NAN : isnan(o->crps) ? o->energy_score : o->crps;
}

static void print_scores(const calibrate_case *study)
{
    printf("\n%-26s %-9s %4s %9s %9s %9s %9s %9s\n", "score", "part", "n", "as given", "posterior",
           "skill", "point m.", "in 10-90");
    for (size_t k = 0; k < study->score_count; k++) {
        const calibrate_case_score *s = &study->scores[k];
        if (s->is_posterior) {
            const validate_observable *o = &s->observable;
            const validate_observable *given = find_score(study, s->is_held, false, o->name);
            printf("%-26s %-9s %4zu %9.3g %9.3g %9.3g %9.3g %9.3g\n", o->name,
                   s->is_held ? "held out" : "training", o->n, score_of(given), score_of(o),
                   o->skill, o->skill_point_mass, o->inside_10_90);
        }
    }
}

static void print_study(const calibrate_case *study)
{
    printf("%-32s %10s %10s %10s %10s %10s %10s %9s\n", "parameter", "low", "high", "best",
           "median", "5 %", "95 %", "shrinkage");
    for (size_t d = 0; d < study->options.parameter_count; d++) {
        const calibrate_parameter *p = &study->parameters[d];
        const calibrate_estimate *e = &study->estimates[d];
        printf("%-32s %10.4g %10.4g %10.4g %10.4g %10.4g %10.4g %9.2f\n", p->key, p->low, p->high,
               e->best, e->p50, e->p05, e->p95, e->shrinkage);
    }
    print_scores(study);
}

/// What the run needs beside its options.
typedef struct job {
    calibrate_parameter parameters[CALIBRATE_MOST_PARAMETERS];
    calibrate_case_options options;
    cli_overrides overrides;
} job;

static bool read_options(const cli_arguments *arguments, job *j)
{
    j->options = calibrate_case_options_default();
    j->options.path = arguments->operands[0];
    j->options.evaluations = (size_t)cli_count(arguments, "evaluations", j->options.evaluations);
    j->options.replicates = cli_count(arguments, "replicates", j->options.replicates);
    j->options.seed = cli_count(arguments, "seed", j->options.seed);
    j->options.threads = (unsigned)cli_count(arguments, "threads", 0);
    j->options.allow_network = cli_has(arguments, "allow-network");
    j->options.parameters = j->parameters;
    if (!check_options(arguments) ||
        !read_hold_out(cli_value(arguments, "hold-out"), &j->options.hold_out) ||
        !read_parameters(arguments, j->parameters, &j->options.parameter_count)) {
        return false;
    }
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (strcmp(arguments->given[i].option->name, "set") == 0 &&
            !add_override(&j->overrides, arguments->given[i].value)) {
            return false;
        }
    }
    j->options.overrides = j->overrides.items;
    j->options.override_count = j->overrides.count;
    if (cli_value(arguments, "out") == NULL) {
        cli_say("talus calibrate: --out is missing: --case needs a directory\n");
        return false;
    }
    return true;
}

static cli_exit calibrate(const cli_arguments *arguments, job *j)
{
    cli_study_files files = {.name = "calibrate",
                             .files = calibrate_case_files,
                             .write = write_files,
                             .summarise = summarise};
    const bool quiet = cli_has(arguments, "quiet");
    cli_progress progress = {.stream = stderr};
    calibrate_case *study = NULL;
    talus_error error = {0};
    cli_exit result = cli_study_open(arguments, cli_value(arguments, "out"), &files);
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    if (result == CLI_OK && diagnostics != NULL) {
        cli_catch_interrupt();
        j->options.should_stop = cli_is_interrupted;
        j->options.progress = !quiet && isatty(fileno(stderr)) ? cli_progress_show : NULL;
        j->options.progress_user = &progress;
        const talus_status status = calibrate_case_run(&j->options, diagnostics, &study, &error);
        cli_progress_end(&progress);
        const bool is_listed = talus_diagnostics_count_of(diagnostics, TALUS_SEVERITY_ERROR) > 0;
        (void)cli_print_diagnostics(diagnostics, 0, quiet);
        if (status == TALUS_ERROR_INTERRUPTED) {
            fprintf(stderr, "talus: interrupted; nothing was written\n");
            result = CLI_INTERRUPTED;
        } else if (status != TALUS_OK) {
            if (!is_listed) {
                cli_print_error(&error);
            }
            result = status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : cli_exit_of(status);
        }
    }
    if (result == CLI_OK) {
        result = cli_study_write(&files, study);
    }
    if (result == CLI_OK && !quiet) {
        print_study(study);
        printf("\nresults in %s\n", cli_value(arguments, "out"));
    }
    cli_study_close(&files);
    talus_diagnostics_destroy(diagnostics);
    calibrate_case_destroy(study);
    return result;
}

cli_exit cli_calibrate_case(const cli_arguments *arguments)
{
    job *j = calloc(1, sizeof *j);
    cli_exit result = CLI_FAILED;
    if (j != NULL) {
        result = read_options(arguments, j) ? calibrate(arguments, j) : CLI_USAGE;
        cli_overrides_clear(&j->overrides);
    }
    free(j);
    return result;
}
