// SPDX-License-Identifier: GPL-3.0-or-later
// talus compare: the same rocks under several schemes and time steps.
#include "app/cli/compare.h"
#include "input/command/study_files.h"

#include "talus/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_STEPS = 16, MOST_NAME = 32 };

/// What the command line asks for.
typedef struct wishes {
    cli_schemes schemes;
    double steps[MOST_STEPS]; ///< s
    size_t step_count;
    uint64_t rock;
    char layer[CLI_LAYER_SIZE]; ///< that the maps show; "": the reach probability
    double envelope;
    bool quiet;
    cli_overrides overrides;
    char directory[OUTPUT_PATH_SIZE]; ///< of the comparison
} wishes;

static bool read_steps(const char *list, wishes *wanted)
{
    char text[MOST_NAME];
    while (cli_next_item(&list, text, sizeof text)) {
        char *end = NULL;
        const double step = strtod(text, &end);
        if (end == text || *end != '\0' || !(step > 0.0) || !isfinite(step)) {
            fprintf(stderr,
                    "talus compare: --time-steps: found \"%s\", expected numbers > 0 in seconds "
                    "with commas, e.g. 0.004,0.002\n",
                    text);
            return false;
        }
        if (wanted->step_count == MOST_STEPS) {
            fprintf(stderr, "talus compare: --time-steps: more than %d time steps\n", MOST_STEPS);
            return false;
        }
        wanted->steps[wanted->step_count++] = step;
    }
    return true;
}

static bool read_wishes(const cli_arguments *arguments, wishes *wanted)
{
    *wanted =
        (wishes){.rock = cli_count(arguments, "rock", 0), .quiet = cli_has(arguments, "quiet")};
    if (!cli_envelope_read(arguments, wanted->layer, &wanted->envelope) ||
        !cli_schemes_read(arguments, "schemes", &wanted->schemes)) {
        return false;
    }
    if (wanted->schemes.is_repeated) {
        fprintf(stderr, "talus compare: --schemes: a scheme is given twice\n");
        return false;
    }
    return read_steps(cli_value(arguments, "time-steps"), wanted);
}

/// Every scheme with every time step; of the scenario when none is named.
static talus_status create_study(const talus_campaign *campaign, const wishes *wanted,
                                 compare_study **study, talus_error *error)
{
    compare_variant variants[TALUS_SCHEME_COUNT * MOST_STEPS];
    const size_t steps = wanted->step_count ? wanted->step_count : 1;
    const size_t count = steps * wanted->schemes.count;
    for (size_t k = 0; k < count; k++) {
        variants[k] = (compare_variant){.scheme = wanted->schemes.items[k / steps],
                                        .time_step = wanted->step_count ? wanted->steps[k % steps]
                                                                        : campaign->step.time_step};
    }
    compare_name_variants(variants, count);
    return compare_create(campaign, variants, count, study, error);
}

/// A comparison under way.
typedef struct job {
    const cli_case *loaded;
    const wishes *wanted;
    compare_study *study;
    compare_files files;
    cli_variants variants;
} job;

/// The scenario of one variant as text: the scenario with its scheme and time step, so that talus
/// run and talus replay give the same rocks again. malloc'd.
static talus_status resolve_variant(const job *j, const compare_variant *variant,
                                    const char *directory, char **text, talus_error *error)
{
    char step[32];
    const cli_overrides *own = &j->wanted->overrides;
    talus_override *all = malloc((own->count + 2) * sizeof *all);
    talus_diagnostics *unheard = talus_diagnostics_create();
    talus_scenario *scenario = NULL;
    talus_status status = TALUS_OK;
    snprintf(step, sizeof step, "%.17g", variant->time_step);
    if (all == NULL || unheard == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a variant");
    } else {
        for (size_t k = 0; k < own->count; k++) {
            all[k] = own->items[k];
        }
        all[own->count] = (talus_override){"simulation.scheme", talus_scheme_name(variant->scheme)};
        all[own->count + 1] = (talus_override){"simulation.time_step_s", step};
        status = talus_scenario_read(talus_scenario_path(j->loaded->scenario), all, own->count + 2,
                                     unheard, &scenario, error);
    }
    if (status == TALUS_OK) {
        *text = talus_scenario_resolved(scenario, directory);
        status = *text ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(unheard);
    free(all);
    return status;
}

/// Result directory of the variant that ran last.
static talus_status write_variant(const job *j, const talus_results *results, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE];
    char *resolved = NULL;
    talus_status status = cli_variants_path(&j->variants, path, error);
    if (status == TALUS_OK) {
        status = resolve_variant(j, &j->study->outcomes[j->study->count - 1].variant, path,
                                 &resolved, error);
    }
    if (status == TALUS_OK) {
        talus_products_context context = *j->files.context;
        context.resolved_scenario = resolved;
        status = cli_variants_write(&j->variants, &context, j->loaded->diagnostics, results, error);
    }
    free(resolved);
    return status;
}

