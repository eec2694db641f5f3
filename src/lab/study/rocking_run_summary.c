// SPDX-License-Identifier: GPL-3.0-or-later
// summary.json of a rocking scenario. Units stand in the keys; what does not exist is null.
#include "lab/study/rocking_run_internal.h"

#include <string.h>

static void add_vector(files_text *text, const char *key, talus_vec3 v)
{
    const double values[3] = {v.x, v.y, v.z};
    files_json_add_numbers(text, key, values, 3);
}

static void add_block(files_text *text, const rocking_run *run)
{
    const rocking_keys *keys = &run->scenario->keys;
    files_json_begin(text, "block", '{');
    if (keys->block.kind == ROCKING_PLANAR) {
        const talus_rocking_block *b = &run->planar.block;
        const talus_rocking_pivot pivot = talus_rocking_block_pivot(b, false, run->planar.gravity);
        files_json_add_number(text, "mass_kg", b->mass);
        files_json_add_number(text, "inertia_kg_m2", b->inertia);
        files_json_add_number(text, "b1_m", b->b1);
        files_json_add_number(text, "b2_m", b->b2);
        files_json_add_number(text, "h_m", b->h);
        files_json_add_number(text, "radius_m", pivot.radius);
        files_json_add_number(text, "p_rad_s", pivot.p);
    } else {
        const talus_mat3 *i = &run->block.inertia;
        files_json_add_number(text, "mass_kg", run->block.mass);
        add_vector(text, "principal_inertia_kg_m2", vec3(i->m[0][0], i->m[1][1], i->m[2][2]));
        files_json_add_unsigned(text, "corners", run->block.corner_count);
        files_json_add_number(text, "h_m", -run->block.corners[0].z);
    }
    files_json_add_number(text, "alpha_rad", run->alpha);
    files_json_end(text, '}');
}

static void add_law(files_text *text, const rocking_run *run)
{
    const rocking_keys *keys = &run->scenario->keys;
    files_json_begin(text, "impact", '{');
    files_json_add_text(text, "model", rocking_model_names[keys->impact.model]);
    if (keys->block.kind == ROCKING_PLANAR) {
        files_json_add_number(text, "ratio", run->planar.r_ab);
        files_json_add_number(text, "ratio_back", run->planar.r_ba);
        files_json_add_number(text, "lambda",
                              talus_rocking_lambda(&run->planar.block, run->planar.r_ab));
    } else {
        files_json_add_number(text, "lambda", run->law.lam[0]);
        files_json_add_number(text, "lat", run->law.lat[0]);
        files_json_add_number(text, "lon", run->law.lon[0]);
    }
    files_json_end(text, '}');
}

static void add_ground(files_text *text, const rocking_run *run)
{
    if (!rocking_run_is_shaken(run)) {
        return;
    }
    talus_vec3 peak = {0.0, 0.0, 0.0};
    const double step = run->shaking.time_step;
    for (double i = 0.0; i * step <= run->shaking.duration; i += 1.0) {
        const talus_vec3 a = rocking_run_ground(run, i * step);
        peak = vec3(fmax(peak.x, fabs(a.x)), fmax(peak.y, fabs(a.y)), fmax(peak.z, fabs(a.z)));
    }
    files_json_begin(text, "ground_motion", '{');
    files_json_add_number(text, "duration_s", run->shaking.duration);
    add_vector(text, "peak_m_s2", peak);
    files_json_end(text, '}');
}

/// How many events there are of each kind.
static void add_counts(files_text *text, const rocking_run *run)
{
    files_json_add_unsigned(text, "impacts", run->impact_count);
    files_json_begin(text, "events", '{');
    for (size_t i = 0; i < run->impact_count; i++) {
        const char *kind = run->impacts[i].kind;
        size_t count = 0;
        bool first = true;
        for (size_t k = 0; k < i && first; k++) {
            first = strcmp(run->impacts[k].kind, kind) != 0;
        }
        for (size_t k = i; first && k < run->impact_count; k++) {
            count += strcmp(run->impacts[k].kind, kind) == 0;
        }
        if (first) {
            files_json_add_unsigned(text, kind, count);
        }
    }
    files_json_end(text, '}');
}

