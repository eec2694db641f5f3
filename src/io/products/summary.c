// SPDX-License-Identifier: GPL-3.0-or-later
// summary.json. Units stand in the keys; the hash is the text "0x" + 16 hex digits, because JSON
// numbers lose bits beyond 2^53.
#include "io/products/gauges.h"

#include "foundation/files/files.h"
#include "talus/run.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

static const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

static void add_moments(files_text *text, const char *key, const talus_moments *moments,
                        double scale)
{
    files_json_begin(text, key, '{');
    files_json_add_number(text, "mean", scale * moments->mean);
    files_json_add_number(text, "std", scale * moments->std);
    files_json_add_number(text, "p50", scale * moments->p50);
    files_json_add_number(text, "p90", scale * moments->p90);
    files_json_add_number(text, "p95", scale * moments->p95);
    files_json_add_number(text, "p99", scale * moments->p99);
    files_json_add_number(text, "max", scale * moments->max);
    files_json_end(text, '}');
}

/// @param may_break whether "broken" is an outcome of the run
static void add_outcome_counts(files_text *text, const uint64_t counts[TALUS_OUTCOME_COUNT],
                               bool may_break)
{
    for (int k = 0; k < TALUS_OUTCOME_COUNT; k++) {
        if (k != TALUS_BROKEN || may_break) {
            files_json_add_unsigned(text, talus_outcome_name((talus_outcome)k), counts[k]);
        }
    }
}

static void add_outcomes(files_text *text, const talus_totals *totals)
{
    files_json_begin(text, "outcomes", '{');
    add_outcome_counts(text, totals->outcomes,
                       totals->breaking.events > 0 && !totals->breaking.only_released);
    files_json_end(text, '}');
    files_json_add_unsigned(text, "below_ground", totals->below_ground);
    files_json_add_unsigned(text, "held_in_forest", totals->held);
}

static void add_run(files_text *text, const talus_products_context *context,
                    const talus_totals *totals)
{
    const talus_campaign *campaign = context->campaign;
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "title", text_or_empty(context->title));
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", text_or_empty(context->scenario_path));
    files_json_add_text(text, "sha256", text_or_empty(context->scenario_sha256));
    files_json_end(text, '}');
    files_json_add_unsigned(text, "seed", campaign->seed);
    files_json_add_text(text, "scheme", talus_scheme_name(campaign->step.scheme));
    files_json_add_text(text, "detection", talus_detection_name(campaign->step.detection));
    files_json_add_number(text, "time_step_s", campaign->step.time_step);
    if (campaign->pace.path > 0.0) {
        files_json_add_number(text, "step_path_m", campaign->pace.path);
    }
    files_json_add_unsigned(text, "threads", totals->threads);
    files_json_add_unsigned(text, "ranks", totals->ranks);
    files_json_add_unsigned(text, "rocks", totals->rocks);
    files_json_add_unsigned(text, "rocks_requested",
                            talus_shard_rock_count(campaign, context->shard, context->shard_count));
    if (context->shard_count > 0) {
        files_json_begin(text, "shard", '{');
        files_json_add_unsigned(text, "index", context->shard);
        files_json_add_unsigned(text, "count", context->shard_count);
        files_json_add_unsigned(text, "rocks_of_all", talus_campaign_rock_count(campaign));
        files_json_end(text, '}');
    }
    add_outcomes(text, totals);
}

/// Largest resident size of the process so far, MiB.
static double peak_memory_mb(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_maxrss / 1024.0 : (double)NAN;
}

