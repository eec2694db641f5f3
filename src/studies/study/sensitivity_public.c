// SPDX-License-Identifier: GPL-3.0-or-later
// talus_sensitivity_run: the same rocks with one thing of the scenario changed at a time.
#include "studies/study/variants.h"

#include "foundation/base/sized.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_VARIANTS = SENSITIVITY_KIND_COUNT + 1 };

/// What is run. Variant 0 is the scenario as it is.
typedef struct plan {
    size_t count; ///< variants
    const char *names[MOST_VARIANTS];
    sensitivity_changes changes[MOST_VARIANTS];
    study_run run;
} plan;

void talus_sensitivity_options_defaults(talus_sensitivity_options *options, size_t size)
{
    const talus_sensitivity_options defaults = {.reach = 0.01};
    sized_fill(options, size, &defaults, sizeof defaults);
}

const char *const *talus_sensitivity_variants(void)
{
#define NAME(kind, name) name,
    static const char *const names[] = {SENSITIVITY_LIST(NAME) NULL};
#undef NAME
    return names;
}

/// Which kinds are asked for; all of them when no list is given.
static talus_status choose_kinds(const char *const *requested,
                                 bool is_asked[SENSITIVITY_KIND_COUNT], talus_error *error)
{
    const char *const *names = talus_sensitivity_variants();
    for (int k = 0; k < SENSITIVITY_KIND_COUNT; k++) {
        is_asked[k] = requested == NULL;
    }
    for (; requested != NULL && *requested != NULL; requested++) {
        int kind = 0;
        while (kind < SENSITIVITY_KIND_COUNT && strcmp(*requested, names[kind]) != 0) {
            kind++;
        }
        if (kind == SENSITIVITY_KIND_COUNT || is_asked[kind]) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT, "variant \"%s\" %s", *requested,
                                   kind == SENSITIVITY_KIND_COUNT ? "is not one of those there are"
                                                                  : "is given twice");
        }
        is_asked[kind] = true;
    }
    return TALUS_OK;
}

/// Read the scenario with the changes of a variant.
static talus_status read_variant(const plan *p, size_t variant, talus_diagnostics *diagnostics,
                                 talus_scenario **scenario, talus_error *error)
{
    const sensitivity_changes *changes = &p->changes[variant];
    talus_override *more = malloc((changes->count + 1) * sizeof *more);
    if (more == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a variant");
    }
    for (size_t k = 0; k < changes->count; k++) {
        more[k] = (talus_override){changes->items[k].path, changes->items[k].value};
    }
    talus_error found = {0};
    const talus_status status =
        talus_scenario_vary(p->run.scenario, more, changes->count, diagnostics, scenario, &found);
    free(more);
    return status == TALUS_OK ? status
                              : talus_error_set(error, status, "%s: %s; leave the variant out",
                                                p->names[variant], found.message);
}

/// Pass a sentence on to the caller.
static void note(const plan *p, const char *name, const char *link, const char *sentence)
{
    char whole[1400];
    if (p->run.options.note != NULL && sentence[0] != '\0') {
        snprintf(whole, sizeof whole, "%s%s: %s", name, link, sentence);
        p->run.options.note(p->run.options.user, whole);
    }
}

/// Errors of a variant's scenario, for the caller.
static void pass_errors(const talus_diagnostics *from, talus_diagnostics *to)
{
    for (size_t k = 0; to != NULL && k < talus_diagnostics_count(from); k++) {
        const talus_diagnostic *item = talus_diagnostics_get(from, k);
        if (item->severity == TALUS_SEVERITY_ERROR) {
            talus_diagnostics_add(to, item);
        }
    }
}

/// Choose the variants that the scenario has something for; one that was asked for must have it.
static talus_status plan_variants(plan *p, const char *const *requested, talus_error *error)
{
    bool is_asked[SENSITIVITY_KIND_COUNT];
    talus_status status = choose_kinds(requested, is_asked, error);
    p->names[p->count++] = "base";
    for (int k = 0; k < SENSITIVITY_KIND_COUNT && status == TALUS_OK; k++) {
        const char *name = sensitivity_name((sensitivity_kind)k);
        sensitivity_changes *changes = &p->changes[p->count];
        talus_error found = {0};
        if (!is_asked[k]) {
            continue;
        }
        status = sensitivity_plan(p->run.scenario, (sensitivity_kind)k, changes, &found);
        if (status == TALUS_OK) {
            p->names[p->count++] = name;
            note(p, name, "", changes->note);
        } else if (requested == NULL && status == TALUS_ERROR_UNSUPPORTED) {
            note(p, name, " cannot be varied", found.message);
            status = TALUS_OK;
        } else {
            (void)talus_error_set(error, status, "%s cannot be varied: %s", name, found.message);
        }
    }
    for (size_t k = 1; k < p->count && status == TALUS_OK; k++) {
        talus_scenario *trial = NULL;
        talus_diagnostics *found = talus_diagnostics_create();
        status = read_variant(p, k, found, &trial, error);
        pass_errors(found, p->run.options.diagnostics);
        talus_scenario_destroy(trial);
        talus_diagnostics_destroy(found);
    }
    return status;
}

static talus_status take(const study_run *run, const talus_results *results, talus_error *error)
{
    return sensitivity_take(run->study->sensitivity, results, error);
}

