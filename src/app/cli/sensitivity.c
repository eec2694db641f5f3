// SPDX-License-Identifier: GPL-3.0-or-later
// talus sensitivity: the same rocks with one thing of the scenario changed at a time.
#include "studies/study/sensitivity.h"

#include "app/cli/compare.h"
#include "app/cli/sensitivity.h"
#include "input/command/study_files.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VARIANTS = SENSITIVITY_KIND_COUNT + 1, MOST_NAME = 64 };

/// What the command line asks for, and what becomes of it. Variant 0 is the scenario as it is.
typedef struct job {
    const cli_arguments *arguments;
    bool quiet;
    double level; ///< reach probability of the reach area
    cli_overrides overrides;
    cli_case base;
    bool is_asked[SENSITIVITY_KIND_COUNT]; ///< by name
    size_t count;                          ///< variants
    const char *names[MOST_VARIANTS];
    sensitivity_changes changes[MOST_VARIANTS];
    char directory[OUTPUT_PATH_SIZE];
} job;

static bool reject_variant(const char *name)
{
    const char *names[SENSITIVITY_KIND_COUNT + 1] = {NULL};
    cli_say("talus sensitivity: --variants: \"%s\" is not one of ", name);
    for (int k = 0; k < SENSITIVITY_KIND_COUNT; k++) {
        names[k] = sensitivity_name((sensitivity_kind)k);
        fprintf(stderr, "%s%s", k ? ", " : "", names[k]);
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "%s%s%s; see talus sensitivity --help\n", near ? " (did you mean " : "",
            near ? near : "", near ? "?)" : "");
    return false;
}

static bool read_wishes(job *j)
{
    const char *rest = cli_value(j->arguments, "variants");
    char name[MOST_NAME];
    j->quiet = cli_has(j->arguments, "quiet");
    j->level = cli_number(j->arguments, "reach", 0.01);
    if (j->level > 1.0) {
        fprintf(stderr, "talus sensitivity: --reach: found %g, expected a probability up to 1\n",
                j->level);
        return false;
    }
    while (cli_next_item(&rest, name, sizeof name)) {
        int kind = 0;
        while (kind < SENSITIVITY_KIND_COUNT &&
               strcmp(name, sensitivity_name((sensitivity_kind)kind)) != 0) {
            kind++;
        }
        if (kind == SENSITIVITY_KIND_COUNT) {
            return reject_variant(name);
        }
        if (j->is_asked[kind]) {
            fprintf(stderr, "talus sensitivity: --variants: %s is given twice\n", name);
            return false;
        }
        j->is_asked[kind] = true;
    }
    return true;
}

/// Read the scenario with the changes of a variant; problems are printed.
static cli_exit read_variant(const job *j, size_t variant, cli_case *loaded)
{
    const sensitivity_changes *changes = &j->changes[variant];
    const size_t own = j->overrides.count;
    talus_override *all = malloc((own + changes->count + 1) * sizeof *all);
    talus_error error = {0};
    talus_status status = TALUS_ERROR_MEMORY;
    *loaded = (cli_case){.diagnostics = talus_diagnostics_create()};
    if (all == NULL || loaded->diagnostics == NULL) {
        (void)talus_error_set(&error, status, "out of memory for a variant");
    } else {
        for (size_t k = 0; k < own + changes->count; k++) {
            all[k] = k < own ? j->overrides.items[k]
                             : (talus_override){changes->items[k - own].path,
                                                changes->items[k - own].value};
        }
        status = talus_scenario_read(j->arguments->operands[0], all, own + changes->count,
                                     loaded->diagnostics, &loaded->scenario, &error);
    }
    free(all);
    if (status != TALUS_OK) {
        cli_print_diagnostics(loaded->diagnostics, 0, true);
        cli_say("talus sensitivity: %s: %s; leave it out with --variants\n", j->names[variant],
                error.message);
    }
    return cli_exit_of(status);
}

/// Choose the variants that the scenario has something for; one that was asked for must have it.
static cli_exit plan_variants(job *j)
{
    j->names[j->count++] = "base";
    for (int k = 0; k < SENSITIVITY_KIND_COUNT; k++) {
        const sensitivity_kind kind = (sensitivity_kind)k;
        const bool is_all = !cli_has(j->arguments, "variants");
        sensitivity_changes *changes = &j->changes[j->count];
        talus_error error = {0};
        if (!is_all && !j->is_asked[k]) {
            continue;
        }
        const talus_status status = sensitivity_plan(j->base.scenario, kind, changes, &error);
        if (status == TALUS_OK) {
            j->names[j->count++] = sensitivity_name(kind);
        }
        const char *note = status == TALUS_OK ? changes->note : error.message;
        if ((status != TALUS_OK && !is_all) || (note[0] && !j->quiet)) {
            cli_say("talus sensitivity: %s%s: %s\n", sensitivity_name(kind),
                    status == TALUS_OK ? "" : " cannot be varied", note);
        }
        if (status != TALUS_OK && (!is_all || status != TALUS_ERROR_UNSUPPORTED)) {
            return cli_exit_of(status);
        }
    }
    cli_exit result = CLI_OK;
    for (size_t k = 1; k < j->count && result == CLI_OK; k++) {
        cli_case trial;
        result = read_variant(j, k, &trial);
        cli_case_clear(&trial);
    }
    return result;
}

