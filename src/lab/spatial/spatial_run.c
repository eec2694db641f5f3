// SPDX-License-Identifier: GPL-3.0-or-later
// Rocking of a spatial block: the mode graph of impacts, accumulations, rest and uplift.
#include "lab/spatial/spatial_run.h"

const char *talus_spatial_event_name(talus_spatial_event_kind kind)
{
    static const char *const names[] = {
#define TALUS_SPATIAL_EVENT_NAME(name, text, doc) text,
        TALUS_SPATIAL_EVENT_LIST(TALUS_SPATIAL_EVENT_NAME)
#undef TALUS_SPATIAL_EVENT_NAME
    };
    return (unsigned)kind < TALUS_SPATIAL_EVENT_COUNT ? names[kind] : "?";
}

talus_spatial_options talus_spatial_options_default(void)
{
    return (talus_spatial_options){
        .gravity = 9.81,
        .end_time = 10.0,
        .tolerance = 1e-10,
        .lateral_rate = 1e-5,
        .rest_rate = 1e-4,
    };
}

/// Kinetic and total energy of the state (J).
static double energy(const spatial_run *run)
{
    return talus_spatial_energy(run->block, run->state, run->options->gravity);
}

/// Energy (J) below which the block counts as still.
static double rest_energy(const spatial_run *run)
{
    const talus_vec3 c = run->block->corners[0];
    const double rate = run->options->rest_rate;
    return 0.5 * run->block->mass * c.z * c.z * rate * rate;
}

/// Does the block stand nearly flat, far from the tilt beyond which its weight turns it over? There
/// the energy above that at rest is small, too.
static bool is_nearly_flat(const spatial_run *run)
{
    const talus_spatial_block *block = run->block;
    double narrow = (double)INFINITY; // centre of mass to the nearest edge, m
    for (int i = 0; i < (int)block->corner_count; i++) {
        const talus_vec3 c = block->corners[i];
        const talus_vec3 e = vec3_sub(block->corners[spatial_corner(block, i + 1)], c);
        narrow = fmin(narrow, (c.x * e.y - c.y * e.x) / vec3_norm(e));
    }
    const talus_vec3 axis = talus_quat_rotate(run->state->attitude, vec3(0.0, 0.0, 1.0));
    const double sine = sqrt(axis.x * axis.x + axis.y * axis.y);
    return axis.z > 0.0 && sine * -block->corners[0].z < 0.5 * narrow * axis.z;
}

/// Lay the block flat where it is, at rest.
static void lay_down(spatial_run *run)
{
    talus_spatial_state *state = run->state;
    const double before = energy(run);
    const talus_vec3 w_minus = state->w;
    spatial_flatten(state);
    state->w = vec3(0.0, 0.0, 0.0);
    state->mode = TALUS_SPATIAL_REST;
    run_report(run, (talus_spatial_event){.kind = TALUS_SPATIAL_ZENO_REST,
                                          .w_minus = w_minus,
                                          .before = state->pivot,
                                          .energy_change = energy(run) - before,
                                          .regularity = 1.0});
}

/// Rate at which edge (edge, edge + 1) turns up from its end at the pivot (rad/s); and its height.
static double edge_rate(const spatial_run *run, int edge, double *height)
{
    const talus_spatial_state *state = run->state;
    const int other = edge == state->pivot ? edge + 1 : edge;
    const talus_vec3 r = vec3_sub(spatial_arm(run->block, state->attitude, other),
                                  spatial_arm(run->block, state->attitude, state->pivot));
    *height = r.z;
    return vec3_cross(state->w, r).z / vec3_norm(r);
}

/// Rocking about `edge` with the angular momentum about it that the state has.
static void settle_on_edge(spatial_run *run, int edge)
{
    talus_spatial_state *state = run->state;
    const talus_vec3 w_minus = state->w;
    const int before = state->pivot;
    spatial_level_edge(run->block, state, edge);
    const talus_mat3 inertia = spatial_world_inertia(run->block, state->attitude);
    const talus_vec3 arm = spatial_arm(run->block, state->attitude, state->pivot);
    const talus_mat3 j = spatial_inertia_about(&inertia, run->block->mass, arm);
    const talus_vec3 along = vec3_sub(spatial_arm(run->block, state->attitude, edge + 1),
                                      spatial_arm(run->block, state->attitude, edge));
    const talus_vec3 axis = vec3_scale(1.0 / vec3_norm(along), along);
    const talus_vec3 momentum = mat3_mulv(&j, axis);
    const double rate = vec3_dot(momentum, state->w) / vec3_dot(momentum, axis);
    const double kinetic = spatial_kinetic(&inertia, run->block->mass, arm, state->w);
    state->w = vec3_scale(rate, axis);
    const double change = spatial_kinetic(&inertia, run->block->mass, arm, state->w) - kinetic;
    run_pivot(run, TALUS_SPATIAL_EDGE, spatial_corner(run->block, edge + 1));
    run_report(run, (talus_spatial_event){.kind = TALUS_SPATIAL_ZENO_EDGE,
                                          .w_minus = w_minus,
                                          .before = before,
                                          .energy_change = change,
                                          .regularity = 1.0});
}