/// ns_per_step counts all workers: wall time x threads / steps.
/// @param states NULL = nothing to report of checkpoints
static void add_timing(files_text *text, const talus_totals *totals,
                       const talus_checkpoint_report *states)
{
    const double wall = totals->wall_time;
    files_json_begin(text, "timing", '{');
    files_json_add_number(text, "wall_s", wall);
    files_json_add_number(text, "rocks_per_s", wall > 0 ? (double)totals->rocks / wall : 0);
    files_json_add_unsigned(text, "steps", totals->steps);
    files_json_add_unsigned(text, "contact_steps", totals->contact_steps);
    files_json_add_number(
        text, "ns_per_step",
        totals->steps ? 1e9 * wall * (double)totals->threads / (double)totals->steps : 0);
    files_json_add_number(text, "peak_memory_mb", peak_memory_mb());
    if (states != NULL) {
        files_json_add_unsigned(text, "resumed_rocks", states->resumed_rocks);
        files_json_add_unsigned(text, "checkpoints", states->count);
        files_json_add_number(text, "checkpoint_s", states->time);
        files_json_add_number(text, "checkpoint_processor_s", states->processor_time);
        files_json_add_number(text, "checkpoint_mb", 1e-6 * (double)states->bytes);
        files_json_add_unsigned(text, "received_rocks", states->received_rocks);
        files_json_add_number(text, "received_mb", 1e-6 * (double)states->received_bytes);
        files_json_add_number(text, "received_s", states->received_time);
    }
    files_json_end(text, '}');
}

static void add_quantities(files_text *text, const talus_moments moments[TALUS_QUANTITY_COUNT])
{
    add_moments(text, "kinetic_energy_kj", &moments[TALUS_KINETIC_ENERGY], 1e-3);
    add_moments(text, "speed_m_s", &moments[TALUS_SPEED], 1);
    add_moments(text, "spin_rot_s", &moments[TALUS_SPIN], 0.5 / TALUS_PI);
    add_moments(text, "jump_height_m", &moments[TALUS_JUMP_HEIGHT], 1);
}

/// The tail of the long run-outs.
static void add_reach_angle_tail(files_text *text, const talus_lower_tail *tail)
{
    const double degrees = 180 / TALUS_PI;
    files_json_begin(text, "reach_angle_tail_deg", '{');
    files_json_add_number(text, "min", degrees * tail->min);
    files_json_add_number(text, "p1", degrees * tail->p1);
    files_json_add_number(text, "p5", degrees * tail->p5);
    files_json_add_number(text, "p10", degrees * tail->p10);
    files_json_end(text, '}');
}

static void add_statistics(files_text *text, const talus_totals *totals)
{
    files_json_begin(text, "per_rock", '{');
    files_json_add_text(text, "counts", "the largest value of each rock, every rock once");
    add_quantities(text, totals->largest);
    files_json_end(text, '}');
    files_json_begin(text, "pooled", '{');
    files_json_add_text(text, "counts", "every time step of every rock");
    add_quantities(text, totals->pooled);
    files_json_begin(text, "axis_share", '{');
    files_json_add_number(text, "minor", totals->axis_share[0]);
    files_json_add_number(text, "intermediate", totals->axis_share[1]);
    files_json_add_number(text, "major", totals->axis_share[2]);
    files_json_add_number(text, "equal_pair", totals->axis_share_equal_pair);
    files_json_end(text, '}');
    files_json_end(text, '}');
    files_json_begin(text, "final", '{');
    files_json_add_text(text, "counts", "from release to end, every rock once");
    add_moments(text, "runout_m", &totals->runout, 1);
    add_moments(text, "path_m", &totals->path, 1);
    add_moments(text, "drop_m", &totals->drop, 1);
    add_moments(text, "reach_angle_deg", &totals->reach_angle, 180 / TALUS_PI);
    add_reach_angle_tail(text, &totals->reach_angle_tail);
    files_json_end(text, '}');
}

/// Contact problems by the stage of the solver that delivered their result.
static void add_stages(files_text *text, const talus_totals *totals)
{
    files_json_begin(text, "stages", '{');
    for (int k = 0; k < TALUS_SOLVER_STAGE_COUNT; k++) {
        files_json_add_unsigned(text, talus_solver_stage_name((talus_solver_stage)k),
                                totals->stages[k]);
    }
    files_json_end(text, '}');
}

