// SPDX-License-Identifier: GPL-3.0-or-later
// Totals of a run: from the records in index order, so the order of work leaves no trace.
#include "runs/ensemble/ensemble_internal.h"

#include "foundation/base/sort.h"
#include "runs/trajectory/event.h"

#include <math.h>
#include <stdlib.h>

uint64_t ensemble_rock_hash(const talus_rock_record *record)
{
    return trajectory_record_hash(record) + record->fragment_hash;
}

talus_moments ensemble_moments(double *values, size_t n)
{
    if (n == 0) {
        const double none = (double)NAN;
        return (talus_moments){none, none, none, none, none, none, none};
    }
    double sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < n; k++) {
        sum += values[k];
    }
    const double mean = sum / (double)n;
    for (size_t k = 0; k < n; k++) {
        squares += (values[k] - mean) * (values[k] - mean);
    }
    sort_numbers(values, n);
    return (talus_moments){.mean = mean,
                           .std = sqrt(squares / (double)n),
                           .p50 = values[observe_rank(0.50, n) - 1],
                           .p90 = values[observe_rank(0.90, n) - 1],
                           .p95 = values[observe_rank(0.95, n) - 1],
                           .p99 = values[observe_rank(0.99, n) - 1],
                           .max = values[n - 1]};
}

static double runout_of(const talus_rock_record *r)
{
    const double x = r->end.r.x - r->start.r.x, y = r->end.r.y - r->start.r.y;
    return sqrt(x * x + y * y);
}

static double descent_of(const talus_rock_record *r)
{
    return r->start.r.z - r->end.r.z;
}

static double path_of(const talus_rock_record *r)
{
    return r->path;
}

/// atan(drop / runout); a rock that fell vertically has a right angle, one that did not move has 0.
static double reach_angle_of(const talus_rock_record *r)
{
    const double runout = runout_of(r), drop = descent_of(r);
    if (runout > 0.0) {
        return talus_atan(drop / runout);
    }
    return drop > 0.0 ? 0.5 * TALUS_PI : drop < 0.0 ? -0.5 * TALUS_PI : 0.0;
}

static talus_moments final_moments(const talus_results *results, double *scratch,
                                   double (*value_of)(const talus_rock_record *))
{
    size_t n = 0;
    for (uint64_t k = 0; k < results->rock_count; k++) {
        if (results->records[k].done) {
            scratch[n++] = value_of(&results->records[k]);
        }
    }
    return ensemble_moments(scratch, n);
}

static double energy_of(const talus_rock_record *r)
{
    return r->kinetic_energy_max;
}

static double speed_of(const talus_rock_record *r)
{
    return r->speed_max;
}

static double jump_height_of(const talus_rock_record *r)
{
    return r->jump_height_max;
}

static double jump_height_slope_of(const talus_rock_record *r)
{
    return r->jump_height_max_slope;
}

static double spin_of(const talus_rock_record *r)
{
    return r->spin_max;
}

talus_lower_tail ensemble_lower_tail(const double *ascending, size_t n)
{
    if (n == 0) {
        const double none = (double)NAN;
        return (talus_lower_tail){.min = none, .p1 = none, .p5 = none, .p10 = none};
    }
    return (talus_lower_tail){.min = ascending[0],
                              .p1 = ascending[observe_rank(0.01, n) - 1],
                              .p5 = ascending[observe_rank(0.05, n) - 1],
                              .p10 = ascending[observe_rank(0.10, n) - 1]};
}