/// Run the next variant in a world and keep what it gives.
static talus_status run_in(study_run *run, const talus_scenario *scenario, const talus_world *world,
                           talus_diagnostics *diagnostics, talus_error *error)
{
    compare_study *rocks = run->study->rocks;
    talus_status status = compare_replace(rocks, talus_world_campaign(world), error);
    if (status == TALUS_OK) {
        status = study_run_next(run, scenario, NULL, 0, diagnostics, take, error);
    }
    if (rocks->count > 0) {
        compare_forget(rocks);
    }
    return status;
}

/// Load the world of a variant and run it.
static talus_status load_and_run(plan *p, size_t variant, talus_error *error)
{
    const talus_world_options usual = talus_world_options_default();
    const talus_world_options *options = p->run.options.world;
    talus_scenario *scenario = NULL;
    talus_world *world = NULL;
    talus_error found = {0};
    talus_diagnostics *diagnostics = talus_diagnostics_create();
    talus_status status = read_variant(p, variant, diagnostics, &scenario, error);
    if (status == TALUS_OK) {
        status = talus_world_load_with(scenario, options != NULL ? options : &usual, diagnostics,
                                       &world, &found);
        pass_errors(diagnostics, p->run.options.diagnostics);
        status =
            status == TALUS_OK ? run_in(&p->run, scenario, world, diagnostics, &found) : status;
        if (status != TALUS_OK) {
            (void)talus_error_set(error, status, "%s: %s", p->names[variant], found.message);
        }
    }
    talus_world_destroy(world);
    talus_scenario_destroy(scenario);
    talus_diagnostics_destroy(diagnostics);
    return status;
}

static talus_status claim_files(void *user, talus_directory *directory, talus_error *error)
{
    const plan *p = user;
    const talus_status status = compare_claim(p->run.study->rocks, directory, error);
    return status == TALUS_OK ? sensitivity_claim(p->run.study->sensitivity, directory, error)
                              : status;
}

static talus_status write_files(void *user, talus_directory *directory, talus_error *error)
{
    const plan *p = user;
    const compare_files *files = &p->run.files;
    const sensitivity_study *study = p->run.study->sensitivity;
    (void)directory; // the files know it
    talus_status status = compare_write_tables(study->rocks, files, error);
    if (status == TALUS_OK) {
        status = compare_write_charts(study->rocks, files, error);
    }
    if (status == TALUS_OK && study->rocks->count > 1) {
        status = sensitivity_write_chart(study, files, error);
    }
    if (status == TALUS_OK) {
        status = sensitivity_write_maps(study, files, error);
    }
    if (status == TALUS_OK) {
        status = sensitivity_write_summary(study, files, p->changes, error);
    }
    return status == TALUS_OK ? compare_write_summary(study->rocks, files, error) : status;
}

static talus_status summarise(void *user, char **members, talus_error *error)
{
    const plan *p = user;
    files_text text = directory_members_begin();
    compare_add_members(&text, p->run.study->rocks, &p->run.files, "sensitivity");
    return directory_members_end(&text, members, error);
}

static talus_status run_all(plan *p, const talus_world *world, talus_error *error)
{
    study_run *run = &p->run;
    const talus_contributor one = {.size = sizeof one,
                                   .name = "sensitivity",
                                   .claim = claim_files,
                                   .write = write_files,
                                   .summarise = summarise,
                                   .user = p};
    talus_status status = study_run_open(run, &one, error);
    if (status == TALUS_OK) {
        status = run_in(run, run->scenario, world, run->options.diagnostics, error);
    }
    for (size_t k = 1; k < p->count && status == TALUS_OK && !run->study->rocks->partial; k++) {
        status = load_and_run(p, k, error);
    }
    if (status == TALUS_OK) {
        status = sensitivity_finish(run->study->sensitivity, error);
    }
    return status == TALUS_OK ? study_run_finish(run, &one, error) : status;
}

talus_status talus_sensitivity_run(const talus_scenario *scenario, const talus_world *world,
                                   const talus_sensitivity_options *sensitivity,
                                   const talus_study_options *options, talus_study **study,
                                   talus_error *error)
{
    if (!study_can_run(scenario, world, study, error)) {
        return TALUS_ERROR_ARGUMENT;
    }
    plan p = {0};
    talus_sensitivity_options own = talus_sensitivity_options_default();
    talus_status status = study_run_init(&p.run, scenario, world, options, error);
    if (status == TALUS_OK) {
        status = sized_take(&own, sizeof own, sensitivity, sizeof own, "talus_sensitivity_options",
                            error);
    }
    if (status == TALUS_OK && !(own.reach >= 0.0 && own.reach <= 1.0)) {
        status = talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "a reach of %g; expected a probability from 0 to 1", own.reach);
    }
    status = status == TALUS_OK ? plan_variants(&p, own.variants, error) : status;
    if (status == TALUS_OK) {
        p.run.files.envelope = own.reach;
        status = sensitivity_create(talus_world_campaign(world), p.names, p.count, own.reach,
                                    &p.run.study->sensitivity, error);
    }
    if (status == TALUS_OK) {
        p.run.study->rocks = p.run.study->sensitivity->rocks;
        status = run_all(&p, world, error);
    }
    for (size_t k = 0; k < MOST_VARIANTS; k++) {
        sensitivity_changes_clear(&p.changes[k]);
    }
    study_run_clear(&p.run);
    return study_hand_out(p.run.study, status, study);
}
