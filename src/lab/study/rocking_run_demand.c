// SPDX-License-Identifier: GPL-3.0-or-later
// Reaction of the base in a run, the friction it asks for, and what to say about it.
#include "lab/spatial/spatial.h"
#include "lab/study/rocking_run_internal.h"

#include <math.h>

static bool is_planar(const rocking_run *run)
{
    return run->scenario->keys.block.kind == ROCKING_PLANAR;
}

/// The mode that the corners of a sample stand for.
static talus_spatial_state state_of(const rocking_run *run, const rocking_run_sample *s)
{
    const size_t n = run->block.corner_count;
    size_t count = 0;
    int last = 0;
    for (size_t i = 0; i < n; i++) {
        const bool here = (s->touching >> i & 1U) != 0;
        count += here;
        last = here ? (int)i : last;
    }
    // of an edge the corner that follows the other one; corner 0 follows the last
    const bool wraps = count == 2 && (s->touching & 1U) != 0 && last == (int)n - 1;
    return (talus_spatial_state){.mode = count == 0   ? TALUS_SPATIAL_FLIGHT
                                         : count == n ? TALUS_SPATIAL_REST
                                         : count == 2 ? TALUS_SPATIAL_EDGE
                                                      : TALUS_SPATIAL_VERTEX,
                                 .pivot = wraps ? 0 : last,
                                 .attitude = s->attitude,
                                 .w = s->w};
}

rocking_run_force rocking_run_reaction(const rocking_run *run, const rocking_run_sample *s)
{
    const double none = (double)NAN;
    if (s->has_force) {
        return s->force;
    }
    const talus_vec3 base = rocking_run_ground(run, s->time);
    if (s->touching == 0) {
        return (rocking_run_force){{none, none, none}, none, none, none};
    }
    if (is_planar(run)) {
        const talus_planar_reaction r =
            talus_planar_reaction_of(&run->planar, s->theta, s->omega, base.x, base.z);
        return (rocking_run_force){{r.tangential, 0.0, r.normal}, r.demand, r.pressure, 0.0};
    }
    const talus_spatial_state state = state_of(run, s);
    const spatial_reaction r =
        spatial_reaction_of(&run->block, &state, run->scenario->keys.simulation.gravity, base);
    return (rocking_run_force){r.force, r.demand, r.pressure.x, r.pressure.y};
}

static double earlier(double a, double b)
{
    return isnan(a) || b < a ? b : a;
}

void rocking_run_add_demand(rocking_run *run, const talus_planar_demand *demand, double from)
{
    talus_planar_demand *d = &run->demand;
    if (!isnan(demand->time) && (isnan(d->time) || demand->friction > d->friction)) {
        d->friction = demand->friction;
        d->time = from + demand->time;
    }
    d->least_normal = fmin(d->least_normal, demand->least_normal);
    d->lifts_time = earlier(d->lifts_time, from + demand->lifts_time);
    d->slides_time = earlier(d->slides_time, from + demand->slides_time);
    d->impact = fmax(d->impact, demand->impact);
}

/// Angle up to which the demand counts: that of the nearest side.
static double limit_of(const rocking_run *run)
{
    double near = (double)INFINITY;
    if (is_planar(run)) {
        const talus_rocking_block *b = &run->planar.block;
        return talus_atan(fmin(b->b1, b->b2) / b->h);
    }
    const size_t n = run->block.corner_count;
    for (size_t i = 0; i < n; i++) {
        const talus_vec3 a = run->block.corners[i];
        const talus_vec3 e = vec3_sub(run->block.corners[(i + 1) % n], a);
        near = fmin(near, (a.x * e.y - a.y * e.x) / vec3_norm(e));
    }
    return talus_atan(near / -run->block.corners[0].z);
}

/// The demand at the samples between impacts.
static void sample_demand(rocking_run *run)
{
    const double limit = limit_of(run), mu = run->scenario->keys.contact.mu;
    const double weight = (is_planar(run) ? run->planar.block.mass : run->block.mass) *
                          run->scenario->keys.simulation.gravity;
    for (size_t i = 0; i < run->sample_count; i++) {
        const rocking_run_sample *s = &run->samples[i];
        if (!s->regular || s->touching == 0 || fabs(s->theta) > limit) {
            continue;
        }
        const rocking_run_force f = rocking_run_reaction(run, s);
        const bool slides = !isnan(mu) && f.demand > mu;
        const talus_planar_demand here = {.friction = f.demand,
                                          .time = s->time,
                                          .least_normal = f.force.z / weight,
                                          .lifts_time = f.force.z > 0.0 ? (double)NAN : s->time,
                                          .slides_time = slides ? s->time : (double)NAN};
        rocking_run_add_demand(run, &here, 0.0);
    }
    for (size_t i = 0; i < run->impact_count; i++) {
        const talus_vec3 p = run->impacts[i].impulse;
        if (p.z > 0.0) {
            run->demand.impact = fmax(run->demand.impact, sqrt(p.x * p.x + p.y * p.y) / p.z);
        }
    }
}

void rocking_run_find_demand(rocking_run *run, talus_diagnostics *diagnostics)
{
    const double mu = run->scenario->keys.contact.mu;
    if (isnan(run->demand.time)) {
        sample_demand(run);
    }
    const talus_planar_demand *d = &run->demand;
    if (run->stepped.steps > 0) {
        return; // the stepper slides where the friction does not hold
    }
    if (!isnan(d->slides_time)) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "from %.6g s on the block asks for more friction than mu = %g (up to "
                              "%.4g at %.6g s): it slides, and the model without sliding no longer "
                              "holds",
                              d->slides_time, mu, d->friction, d->time);
    }
    if (!isnan(mu) && d->impact > mu) {
        talus_diagnostics_say(diagnostics, TALUS_WARNING,
                              "an impact asks for a friction of %.4g, more than mu = %g: the block "
                              "slips in it and keeps another rate",
                              d->impact, mu);
    }
}