/// Only where some ground has the generalised impact law.
static void add_impact_law(files_text *text, const talus_products_context *context,
                           const talus_totals *totals)
{
    const talus_site *site = &context->campaign->site;
    bool has_law = false;
    for (size_t i = 0; i < site->ground_count; i++) {
        has_law = has_law || site->grounds[i].impact.law != TALUS_IMPACT_NEWTON;
    }
    if (has_law) {
        files_json_begin(text, "generalised", '{');
        files_json_add_unsigned(text, "applied", totals->laws[TALUS_LAW_APPLIED]);
        files_json_add_unsigned(text, "limited", totals->laws[TALUS_LAW_LIMITED]);
        files_json_add_unsigned(text, "refused", totals->laws[TALUS_LAW_REFUSED]);
        files_json_add_unsigned(text, "slipped", totals->law_slipped);
        files_json_end(text, '}');
    }
}

static void add_numerics(files_text *text, const talus_totals *totals)
{
    const double steps = totals->steps ? (double)totals->steps : 1;
    files_json_begin(text, "contact", '{');
    files_json_add_unsigned(text, "problems", totals->problems);
    files_json_add_unsigned(text, "unsolved", totals->unsolved);
    add_stages(text, totals);
    files_json_add_unsigned(text, "retried_plastic", totals->retried_plastic);
    files_json_add_unsigned(text, "restitution_limited", totals->limited);
    files_json_add_unsigned(text, "iterations", totals->solver_iterations);
    files_json_add_number(text, "worst_residual", totals->worst_residual);
    files_json_add_number(text, "deepest_penetration_m", totals->deepest_penetration);
    files_json_add_unsigned(text, "tunnelled", totals->tunnelled);
    files_json_add_unsigned(text, "swept_steps", totals->swept_steps);
    files_json_add_unsigned(text, "freed_at_release", totals->freed);
    files_json_end(text, '}');
    files_json_begin(text, "rotation", '{');
    files_json_add_unsigned(text, "failures", totals->rotation_failures);
    files_json_add_number(text, "iterations_per_step", (double)totals->rotation_iterations / steps);
    files_json_end(text, '}');
    files_json_begin(text, "energy", '{');
    files_json_add_number(text, "worst_ledger_residual_rel", totals->worst_ledger_relative);
    files_json_add_number(text, "worst_percussion_gain_rel", totals->worst_gain_relative);
    files_json_add_unsigned(text, "worst_percussion_gain_rock", totals->worst_gain_rock);
    files_json_add_unsigned(text, "worst_percussion_gain_step", totals->worst_gain_step);
    files_json_add_number(text, "position_correction_kj", 1e-3 * totals->correction);
    files_json_add_number(text, "position_correction_rel", totals->correction_relative);
    files_json_end(text, '}');
}

/// Free falls off cliffs, where they are kept apart.
static void add_free_falls(files_text *text, const talus_totals *totals)
{
    files_json_begin(text, "free_falls", '{');
    files_json_add_text(text, "counts",
                        "flights over ground that falls by more than 60 degrees on the average");
    files_json_add_unsigned(text, "flights", totals->free_falls);
    files_json_add_unsigned(text, "rocks", totals->free_fall_rocks);
    files_json_add_number(
        text, "share_of_steps",
        totals->steps > 0 ? (double)totals->free_fall_steps / (double)totals->steps : (double)NAN);
    add_moments(text, "jump_height_without_m", &totals->largest_jump_slope, 1);
    files_json_end(text, '}');
}

/// Grounds whose parameters are draws of a posterior; nothing without any.
static void add_posteriors(files_text *text, const talus_site *site)
{
    static const char *const names[] = {
#define NAME(id, name) name,
        TALUS_VARIED_LIST(NAME)
#undef NAME
    };
    bool some = false;
    for (size_t i = 0; i < site->ground_count; i++) {
        const talus_ground_draw *draw = site->grounds[i].draw;
        if (draw == NULL || draw->posterior_count == 0) {
            continue;
        }
        if (!some) {
            files_json_begin(text, "posterior", '[');
        }
        some = true;
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "ground", site->grounds[i].name);
        files_json_add_unsigned(text, "draws", draw->posterior_count);
        files_json_begin(text, "parameters", '[');
        for (size_t k = TALUS_VARIED_MU_MIN; k < TALUS_VARIED_COUNT; k++) {
            if (!isnan(draw->posterior[k])) {
                files_json_add_text(text, NULL, names[k]);
            }
        }
        files_json_end(text, ']');
        files_json_end(text, '}');
    }
    if (some) {
        files_json_end(text, ']');
    }
}