/// Distributions over the completed rocks. @param scratch (rock_count) overwritten
static void fill_distributions(const talus_results *results, double *scratch, talus_totals *totals)
{
    totals->largest[TALUS_KINETIC_ENERGY] = final_moments(results, scratch, energy_of);
    totals->largest[TALUS_SPEED] = final_moments(results, scratch, speed_of);
    totals->largest[TALUS_JUMP_HEIGHT] = final_moments(results, scratch, jump_height_of);
    totals->largest_jump_slope = final_moments(results, scratch, jump_height_slope_of);
    totals->largest[TALUS_SPIN] = final_moments(results, scratch, spin_of);
    totals->runout = final_moments(results, scratch, runout_of);
    totals->path = final_moments(results, scratch, path_of);
    totals->drop = final_moments(results, scratch, descent_of);
    totals->reach_angle = final_moments(results, scratch, reach_angle_of); // leaves them ascending
    totals->reach_angle_tail = ensemble_lower_tail(scratch, (size_t)totals->rocks);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/// Whether it ended further from its release than its diameter, that of a sphere of its volume.
static bool has_moved(const talus_rock_record *record)
{
    const talus_vec3 a = record->start.r, b = record->end.r;
    const double x = b.x - a.x, y = b.y - a.y, z = b.z - a.z;
    const double diameter = trajectory_cube_root(6.0 / TALUS_PI * record->volume);
    return x * x + y * y + z * z > diameter * diameter;
}

static void count_records(talus_results *results)
{
    talus_totals *totals = &results->totals;
    double fallen = 0.0;
    for (uint64_t k = 0; k < results->rock_count; k++) {
        const talus_rock_record *record = &results->records[k];
        if (record->done) {
            totals->rocks++;
            totals->outcomes[record->outcome]++;
            totals->below_ground += record->below_ground;
            totals->tunnelled += record->tunnelled;
            totals->under_ground += record->below_ground || record->tunnelled;
            totals->freed += record->is_freed;
            totals->held += record->is_held;
            totals->swept_steps += record->swept_steps;
            totals->correction += record->correction;
            totals->soil_steps += record->soil_steps;
            totals->scars += record->scars;
            totals->free_falls += record->free_falls;
            totals->free_fall_steps += record->free_fall_steps;
            totals->free_fall_rocks += record->free_falls > 0;
            totals->stem_impacts += record->stem_impacts;
            totals->stems_broken += record->stems_broken;
            totals->stem_rocks += record->stem_impacts > 0;
            totals->stem_energy += record->stem_energy;
            totals->base_work += record->base_work;
            totals->moved += has_moved(record);
            totals->scar_depth_max = larger(totals->scar_depth_max, record->scar_depth_max);
            totals->scar_length_max = larger(totals->scar_length_max, record->scar_length_max);
            fallen += record->mass * results->campaign.step.gravity * descent_of(record);
            totals->steps += record->steps;
            totals->contact_steps += record->contact_steps;
            totals->hash += ensemble_rock_hash(record);
        }
    }
    totals->correction_relative = fallen > 0.0 ? totals->correction / fallen : (double)NAN;
}

/// @return false: no memory
static bool count_barriers(talus_results *results)
{
    const observe_barriers *barriers = &results->shared.barriers;
    results->nets = calloc(barriers->net_count + 1, sizeof *results->nets);
    results->walls = calloc(barriers->wall_count + 1, sizeof *results->walls);
    results->dams = calloc(barriers->dam_count + 1, sizeof *results->dams);
    if (results->nets == NULL || results->walls == NULL || results->dams == NULL) {
        return false;
    }
    for (size_t k = 0; k < barriers->net_count; k++) {
        results->nets[k] = observe_barriers_net(barriers, k);
    }
    for (size_t k = 0; k < barriers->wall_count; k++) {
        results->walls[k] = observe_barriers_wall(barriers, k);
    }
    for (size_t k = 0; k < barriers->dam_count; k++) {
        results->dams[k] = observe_barriers_dam(barriers, k);
    }
    return true;
}

talus_status ensemble_finish(talus_results *results, talus_error *error)
{
    talus_totals *totals = &results->totals;
    double *scratch = malloc((size_t)results->rock_count * sizeof *scratch);
    if (scratch == NULL || !observe_shared_order(&results->shared) || !count_barriers(results)) {
        free(scratch);
        return talus_error_set(error, TALUS_ERROR_MEMORY,
                               "out of memory for the statistics of %llu rocks",
                               (unsigned long long)results->rock_count);
    }
    count_records(results);
    totals->ranks = totals->ranks > 0 ? totals->ranks : 1; // merged ones have none
    ensemble_count_strata(results);
    fill_distributions(results, scratch, totals);
    observe_pooled_totals(results->pooled, &results->shared.units, totals);
    totals->breaking.only_released =
        results->campaign.breaking.law == TALUS_BREAKING_NONE && totals->breaking.events > 0;
    free(scratch);
    return TALUS_OK;
}
