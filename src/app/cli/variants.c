// SPDX-License-Identifier: GPL-3.0-or-later
// A study of variants from the command line: progress, interrupt, findings.
#include "app/cli/compare.h"

#include <stdlib.h>

static void show(void *user, const char *variant, size_t index, size_t count)
{
    cli_progress_part(user, variant, index, count);
}

static void note(void *user, const char *sentence)
{
    (void)user;
    cli_say("talus sensitivity: %s\n", sentence);
}

/// What is printed of the study.
static talus_status read_study(const cli_variants_job *job, cli_variants *study, talus_error *error)
{
    study->facts.size = sizeof study->facts;
    talus_status status = talus_study_facts_of(study->of, &study->facts, error);
    study->variants = calloc(study->facts.variants + 1, sizeof *study->variants);
    if (status == TALUS_OK && study->variants == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the tables");
    }
    for (size_t k = 0; k < study->facts.variants && status == TALUS_OK; k++) {
        study->variants[k].size = sizeof study->variants[k];
        status = talus_study_variant_of(study->of, k, &study->variants[k], error);
    }
    if (status == TALUS_OK) {
        status = talus_study_table(study->of, "screens", &study->screens, error);
    }
    if (status == TALUS_OK) {
        status = talus_study_table(study->of, "ratios", &study->ratios, error);
    }
    if (status == TALUS_OK) {
        status = talus_study_table(study->of, "differences", &study->differences, error);
    }
    return status == TALUS_OK && job->has_effects
               ? talus_study_table(study->of, "effects", &study->effects, error)
               : status;
}

/// Is one of its runs suspect? Its findings are printed unless `quiet`.
static bool is_suspect(const cli_variants *study, double lost_share, bool quiet)
{
    bool suspect = false;
    for (size_t k = 0; k < study->facts.variants; k++) {
        const talus_study_variant *variant = &study->variants[k];
        if (cli_is_suspect(variant->totals, lost_share)) {
            suspect = true;
            if (!quiet) {
                cli_print_findings(variant->name, variant->totals, lost_share);
            }
        }
    }
    return suspect;
}

static cli_exit print_study(const cli_variants_job *job, const cli_variants *study)
{
    const talus_scenario *scenario = job->loaded->scenario;
    const bool quiet = cli_has(job->arguments, "quiet");
    if (!quiet) {
        job->print(study, talus_scenario_title(scenario));
        printf("%sresults in %s%s\n", job->has_effects ? "\n" : "", job->directory,
               study->facts.partial ? " (partial)" : "");
    }
    if (study->facts.partial) {
        fprintf(stderr, "talus: interrupted; what was done is in %s, marked partial\n",
                job->directory);
        return CLI_INTERRUPTED;
    }
    return is_suspect(study, talus_scenario_lost_share(scenario), quiet) ? CLI_SUSPECT : CLI_OK;
}

/// Wrong options are the user's; a variant that cannot be made is named.
static cli_exit report(const cli_variants_job *job, const talus_error *error)
{
    if (error->status == TALUS_ERROR_ARGUMENT || error->status == TALUS_ERROR_UNSUPPORTED) {
        cli_say("talus %s: %s\n", job->name, error->message);
        // the options of a sensitivity are checked before: it is a value of a variant
        return error->status == TALUS_ERROR_ARGUMENT && !job->has_effects
                   ? CLI_USAGE
                   : cli_exit_of(error->status);
    }
    cli_print_error(error);
    return cli_exit_of(error->status);
}

static talus_study_options options_of(cli_variants_job *job, const talus_world_options *world)
{
    const bool quiet = cli_has(job->arguments, "quiet");
    talus_study_options options = talus_study_options_default();
    options.world = world;
    options.directory = job->directory;
    options.overwrite = cli_has(job->arguments, "overwrite");
    options.threads = talus_scenario_threads(job->loaded->scenario);
    options.diagnostics = job->loaded->diagnostics;
    options.note = quiet ? NULL : note;
    options.progress = cli_progress_begin(job->arguments, &job->progress);
    options.begin = options.progress ? show : NULL;
    options.user = &job->progress;
    options.should_stop = cli_is_interrupted;
    return options;
}

/// DIR, or a directory of the study's name in that of the scenario.
static bool choose_directory(cli_variants_job *job)
{
    const char *out = cli_value(job->arguments, "out");
    const int length = snprintf(job->directory, sizeof job->directory, "%s%s%s",
                                out ? out : talus_scenario_output_dir(job->loaded->scenario),
                                out ? "" : "/", out ? "" : job->name);
    if (length < 0 || (size_t)length >= sizeof job->directory) {
        fprintf(stderr, "talus %s: --out: the name is longer than %zu bytes\n", job->name,
                sizeof job->directory - 1);
        return false;
    }
    return true;
}

cli_exit cli_variants_run(cli_variants_job *job)
{
    cli_variants study = {0};
    cli_case *loaded = job->loaded;
    talus_error error = {0};
    const talus_world_options world = cli_world_options(job->arguments);
    if (!choose_directory(job)) {
        return CLI_USAGE;
    }
    const talus_study_options options = options_of(job, &world);
    cli_catch_interrupt(); // before the first file
    talus_status status =
        job->run(job->user, loaded->scenario, loaded->world, &options, &study.of, &error);
    cli_progress_end(&job->progress);
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed,
                                            cli_has(job->arguments, "quiet"));
    if (study.of != NULL) {
        status = read_study(job, &study, &error);
    }
    const cli_exit result = status == TALUS_OK ? print_study(job, &study) : report(job, &error);
    free(study.variants);
    talus_study_destroy(study.of);
    return result;
}