/// Only where some ground is compactable.
static void add_soil(files_text *text, const talus_products_context *context,
                     const talus_totals *totals)
{
    const talus_site *site = &context->campaign->site;
    bool has_soil = false;
    for (size_t i = 0; i < site->ground_count; i++) {
        has_soil = has_soil || site->grounds[i].soil.modulus > 0.0;
    }
    if (has_soil) {
        files_json_begin(text, "soil", '{');
        files_json_add_text(text, "pooled",
                            context->campaign->pooled_outside_soil ? "outside_soil" : "all");
        files_json_add_unsigned(text, "steps", totals->soil_steps);
        files_json_add_unsigned(text, "scars", totals->scars);
        files_json_add_number(text, "deepest_scar_m", totals->scar_depth_max);
        files_json_add_number(text, "longest_scar_m", totals->scar_length_max);
        files_json_end(text, '}');
    }
}

/// Only where events may have several bodies.
static void add_breaking(files_text *text, const talus_totals *totals)
{
    const talus_breaking_totals *b = &totals->breaking;
    if (b->events == 0) {
        return;
    }
    if (b->released > b->events) {
        files_json_begin(text, "released_together", '{');
        files_json_add_unsigned(text, "events", b->events);
        files_json_add_unsigned(text, "bodies", b->released);
        files_json_begin(text, "other_outcomes", '{');
        add_outcome_counts(text, b->other_outcomes, !b->only_released);
        files_json_end(text, '}');
        files_json_end(text, '}');
    }
    if (b->only_released) {
        return;
    }
    files_json_begin(text, "fragmentation", '{');
    files_json_add_unsigned(text, "rocks", b->released);
    files_json_add_unsigned(text, "broken", b->broken);
    files_json_add_number(text, "broken_share", (double)b->broken / (double)b->released);
    files_json_add_unsigned(text, "breaks", b->breaks);
    files_json_add_unsigned(text, "breaks_refused", b->refused);
    files_json_add_unsigned(text, "area_ratio_clamped", b->clamped);
    files_json_add_unsigned(text, "fragments", b->fragments);
    files_json_add_unsigned(text, "most_bodies", b->most_bodies);
    files_json_add_unsigned(text, "fines", b->fines);
    files_json_add_number(text, "pieces_per_broken_rock", b->pieces_per_broken);
    files_json_add_number(text, "survival_share", b->survival);
    files_json_begin(text, "fragment_outcomes", '{');
    add_outcome_counts(text, b->outcomes, true);
    files_json_end(text, '}');
    files_json_add_number(text, "impact_energy_kj", 1e-3 * b->energy);
    files_json_add_number(text, "effective_energy_kj", 1e-3 * b->effective);
    files_json_add_number(text, "scatter_energy_kj", 1e-3 * b->scatter);
    files_json_add_number(text, "new_surface_m2", b->surface);
    files_json_add_number(text, "fines_mass_kg", b->fines_mass);
    files_json_add_number(text, "fines_energy_kj", 1e-3 * b->fines_energy);
    files_json_add_number(text, "worst_imbalance_rel", b->imbalance);
    files_json_end(text, '}');
}