/// What the variants share while they run.
typedef struct running {
    const job *wanted;
    sensitivity_study *study;
    compare_files files;
    cli_variants variants;
    const compare_options *options;
    compare_rasters *rasters;
} running;

/// Result directory of the variant that ran last.
static talus_status write_variant(const cli_case *loaded, const running *r,
                                  const talus_results *results, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    talus_products_context context = *r->files.context;
    talus_status status = cli_variants_path(&r->variants, path, error);
    char *resolved = status == TALUS_OK ? talus_scenario_resolved(loaded->scenario, path) : NULL;
    if (status == TALUS_OK && resolved == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the scenario");
    }
    context.resolved_scenario = resolved;
    if (status == TALUS_OK) {
        status = cli_variants_write(&r->variants, &context, loaded->diagnostics, results, error);
    }
    free(resolved);
    return status;
}

/// Run the next variant in the loaded world and keep what it gives.
static talus_status run_variant(const cli_case *loaded, const running *r, talus_error *error)
{
    talus_results *results = NULL;
    talus_status status =
        compare_replace(r->study->rocks, talus_world_campaign(loaded->world), error);
    if (status == TALUS_OK) {
        status = compare_run(r->study->rocks, r->options, &results, error);
        status = status == TALUS_ERROR_INTERRUPTED ? TALUS_OK : status;
    }
    if (status == TALUS_OK) {
        status = sensitivity_take(r->study, results, error);
    }
    if (status == TALUS_OK) {
        status = write_variant(loaded, r, results, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_rasters(r->study->rocks, &r->files, results, r->rasters, error);
    }
    talus_results_destroy(results);
    if (r->study->rocks->count > 0) {
        compare_forget(r->study->rocks);
    }
    return status;
}

/// Load the world of a variant and run it.
static cli_exit load_and_run(const job *j, size_t variant, const running *r)
{
    cli_case loaded;
    talus_error error = {0};
    cli_exit result = read_variant(j, variant, &loaded);
    if (result == CLI_OK) {
        const talus_world_options options = cli_world_options(j->arguments);
        talus_status status = talus_world_load_with(loaded.scenario, &options, loaded.diagnostics,
                                                    &loaded.world, &error);
        loaded.printed = cli_print_diagnostics(loaded.diagnostics, 0, true);
        if (status == TALUS_OK) {
            status = run_variant(&loaded, r, &error);
        }
        if (status != TALUS_OK) {
            cli_say("talus sensitivity: %s: %s\n", j->names[variant], error.message);
        }
        result = cli_exit_of(status);
    }
    cli_case_clear(&loaded);
    return result;
}

/// Failures are printed.
static cli_exit run_variants(const job *j, running *r)
{
    cli_progress progress = {.stream = stderr};
    cli_catch_interrupt();
    const bool is_shown = !j->quiet && isatty(fileno(stderr));
    const compare_options options = {.threads = talus_scenario_threads(j->base.scenario),
                                     .begin = is_shown ? cli_compare_show : NULL,
                                     .progress = is_shown ? cli_progress_show : NULL,
                                     .user = &progress,
                                     .should_stop = cli_is_interrupted};
    talus_error error = {0};
    r->options = &options;
    r->rasters = compare_rasters_create();
    cli_exit result = r->rasters ? CLI_OK : CLI_FAILED;
    if (result == CLI_OK) {
        result = cli_exit_of(run_variant(&j->base, r, &error));
        if (result != CLI_OK) {
            cli_print_error(&error);
        }
    }
    for (size_t k = 1; k < j->count && result == CLI_OK && !r->study->rocks->partial; k++) {
        result = load_and_run(j, k, r);
    }
    cli_progress_end(&progress);
    compare_rasters_destroy(r->rasters);
    return result;
}

static talus_status claim_files(void *user, talus_directory *directory, talus_error *error)
{
    const running *r = user;
    const talus_status status = compare_claim(r->study->rocks, directory, error);
    return status == TALUS_OK ? sensitivity_claim(r->study, directory, error) : status;
}

static talus_status write_study(void *user, talus_directory *directory, talus_error *error)
{
    const running *r = user;
    sensitivity_study *study = r->study;
    (void)directory; // the files know it
    talus_status status = sensitivity_finish(study, error);
    if (status == TALUS_OK) {
        status = compare_write_rocks(study->rocks, &r->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_charts(study->rocks, &r->files, error);
    }
    if (status == TALUS_OK && study->rocks->count > 1) {
        status = sensitivity_write_chart(study, &r->files, error);
    }
    if (status == TALUS_OK) {
        status = sensitivity_write_maps(study, &r->files, error);
    }
    if (status == TALUS_OK) {
        status = sensitivity_write_summary(study, &r->files, r->wanted->changes, error);
    }
    return status == TALUS_OK ? compare_write_summary(study->rocks, &r->files, error) : status;
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const running *r = user;
    files_text text = directory_members_begin();
    compare_add_members(&text, r->study->rocks, &r->files, "sensitivity");
    return directory_members_end(&text, members, error);
}

/// Failures are printed.
static cli_exit run_and_write(job *j, running *r)
{
    const talus_contributor one = {.size = sizeof one,
                                   .name = "sensitivity",
                                   .claim = claim_files,
                                   .write = write_study,
                                   .summarise = summarise,
                                   .user = r};
    talus_error error = {0};
    talus_status status =
        cli_variants_open(&r->variants, j->directory, &one, r->files.context, &error);
    cli_exit result = CLI_OK;
    r->files.directory = r->variants.directory;
    if (status == TALUS_OK) {
        result = run_variants(j, r);
    }
    if (status == TALUS_OK && result == CLI_OK) {
        status =
            talus_directory_write(r->files.directory, &one, 1, r->study->rocks->partial, &error);
    }
    talus_directory_close(r->files.directory);
    j->base.printed = cli_print_diagnostics(j->base.diagnostics, j->base.printed, j->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        result = cli_exit_of(status);
    }
    return result;
}

static cli_exit run_and_tell(job *j, sensitivity_study *study)
{
    const talus_products_context context = cli_case_context(&j->base);
    running r = {.wanted = j,
                 .study = study,
                 .files = {.context = &context, .envelope = j->level},
                 .variants = {.options = cli_directory_options(j->arguments, j->base.diagnostics),
                              .study = study->rocks}};
    const cli_exit result = run_and_write(j, &r);
    if (result != CLI_OK) {
        return result;
    }
    if (!j->quiet) {
        cli_print_sensitivity(study, talus_scenario_title(j->base.scenario));
        printf("\nresults in %s%s\n", j->directory, study->rocks->partial ? " (partial)" : "");
    }
    if (study->rocks->partial) {
        fprintf(stderr, "talus: interrupted; what was done is in %s, marked partial\n",
                j->directory);
        return CLI_INTERRUPTED;
    }
    const double lost_share = talus_scenario_lost_share(j->base.scenario);
    return cli_compare_is_suspect(study->rocks, lost_share, j->quiet) ? CLI_SUSPECT : CLI_OK;
}

static cli_exit study_case(job *j)
{
    const char *out = cli_value(j->arguments, "out");
    talus_error error = {0};
    const int length = snprintf(j->directory, sizeof j->directory, "%s%s",
                                out ? out : talus_scenario_output_dir(j->base.scenario),
                                out ? "" : "/sensitivity");
    if (length < 0 || (size_t)length >= sizeof j->directory) {
        fprintf(stderr, "talus sensitivity: --out: the name is longer than %zu bytes\n",
                sizeof j->directory - 1);
        return CLI_USAGE;
    }
    sensitivity_study *study = NULL;
    if (sensitivity_create(talus_world_campaign(j->base.world), j->names, j->count, j->level,
                           &study, &error) != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(error.status);
    }
    const cli_exit result = run_and_tell(j, study);
    sensitivity_destroy(study);
    return result;
}

cli_exit cli_sensitivity(const cli_arguments *arguments)
{
    static job j; // 4 KB of path
    j = (job){.arguments = arguments};
    if (!read_wishes(&j)) {
        return CLI_USAGE;
    }
    cli_exit result = cli_case_load_with(arguments, arguments->operands[0], &j.overrides, &j.base);
    if (result == CLI_OK) {
        result = plan_variants(&j);
    }
    if (result == CLI_OK) {
        result = study_case(&j);
    }
    for (size_t k = 0; k < MOST_VARIANTS; k++) {
        sensitivity_changes_clear(&j.changes[k]);
    }
    cli_case_clear(&j.base);
    cli_overrides_clear(&j.overrides);
    return result;
}
