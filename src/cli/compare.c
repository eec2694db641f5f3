// SPDX-License-Identifier: GPL-3.0-or-later
// talus compare: the same rocks under several schemes and time steps.
#include "cli/compare.h"

#include "cli/cli.h"
#include "files/files.h"
#include "output/output.h"
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
    double envelope;
    bool quiet;
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
    *wanted = (wishes){.rock = cli_count(arguments, "rock", 0),
                       .envelope = cli_number(arguments, "envelope", 0.01),
                       .quiet = cli_has(arguments, "quiet")};
    if (wanted->envelope > 1.0) {
        fprintf(stderr, "talus compare: --envelope: found %g, expected a probability up to 1\n",
                wanted->envelope);
        return false;
    }
    if (!cli_schemes_read(arguments, "schemes", &wanted->schemes)) {
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

/// The scenario of one variant as text: the resolved scenario with its scheme and time step, so
/// that talus run and talus replay give the same rocks again. malloc'd.
static talus_status resolve_variant(const cli_case *loaded, const compare_variant *variant,
                                    const char *directory, char **text, talus_error *error)
{
    char path[OUTPUT_PATH_SIZE], step[32];
    talus_status status = output_path(path, directory, "scenario", ".yaml", error);
    if (status != TALUS_OK) {
        return status;
    }
    snprintf(step, sizeof step, "%.17g", variant->time_step);
    const talus_override overrides[] = {{"simulation.scheme", talus_scheme_name(variant->scheme)},
                                        {"simulation.time_step_s", step}};
    talus_scenario *scenario = NULL;
    talus_diagnostics *unheard = talus_diagnostics_create();
    char *base = talus_scenario_resolved(loaded->scenario, directory);
    status = base && unheard ? files_write_all(path, base, strlen(base), error)
                             : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    if (status == TALUS_OK) {
        status = talus_scenario_read(path, overrides, 2, unheard, &scenario, error);
    }
    if (status == TALUS_OK) {
        *text = talus_scenario_resolved(scenario, directory);
        status = *text ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(unheard);
    free(base);
    return status;
}

/// Result directory of the variant that ran last.
static talus_status write_variant(const cli_case *loaded, const compare_study *study,
                                  const char *parent, const talus_results *results,
                                  talus_error *error)
{
    char directory[OUTPUT_PATH_SIZE];
    char *resolved = NULL;
    talus_status status = cli_compare_directory(study, parent, directory, error);
    if (status == TALUS_OK) {
        status = resolve_variant(loaded, &study->outcomes[study->count - 1].variant, directory,
                                 &resolved, error);
    }
    if (status == TALUS_OK) {
        talus_output_context context = cli_case_context(loaded);
        context.resolved_scenario = resolved;
        status = cli_compare_write(study, directory, &context, loaded->diagnostics, results, error);
    }
    free(resolved);
    return status;
}

static talus_status run_variants(const cli_case *loaded, const wishes *wanted, compare_study *study,
                                 const compare_files *files, talus_error *error)
{
    cli_progress progress = {.stream = stderr};
    const bool is_shown = !wanted->quiet && isatty(fileno(stderr));
    const compare_options options = {.threads = talus_scenario_threads(loaded->scenario),
                                     .begin = is_shown ? cli_compare_show : NULL,
                                     .progress = is_shown ? cli_progress_show : NULL,
                                     .user = &progress,
                                     .interrupt = cli_catch_interrupt()};
    compare_rasters *rasters = compare_rasters_create();
    talus_status status =
        rasters ? TALUS_OK : talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    while (status == TALUS_OK && !study->partial && study->count < study->wanted) {
        talus_results *results = NULL;
        status = compare_run(study, &options, &results, error);
        status = status == TALUS_ERROR_INTERRUPTED ? TALUS_OK : status;
        if (status == TALUS_OK) {
            status = write_variant(loaded, study, files->directory, results, error);
        }
        if (status == TALUS_OK) {
            status = compare_write_rasters(study, files, results, rasters, error);
        }
        talus_results_destroy(results);
    }
    cli_progress_end(&progress);
    compare_rasters_destroy(rasters);
    return status;
}

static talus_status write_comparison(compare_study *study, const compare_files *files,
                                     talus_error *error)
{
    talus_status status = compare_pairs(study, error);
    if (status == TALUS_OK) {
        status = compare_write_rocks(study, files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_charts(study, files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_motion(study, files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_maps(study, files, error);
    }
    return status == TALUS_OK ? compare_write_summary(study, files, error) : status;
}

static cli_exit run_and_write(cli_case *loaded, const wishes *wanted, compare_study *study)
{
    const talus_output_context context = cli_case_context(loaded);
    const compare_files files = {.directory = wanted->directory,
                                 .context = &context,
                                 .rock = wanted->rock,
                                 .envelope = wanted->envelope};
    talus_error error = {0};
    talus_status status = cli_compare_begin(wanted->directory, &error);
    if (status == TALUS_OK) {
        status = run_variants(loaded, wanted, study, &files, &error);
    }
    if (status == TALUS_OK) {
        status = write_comparison(study, &files, &error);
    }
    if (status == TALUS_OK && !study->partial) {
        status = cli_compare_mark(wanted->directory, false, &error);
    }
    loaded->printed = cli_print_diagnostics(loaded->diagnostics, loaded->printed, wanted->quiet);
    if (status != TALUS_OK) {
        cli_print_error(&error);
        return CLI_FAILED;
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
    if (create_study(campaign, wanted, &study, &error) != TALUS_OK) {
        fprintf(stderr, "talus compare: %s\n", error.message);
        return error.status == TALUS_ERROR_ARGUMENT ? CLI_USAGE : CLI_FAILED;
    }
    const cli_exit result = run_and_write(loaded, wanted, study);
    compare_destroy(study);
    return result;
}

cli_exit cli_compare(const cli_arguments *arguments)
{
    static wishes wanted; // 4 KB of path
    if (!read_wishes(arguments, &wanted)) {
        return CLI_USAGE;
    }
    cli_case loaded = {0};
    cli_exit result = cli_case_load(arguments, arguments->operands[0], &loaded);
    if (result == CLI_OK) {
        result = compare_case(arguments, &loaded, &wanted);
    }
    cli_case_clear(&loaded);
    return result;
}