/// Only where the ground shakes.
static void add_shaking(files_text *text, const talus_products_context *context,
                        const talus_totals *totals)
{
    const talus_base_motion *base = &context->campaign->base;
    if (base->record_count == 0) {
        return;
    }
    files_json_begin(text, "shaking", '{');
    files_json_add_number(text, "start_s", base->start);
    files_json_add_number(text, "end_s", base->end);
    files_json_begin(text, "records", '[');
    for (size_t k = 0; k < base->record_count; k++) {
        double acceleration = 0.0, velocity = 0.0;
        (void)talus_base_record_peaks(&base->records[k], &acceleration, &velocity, NULL);
        files_json_begin(text, NULL, '{');
        files_json_add_number(text, "peak_acceleration_m_s2", acceleration);
        files_json_add_number(text, "peak_velocity_m_s", velocity);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
    files_json_add_unsigned(text, "moved_rocks", totals->moved);
    files_json_add_number(text, "base_relative_kj", 1e-3 * totals->base_work);
    files_json_end(text, '}');
}

/// Operations between coordinate reference systems that are not accurate.
static void add_operations(files_text *text, const talus_products_context *context)
{
    files_json_begin(text, "operations", '[');
    for (size_t k = 0; k < context->operation_count; k++) {
        const talus_operation *one = &context->operations[k];
        files_json_begin(text, NULL, '{');
        files_json_add_text(text, "key", one->key);
        files_json_add_text(text, "from", one->from);
        files_json_add_text(text, "to", one->to);
        files_json_add_text(text, "name", one->name);
        files_json_add_number(text, "accuracy_m", one->accuracy);
        files_json_add_text(text, "pipeline", one->pipeline);
        files_json_end(text, '}');
    }
    files_json_end(text, ']');
}

static void add_place(files_text *text, const talus_products_context *context)
{
    files_json_begin(text, "dem", '{');
    files_json_add_number(text, "origin_east_m", context->east);
    files_json_add_number(text, "origin_north_m", context->north);
    files_json_add_text(text, "crs", text_or_empty(context->crs_wkt));
    files_json_add_text(text, "attribution", text_or_empty(context->attribution));
    if (context->operation_count > 0) {
        add_operations(text, context);
    }
    files_json_end(text, '}');
    files_json_begin(text, "layers", '[');
    campaign_layer layer;
    for (size_t at = 0; output_next_layer(context, &at, &layer);) {
        files_json_add_text(text, NULL, layer.name);
    }
    files_json_end(text, ']');
}

static void add_hash(files_text *text, const talus_totals *totals)
{
    char hash[24];
    snprintf(hash, sizeof hash, "0x%016" PRIx64, totals->hash);
    files_json_add_text(text, "hash", hash);
}

void output_summary_blocks(files_text *text, const talus_totals *totals)
{
    add_outcomes(text, totals);
    add_timing(text, totals, NULL);
    add_statistics(text, totals);
    add_numerics(text, totals);
    add_breaking(text, totals);
    add_hash(text, totals);
}

void output_add_summary(files_text *text, const talus_products_context *context,
                        const talus_results *results)
{
    const talus_totals *totals = ensemble_totals(results);
    add_run(text, context, totals);
    add_timing(text, totals, ensemble_checkpoint(results));
    add_statistics(text, totals);
    add_numerics(text, totals);
    if (context->campaign->reports_free_falls) {
        add_free_falls(text, totals);
    }
    add_posteriors(text, &context->campaign->site);
    add_soil(text, context, totals);
    add_breaking(text, totals);
    add_shaking(text, context, totals);
    add_impact_law(text, context, totals);
    output_add_strata(text, context, results);
    output_add_rounds(text, context, results);
    text->failed = !output_summary_gauges(text, context, results) || text->failed;
    output_add_obstacles(text, context, results);
    add_place(text, context);
    add_hash(text, totals);
}

talus_status talus_products_summary(const talus_products_context *context,
                                    const talus_results *results, bool partial, char **out,
                                    talus_error *error)
{
    if (out == NULL || results == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the results or the place for the summary are NULL");
    }
    *out = NULL;
    const talus_status status = output_check_context(context, error);
    if (status != TALUS_OK) {
        return status;
    }
    files_text text = {.first = true};
    files_json_begin(&text, NULL, '{');
    files_json_add_bool(&text, "partial", partial);
    output_add_summary(&text, context, results);
    files_json_end(&text, '}');
    files_text_add(&text, "\n");
    if (text.failed) {
        files_text_clear(&text);
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the summary");
    }
    *out = text.data;
    return TALUS_OK;
}