/// After an impact: rest, or an edge of the pivot that no longer lifts settles. The edge `hit` does
/// so, too, where the map would push its free corner into the base (-1 = none).
static void settle(spatial_run *run, int hit)
{
    if (energy(run) < rest_energy(run) && is_nearly_flat(run)) {
        lay_down(run);
        return;
    }
    const double level = spatial_level(run->block);
    const int pivot = run->state->pivot, edges[2] = {pivot, spatial_corner(run->block, pivot - 1)};
    for (int i = 0; i < 2 && run->state->mode == TALUS_SPATIAL_VERTEX; i++) {
        double height;
        const double rate = edge_rate(run, edges[i], &height);
        if (height <= level && rate <= run->options->lateral_rate &&
            (rate >= -run->options->lateral_rate || edges[i] == hit)) {
            settle_on_edge(run, edges[i]);
        }
    }
}

/// Impact of the whole facet about an edge whose upper corner is `before`.
static bool hit_facet(spatial_run *run, int before)
{
    const int edge = spatial_corner(run->block, before - 1);
    const talus_spatial_facet facet = {.before = before,
                                       .lat = run->law->lat[edge],
                                       .lon = run->law->lon[edge],
                                       .tau = run->law->facet_tau};
    talus_spatial_outcome outcome;
    spatial_flatten(run->state);
    if (talus_spatial_facet_map(run->block, run->state->attitude, &facet, run->state->w, &outcome,
                                NULL) != TALUS_OK) {
        return false;
    }
    const talus_vec3 w_minus = run->state->w;
    run_pivot(run, outcome.edge ? TALUS_SPATIAL_EDGE : TALUS_SPATIAL_VERTEX, outcome.pivot);
    run->state->w = outcome.w_plus;
    run_report(run, (talus_spatial_event){.kind = TALUS_SPATIAL_FACET_IMPACT,
                                          .w_minus = w_minus,
                                          .before = before,
                                          .energy_change = outcome.energy_change,
                                          .regularity = outcome.regularity});
    settle(run, -1);
    return true;
}

/// Impact of the edge from the pivot to `corner`.
static bool hit_edge(spatial_run *run, int corner)
{
    talus_spatial_state *state = run->state;
    const int before = state->pivot;
    const int edge = corner == spatial_corner(run->block, before + 1) ? before : corner;
    const talus_spatial_impact impact =
        talus_spatial_edge_impact(run->block, state->attitude, before, corner, run->law->lam[edge]);
    talus_spatial_outcome outcome;
    if (talus_spatial_map(&impact, state->w, run->law->edge_tau, &outcome, NULL) != TALUS_OK) {
        return false;
    }
    const talus_vec3 w_minus = state->w;
    run_pivot(run, TALUS_SPATIAL_VERTEX, corner);
    state->w = outcome.w_plus;
    run_report(run, (talus_spatial_event){.kind = TALUS_SPATIAL_EDGE_IMPACT,
                                          .w_minus = w_minus,
                                          .before = before,
                                          .energy_change = outcome.energy_change,
                                          .regularity = outcome.regularity});
    settle(run, edge);
    return true;
}

/// A corner reached the base. @return false where no pivot is possible afterwards
static bool hit(spatial_run *run, int corner)
{
    talus_spatial_state *state = run->state;
    if (state->mode == TALUS_SPATIAL_EDGE) {
        return hit_facet(run, state->pivot);
    }
    // both neighbours of the pivot at once: the edge that closes more slowly settles, then the
    // facet hits about it (or the block goes on about the edge, if that opens the facet)
    const int edges[2] = {state->pivot, spatial_corner(run->block, state->pivot - 1)};
    double height[2];
    const double rates[2] = {edge_rate(run, edges[0], &height[0]),
                             edge_rate(run, edges[1], &height[1])};
    if (fmax(height[0], height[1]) <= spatial_level(run->block) && fmax(rates[0], rates[1]) < 0.0) {
        settle_on_edge(run, edges[rates[1] > rates[0]]);
        return true;
    }
    return hit_edge(run, corner);
}

/// The edge lets go of one end; the corner `stays`.
static void release_edge(spatial_run *run, int stays)
{
    const int before = run->state->pivot;
    const talus_vec3 w = run->state->w;
    run_pivot(run, TALUS_SPATIAL_VERTEX, stays);
    run_report(
        run, (talus_spatial_event){
                 .kind = TALUS_SPATIAL_RELEASE, .w_minus = w, .before = before, .regularity = 1.0});
}

static size_t impacts(const talus_spatial_summary *summary)
{
    return summary->edge_impacts + summary->facet_impacts + summary->corner_impacts;
}

