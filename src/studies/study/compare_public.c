// SPDX-License-Identifier: GPL-3.0-or-later
// talus_compare_run: the same rocks under several schemes and time steps, with and without breaking.
#include "studies/study/variants.h"

#include "foundation/base/sized.h"
#include "runs/campaign/layers.h"

#include <stddef.h>
#include <stdio.h>

enum { MOST_STEPS = 16 };

void talus_compare_options_defaults(talus_compare_options *options, size_t size)
{
    const talus_compare_options defaults = {.envelope = 0.01};
    sized_fill(options, size, &defaults, sizeof defaults);
}

static talus_status check_options(const talus_compare_options *compare,
                                  const talus_campaign *campaign, talus_error *error)
{
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    if (compare->layer == NULL && !(compare->envelope >= 0.0 && compare->envelope <= 1.0)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "an envelope of %g; expected a probability from 0 to 1",
                               compare->envelope);
    }
    if (compare->rock >= rocks) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "rock %llu; the scenario has rocks 0 to %llu",
                               (unsigned long long)compare->rock, (unsigned long long)(rocks - 1));
    }
    if (compare->scheme_count > TALUS_SCHEME_COUNT || compare->step_count > MOST_STEPS ||
        (compare->scheme_count > 0 && compare->schemes == NULL) ||
        (compare->step_count > 0 && compare->time_steps == NULL)) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "%zu schemes and %zu time steps; expected lists of at most %d and %d",
            compare->scheme_count, compare->step_count, TALUS_SCHEME_COUNT, MOST_STEPS);
    }
    for (size_t k = 0; k < compare->scheme_count; k++) {
        if ((unsigned)compare->schemes[k] >= TALUS_SCHEME_COUNT) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "scheme %zu is %d, which is not a talus_scheme", k,
                                   (int)compare->schemes[k]);
        }
    }
    if (compare->fragmentation && campaign->breaking.law == TALUS_BREAKING_NONE) {
        return talus_error_set(error, TALUS_ERROR_UNSUPPORTED,
                               "no rock of this scenario breaks: found the law 'none', expected "
                               "rockgis, threshold or survival as 'fragmentation.law', e.g. with "
                               "--set fragmentation.law=rockgis");
    }
    return TALUS_OK;
}

/// Every scheme with every time step, without and with breaking if that is asked for; of the scenario
/// when none is named.
static talus_status create_rocks(const talus_campaign *campaign,
                                 const talus_compare_options *compare, compare_study **rocks,
                                 talus_error *error)
{
    static const talus_scheme both[] = {TALUS_SCHEME_EXPLICIT, TALUS_SCHEME_MIDPOINT};
    const bool is_named = compare->scheme_count > 0;
    const talus_scheme *usual = compare->fragmentation ? &campaign->step.scheme : both;
    const talus_scheme *schemes = is_named ? compare->schemes : usual;
    const size_t usual_count = compare->fragmentation ? 1 : 2;
    const size_t scheme_count = is_named ? compare->scheme_count : usual_count;
    const size_t steps = compare->step_count > 0 ? compare->step_count : 1;
    const size_t each = compare->fragmentation ? 2 : 1;
    compare_variant variants[2 * TALUS_SCHEME_COUNT * MOST_STEPS];
    const size_t count = each * steps * scheme_count;
    for (size_t k = 0; k < count; k++) {
        const size_t step = k / each % steps;
        variants[k] = (compare_variant){
            .scheme = schemes[k / each / steps],
            .time_step = compare->step_count > 0 ? compare->time_steps[step]
                                                 : campaign->pace.flight * campaign->step.time_step,
            .is_unbroken = compare->fragmentation && k % each == 0};
    }
    compare_name_variants(variants, count);
    return compare_create(campaign, variants, count, rocks, error);
}

/// Where events may have several bodies: the exceedances of the scenario, which count events.
static void add_exceedances(compare_study *rocks, const char *const *names)
{
    campaign_layer layer;
    for (; rocks->has_bodies && names != NULL && *names != NULL; names++) {
        if (campaign_layer_find(*names, &layer) && layer.is_exceedance) {
            compare_add_layer(rocks, *names);
        }
    }
}

static talus_status claim_files(void *user, talus_directory *directory, talus_error *error)
{
    const study_run *run = user;
    return compare_claim(run->study->rocks, directory, error);
}

static talus_status write_files(void *user, talus_directory *directory, talus_error *error)
{
    const study_run *run = user;
    const compare_study *rocks = run->study->rocks;
    (void)directory; // the files know it
    talus_status status = compare_write_tables(rocks, &run->files, error);
    if (status == TALUS_OK) {
        status = compare_write_charts(rocks, &run->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_motion(rocks, &run->files, error);
    }
    if (status == TALUS_OK) {
        status = compare_write_maps(rocks, &run->files, error);
    }
    return status == TALUS_OK ? compare_write_summary(rocks, &run->files, error) : status;
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const study_run *run = user;
    files_text text = directory_members_begin();
    compare_add_members(&text, run->study->rocks, &run->files, "compare");
    return directory_members_end(&text, members, error);
}

static talus_status run_all(study_run *run, talus_error *error)
{
    compare_study *rocks = run->study->rocks;
    const talus_contributor one = {.size = sizeof one,
                                   .name = "compare",
                                   .claim = claim_files,
                                   .write = write_files,
                                   .summarise = summarise,
                                   .user = run};
    talus_status status = study_run_open(run, &one, error);
    while (status == TALUS_OK && !rocks->partial && rocks->count < rocks->requested) {
        const compare_variant *variant = &rocks->outcomes[rocks->count].variant;
        char step[32];
        snprintf(step, sizeof step, "%.17g", variant->time_step);
        const talus_override more[] = {{"simulation.scheme", talus_scheme_name(variant->scheme)},
                                       {"simulation.time_step_s", step},
                                       {"simulation.step_path_m", "0"},
                                       {"fragmentation.law", "none"}};
        const size_t count = variant->is_unbroken ? 4 : 3;
        status =
            study_run_next(run, run->scenario, more, count, run->options.diagnostics, NULL, error);
    }
    if (status == TALUS_OK) {
        status = compare_pairs(rocks, error);
    }
    return status == TALUS_OK ? study_run_finish(run, &one, error) : status;
}

talus_status talus_compare_run(const talus_scenario *scenario, const talus_world *world,
                               const talus_compare_options *compare,
                               const talus_study_options *options, talus_study **study,
                               talus_error *error)
{
    if (!study_can_run(scenario, world, study, error)) {
        return TALUS_ERROR_ARGUMENT;
    }
    study_run run;
    talus_compare_options own = talus_compare_options_default();
    talus_status status = study_run_init(&run, scenario, world, options, error);
    if (status == TALUS_OK) {
        const size_t oldest = offsetof(talus_compare_options, fragmentation);
        status = sized_take(&own, sizeof own, compare, oldest, "talus_compare_options", error);
    }
    const talus_campaign *campaign = talus_world_campaign(world);
    if (status == TALUS_OK) {
        status = check_options(&own, campaign, error);
    }
    if (status == TALUS_OK) {
        run.files.rock = own.rock;
        run.files.envelope = own.envelope;
        status = create_rocks(campaign, &own, &run.study->rocks, error);
    }
    if (status == TALUS_OK) {
        add_exceedances(run.study->rocks, run.context.layers);
    }
    if (status == TALUS_OK && own.layer != NULL) {
        status = compare_show(run.study->rocks, own.layer, error);
    }
    if (status == TALUS_OK) {
        status = run_all(&run, error);
    }
    study_run_clear(&run);
    return study_hand_out(run.study, status, study);
}