static talus_status run_variants(const job *j, talus_error *error)
{
    compare_study *study = j->study;
    cli_progress progress = {.stream = stderr};
    const bool is_shown = !j->wanted->quiet && isatty(fileno(stderr));
    const compare_options options = {.threads = talus_scenario_threads(j->loaded->scenario),
                                     .begin = is_shown ? cli_compare_show : NULL,
                                     .progress = is_shown ? cli_progress_show : NULL,
                                     .user = &progress,
                                     .should_stop = cli_is_interrupted};
    compare_rasters *rasters = compare_rasters_create();
    talus_status status =
        rasters ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    while (status == TALUS_OK && !study->partial && study->count < study->wanted) {
        talus_results *results = NULL;
        status = compare_run(study, &options, &results, error);
        status = status == TALUS_ERROR_INTERRUPTED ? TALUS_OK : status;
        if (status == TALUS_OK) {
            status = write_variant(j, results, error);
        }
        if (status == TALUS_OK) {
            status = compare_write_rasters(study, &j->files, results, rasters, error);
        }
        talus_results_destroy(results);
    }
    cli_progress_end(&progress);
    compare_rasters_destroy(rasters);
    return status;
}

static talus_status claim_files(void *user, talus_directory *directory, talus_error *error)
{
    const job *j = user;
    return compare_claim(j->study, directory, error);
}

static talus_status write_comparison(void *user, talus_directory *directory, talus_error *error)
{
    const job *j = user;
    compare_study *study = j->study;
    (void)directory; // the files know it
    talus_status status = compare_pairs(study, error);
    if (status == TALUS_OK) {
        status = compare_write_rocks(study, &j->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_charts(study, &j->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_motion(study, &j->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_maps(study, &j->files, error);
    }
    return status == TALUS_OK ? compare_write_summary(study, &j->files, error) : status;
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const job *j = user;
    files_text text = directory_members_begin();
    compare_add_members(&text, j->study, &j->files, "compare");
    return directory_members_end(&text, members, error);
}

static talus_status run_and_write(job *j, talus_error *error)
{
    const talus_contributor one = {.size = sizeof one,
                                   .name = "compare",
                                   .claim = claim_files,
                                   .write = write_comparison,
                                   .summarise = summarise,
                                   .user = j};
    talus_status status =
        cli_variants_open(&j->variants, j->wanted->directory, &one, j->files.context, error);
    j->files.directory = j->variants.directory;
    if (status == TALUS_OK) {
        status = run_variants(j, error);
    }
    if (status == TALUS_OK) {
        status = talus_directory_write(j->files.directory, &one, 1, j->study->partial, error);
    }
    talus_directory_close(j->files.directory);
    return status;
}

static cli_exit run_and_tell(const cli_arguments *arguments, cli_case *loaded, const wishes *wanted,
                             compare_study *study)
{
    const talus_products_context context = cli_case_context(loaded);
    job j = {.loaded = loaded,
             .wanted = wanted,
             .study = study,
             .files = {.context = &context, .rock = wanted->rock, .envelope = wanted->envelope},
             .variants = {.options = cli_directory_options(arguments, loaded->diagnostics),
                          .study = study}};
    talus_error error = {0};
    cli_catch_interrupt(); // before the first file
    const talus_status status = run_and_write(&j, &error);
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, wanted->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return cli_exit_of(status);
    }
    if (!wanted->quiet) {
        cli_print_comparison(study, talus_scenario_title(loaded->scenario));
        printf("results in %s%s\n", wanted->directory, study->partial ? " (partial)" : "");
    }
    const double lost_share = talus_scenario_lost_share(loaded->scenario);
    if (study->partial) {
        fprintf(stderr, "talus: interrupted; what was done is in %s, marked partial\n",
                wanted->directory);
        return CLI_INTERRUPTED;
    }
    return cli_compare_is_suspect(study, lost_share, wanted->quiet) ? CLI_SUSPECT : CLI_OK;
}

static cli_exit compare_case(const cli_arguments *arguments, cli_case *loaded, wishes *wanted)
{
    const talus_campaign *campaign = talus_world_campaign(loaded->world);
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    const char *out = cli_value(arguments, "out");
    talus_error error = {0};
    const int length =
        snprintf(wanted->directory, sizeof wanted->directory, "%s%s",
                 out ? out : talus_scenario_output_dir(loaded->scenario), out ? "" : "/compare");
    if (length < 0 || (size_t)length >= sizeof wanted->directory) {
        fprintf(stderr, "talus compare: --out: the name is longer than %zu bytes\n",
                sizeof wanted->directory - 1);
        return CLI_USAGE;
    }
    if (wanted->rock >= rocks) {
        fprintf(stderr, "talus compare: --rock: found %llu, but the scenario has rocks 0 to %llu\n",
                (unsigned long long)wanted->rock, (unsigned long long)(rocks - 1));
        return CLI_USAGE;
    }
    compare_study *study = NULL;
    talus_status status = create_study(campaign, wanted, &study, &error);
    if (status == TALUS_OK && wanted->layer[0] != '\0') {
        status = compare_show(study, wanted->layer, &error);
    }
    if (status != TALUS_OK) {
        compare_destroy(study);
        cli_say("talus compare: %s\n", error.message);
        return error.status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : cli_exit_of(error.status);
    }
    const cli_exit result = run_and_tell(arguments, loaded, wanted, study);
    compare_destroy(study);
    return result;
}

cli_exit cli_compare(const cli_arguments *arguments)
{
    static wishes wanted; // 4 KB of path
    if (cli_value(arguments, "models") != NULL) {
        return cli_compare_models(arguments);
    }
    if (!read_wishes(arguments, &wanted)) {
        return CLI_USAGE;
    }
    cli_case loaded = {0};
    cli_exit result =
        cli_case_load_with(arguments, arguments->operands[0], &wanted.overrides, &loaded);
    if (result == CLI_OK) {
        result = compare_case(arguments, &loaded, &wanted);
    }
    cli_case_clear(&loaded);
    cli_overrides_clear(&wanted.overrides);
    return result;
}