/// One stretch about a corner or an edge and what ends it. @return true when the run is over
static bool rock(spatial_run *run)
{
    int corner = 0;
    flow_begin(&run->flow, run->state);
    const flow_event event = flow_advance(&run->flow, run->state, &corner);
    if (!run->options->shaking) {
        const double expected = run->summary->energy_begin + run->summary->energy_impacts;
        run->summary->energy_error = fmax(run->summary->energy_error, fabs(energy(run) - expected));
    }
    switch (event) {
    case FLOW_TIME:
        run->summary->end = TALUS_SPATIAL_TIME_END;
        return true;
    case FLOW_OVERTURN:
        run->summary->end = TALUS_SPATIAL_OVERTURNED;
        return true;
    case FLOW_RELEASE:
        release_edge(run, corner);
        return false;
    case FLOW_CORNER:
        run->summary->end = TALUS_SPATIAL_NO_PIVOT;
        return !hit(run, corner);
    case FLOW_LOST:
    default:
        run->summary->end = TALUS_SPATIAL_FAILED;
        return true;
    }
}

#define MOST_SAMPLES 1e9

static talus_status check_run(const talus_spatial_block *block,
                              const talus_spatial_options *options,
                              const talus_spatial_state *state, talus_error *error)
{
    const talus_status status = talus_spatial_block_check(block, error);
    if (status != TALUS_OK) {
        return status;
    }
    if (state->mode == TALUS_SPATIAL_FLIGHT || state->pivot < 0 ||
        state->pivot >= (int)block->corner_count || !vec3_finite(state->w)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "rocking begins at rest, on an edge or on one of the %zu corners, "
                               "found corner %d",
                               block->corner_count, state->pivot + 1);
    }
    if (!(options->gravity > 0.0) || !(options->tolerance > 0.0) ||
        !(options->lateral_rate > 0.0) || !(options->rest_rate > 0.0) ||
        !(options->end_time >= state->time) || !isfinite(options->end_time)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "gravity %g, tolerance %g, lateral_rate %g and rest_rate %g must be "
                               "> 0 and the end time %g s must not be before %g s",
                               options->gravity, options->tolerance, options->lateral_rate,
                               options->rest_rate, options->end_time, state->time);
    }
    if (!(options->sample_interval >= 0.0) || !isfinite(options->tolerance) ||
        (options->sample_interval > 0.0 &&
         !((options->end_time - state->time) / options->sample_interval <= MOST_SAMPLES))) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "tolerance %g and samples every %g s: expected a finite number, and 0 "
            "or at most %g samples",
            options->tolerance, options->sample_interval, MOST_SAMPLES);
    }
    // rates below which motion counts as none are absolute: far beyond, impacts have no end
    const double pace = sqrt(options->gravity / vec3_norm(block->corners[state->pivot]));
    if (!(pace >= 1e-3 && pace <= 1e3)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "a corner %g m from the centre of mass under a gravity of %g m/s2: "
                               "expected sqrt(g/R) from 1e-3 to 1e3 1/s",
                               vec3_norm(block->corners[state->pivot]), options->gravity);
    }
    if (!options->shaking) {
        return TALUS_OK;
    }
    const talus_status shakes = shaking_check(&options->shaking->x, options->gravity, error);
    return shakes == TALUS_OK ? shaking_check(&options->shaking->y, options->gravity, error)
                              : shakes;
}

talus_status talus_spatial_run(const talus_spatial_block *block, const talus_spatial_law *law,
                               const talus_spatial_options *options, talus_spatial_state *state,
                               talus_spatial_summary *summary, talus_error *error)
{
    if (block == NULL || law == NULL || options == NULL || state == NULL || summary == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    enum { STUCK = 1000 }; // events in a row without time passing
    *summary = (talus_spatial_summary){.end = TALUS_SPATIAL_FAILED, .pull_time = (double)NAN};
    const talus_status status = check_run(block, options, state, error);
    if (status != TALUS_OK) {
        return status;
    }
    spatial_run run = {
        .block = block, .law = law, .options = options, .state = state, .summary = summary};
    flow_prepare(&run.flow, block, options, state->time);
    summary->energy_begin = energy(&run);
    for (int stuck = 0; stuck < STUCK;) {
        const double before = state->time;
        const bool over = state->mode == TALUS_SPATIAL_REST ? run_rest(&run) : rock(&run);
        if (over) {
            break;
        }
        if (options->impact_limit > 0 && impacts(summary) >= options->impact_limit) {
            summary->end = TALUS_SPATIAL_IMPACTS_END;
            break;
        }
        stuck = state->time > before ? 0 : stuck + 1;
        summary->end = TALUS_SPATIAL_FAILED;
    }
    flow_summary(&run.flow, summary);
    summary->energy_end = energy(&run);
    return TALUS_OK;
}