/// What the motion asks of the friction of the base.
static void add_demand(files_text *text, const rocking_run *run)
{
    const talus_planar_demand *d = &run->demand;
    const double mu = run->scenario->keys.contact.mu;
    files_json_begin(text, "friction", '{');
    files_json_add_number(text, "mu", mu);
    files_json_add_number(text, "required", isnan(d->time) ? (double)NAN : d->friction);
    files_json_add_number(text, "required_at_s", d->time);
    files_json_add_number(text, "at_impacts", d->impact);
    files_json_add_number(text, "slides_from_s", d->slides_time);
    files_json_add_number(text, "lifts_at_s", d->lifts_time);
    files_json_add_number(text, "least_normal_over_weight",
                          isnan(d->time) ? (double)NAN : d->least_normal);
    files_json_end(text, '}');
}

static void add_energy(files_text *text, const rocking_run *run)
{
    double lost = 0.0;
    for (size_t i = 0; i < run->impact_count; i++) {
        lost -= run->impacts[i].energy_change;
    }
    const size_t n = run->sample_count;
    files_json_begin(text, "energy", '{');
    files_json_add_number(text, "start_j", n > 0 ? run->samples[0].energy : 0.0);
    files_json_add_number(text, "lost_at_impacts_j", lost);
    files_json_add_number(text, "end_j", n > 0 ? run->samples[n - 1].energy : 0.0);
    files_json_add_number(text, "worst_balance_j", run->energy_error);
    files_json_end(text, '}');
}

void rocking_run_add_members(const rocking_run *run, files_text *text)
{
    const rocking_scenario *scenario = run->scenario;
    const rocking_keys *keys = &scenario->keys;
    const bool planar = keys->block.kind == ROCKING_PLANAR;
    files_json_begin(text, "talus", '{');
    files_json_add_text(text, "version", talus_version());
    files_json_end(text, '}');
    files_json_add_text(text, "title", scenario->document.title);
    files_json_begin(text, "scenario", '{');
    files_json_add_text(text, "path", scenario->document.path);
    files_json_add_text(text, "sha256", scenario->document.sha256);
    files_json_end(text, '}');
    files_json_add_text(text, "kind", planar ? "planar" : "spatial");
    files_json_add_text(text, "motion", rocking_motion_names[keys->simulation.motion]);
    files_json_add_text(text, "scheme", rocking_scheme_names[keys->simulation.scheme]);
    files_json_add_text(text, "outcome", rocking_run_outcome_name(run->outcome));
    files_json_add_number(text, "time_s", run->time);
    files_json_add_number(text, "first_impact_s",
                          run->impact_count > 0 ? run->impacts[0].time : (double)NAN);
    files_json_add_number(text, "bounced_until_s", run->bounced_until);
    files_json_add_number(text, "peak_rad", run->peak);
    files_json_add_number(text, "peak_over_alpha", run->peak / run->alpha);
    add_counts(text, run);
    files_json_add_number(text, "avrf", run->avrf);
    files_json_add_number(text, "opmf", run->opmf);
    add_energy(text, run);
    add_demand(text, run);
    if (run->stepped.steps > 0) {
        const rocking_run_stepped *s = &run->stepped;
        files_json_begin(text, "stepper", '{');
        files_json_add_unsigned(text, "steps", s->steps);
        files_json_add_unsigned(text, "unsolved", s->unsolved);
        files_json_add_number(text, "time_step_s", s->time_step);
        files_json_add_number(text, "worst_ledger_j", s->ledger);
        files_json_add_number(text, "base_work_j", s->base_work);
        files_json_add_number(text, "slip_m", s->slip);
        files_json_add_number(text, "twist_rad", s->twist);
        files_json_end(text, '}');
    }
    add_block(text, run);
    add_law(text, run);
    add_ground(text, run);
}

void rocking_run_summary(const rocking_run *run, files_text *text)
{
    files_json_begin(text, NULL, '{');
    rocking_run_add_members(run, text);
    files_json_end(text, '}');
    files_text_add(text, "\n");
}
