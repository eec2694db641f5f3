// SPDX-License-Identifier: GPL-3.0-or-later
// The result directory of a rocking scenario: tables, replay, resolved scenario.
#include "io/replay/replay.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_run_internal.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_planar(const rocking_run *run)
{
    return run->scenario->keys.block.kind == ROCKING_PLANAR;
}

/// Numbers that are not are empty fields.
static void add_numbers(files_text *text, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (isfinite(values[i])) {
            files_text_add(text, ",%.17g", values[i]);
        } else {
            files_text_add(text, ",");
        }
    }
}

/// "A", "V3+V4"; empty in flight.
static void add_corners(files_text *text, const rocking_run *run, unsigned corners)
{
    const char *plus = "";
    files_text_add(text, ",");
    // a planar block has two feet, its drawing four corners
    for (int i = 0; i < (is_planar(run) ? 2 : (int)run->block.corner_count); i++) {
        char name[8];
        rocking_run_corner_name(run, i, name);
        if ((corners >> i & 1U) != 0) {
            files_text_add(text, "%s%s", plus, name);
            plus = "+";
        }
    }
}

/// Heights of the corners above the base: of a planar block A and B.
static void add_heights(files_text *text, const rocking_run *run, const rocking_run_sample *s)
{
    static const int feet[2] = {3, 0};
    const int count = is_planar(run) ? 2 : (int)run->block.corner_count;
    for (int i = 0; i < count; i++) {
        const talus_vec3 corner = run->block.corners[is_planar(run) ? feet[i] : i];
        const double height = s->position.z + talus_quat_rotate(s->attitude, corner).z;
        add_numbers(text, &height, 1);
    }
}

static void head_history(files_text *text, const rocking_run *run)
{
    files_text_add(text, is_planar(run)
                             ? "time_s,theta_rad,omega_rad_s,com_x_m,com_z_m,energy_j,touching"
                             : "time_s,q_w,q_x,q_y,q_z,omega_x_rad_s,omega_y_rad_s,omega_z_rad_s,"
                               "body_omega_x_rad_s,body_omega_y_rad_s,body_omega_z_rad_s,"
                               "inclination_rad,com_x_m,com_y_m,com_z_m,energy_j,touching");
    for (int i = 0; i < (is_planar(run) ? 2 : (int)run->block.corner_count); i++) {
        char name[8];
        rocking_run_corner_name(run, i, name);
        files_text_add(text, ",height_%s_m", name);
    }
    files_text_add(text, is_planar(run) ? ",ground_x_m_s2,ground_z_m_s2"
                                        : ",ground_x_m_s2,ground_y_m_s2,ground_z_m_s2");
    files_text_add(text, ",reaction_n,reaction_t,friction_demand,pressure_x%s\n",
                   is_planar(run) ? "" : ",pressure_y");
}

static void add_sample(files_text *text, const rocking_run *run, const rocking_run_sample *s)
{
    const talus_vec3 ground = rocking_run_ground(run, s->time), body = rocking_run_body_rate(s);
    const double planar[] = {s->theta, s->omega, s->position.x, s->position.z, s->energy};
    const double spatial[] = {s->attitude.w, s->attitude.x, s->attitude.y, s->attitude.z,
                              s->w.x,        s->w.y,        s->w.z,        body.x,
                              body.y,        body.z,        s->theta,      s->position.x,
                              s->position.y, s->position.z, s->energy};
    const double flat[2] = {ground.x, ground.z}, full[3] = {ground.x, ground.y, ground.z};
    files_text_add(text, "%.17g", s->time);
    if (is_planar(run)) {
        add_numbers(text, planar, sizeof planar / sizeof planar[0]);
    } else {
        add_numbers(text, spatial, sizeof spatial / sizeof spatial[0]);
    }
    add_corners(text, run, s->touching);
    add_heights(text, run, s);
    add_numbers(text, is_planar(run) ? flat : full, is_planar(run) ? 2 : 3);
    const rocking_run_force f = rocking_run_reaction(run, s);
    const double across =
        is_planar(run) ? f.force.x : sqrt(f.force.x * f.force.x + f.force.y * f.force.y);
    const double force[] = {f.force.z, across, f.demand, f.x, f.y};
    add_numbers(text, force, is_planar(run) ? 4 : 5);
    files_text_add(text, "\n");
}

static talus_status write_history(talus_directory *directory, const rocking_run *run,
                                  talus_error *error)
{
    files_text text = {.first = true};
    head_history(&text, run);
    for (size_t i = 0; i < run->sample_count; i++) {
        if (run->samples[i].regular) {
            add_sample(&text, run, &run->samples[i]);
        }
    }
    return directory_write_text(directory, "history.csv", &text, error);
}

static void add_impact(files_text *text, const rocking_run *run, const rocking_run_impact *impact)
{
    char hit[8];
    const talus_vec3 minus = impact->w_minus, plus = impact->w_plus, p = impact->impulse;
    const double planar[] = {-minus.y, -plus.y, impact->energy_change, p.x, p.z};
    const double spatial[] = {
        minus.x, minus.y, minus.z, plus.x, plus.y, plus.z, impact->energy_change, p.x, p.y, p.z};
    rocking_run_corner_name(run, impact->hit, hit);
    files_text_add(text, "%.17g,%s,%s", impact->time, impact->kind, hit);
    add_corners(text, run, impact->before);
    add_corners(text, run, impact->after);
    if (is_planar(run)) {
        add_numbers(text, planar, sizeof planar / sizeof planar[0]);
    } else {
        add_numbers(text, spatial, sizeof spatial / sizeof spatial[0]);
    }
    files_text_add(text, "\n");
}

static talus_status write_impacts(talus_directory *directory, const rocking_run *run,
                                  talus_error *error)
{
    files_text text = {.first = true};
    files_text_add(&text, "time_s,kind,hit,touching_before,touching_after,%s\n",
                   is_planar(run)
                       ? "omega_before_rad_s,omega_after_rad_s,energy_change_j,impulse_x_n_s,"
                         "impulse_z_n_s"
                       : "omega_before_x_rad_s,omega_before_y_rad_s,omega_before_z_rad_s,"
                         "omega_after_x_rad_s,omega_after_y_rad_s,omega_after_z_rad_s,"
                         "energy_change_j,impulse_x_n_s,impulse_y_n_s,impulse_z_n_s");
    for (size_t i = 0; i < run->impact_count; i++) {
        add_impact(&text, run, &run->impacts[i]);
    }
    return directory_write_text(directory, "impacts.csv", &text, error);
}

static const char replay_name[] = "replay.glb";

static talus_status write_replay(talus_directory *directory, const rocking_run *run,
                                 talus_error *error)
{
    const size_t n = run->sample_count;
    char path[4096] = "";
    replay_pose *poses = malloc((n + 1) * sizeof *poses);
    bool *kept = malloc((n + 1) * sizeof *kept);
    talus_status status = TALUS_OK;
    if (poses == NULL || kept == NULL) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for the replay");
    } else {
        status = talus_directory_begin(directory, replay_name, path, sizeof path, error);
    }
    if (status == TALUS_OK) {
        for (size_t i = 0; i < n; i++) {
            const rocking_run_sample *s = &run->samples[i];
            poses[i] = (replay_pose){s->time, s->position, s->attitude};
            kept[i] = !s->regular;
        }
        const replay_block block = {.base = run->block.corners,
                                    .base_count = run->block.corner_count,
                                    .top = rocking_block_top(&run->scenario->keys),
                                    .outcome = run->outcome,
                                    .poses = poses,
                                    .count = n,
                                    .kept = kept};
        status = replay_write(path, &block, error);
    }
    free(poses);
    free(kept);
    return status == TALUS_OK ? talus_directory_commit(directory, replay_name, error) : status;
}

static talus_status write_scenario(talus_directory *directory, const rocking_run *run,
                                   talus_error *error)
{
    char *resolved = rocking_scenario_resolved(run->scenario, talus_directory_path(directory));
    files_text text = {.first = true, .failed = resolved == NULL};
    if (resolved != NULL) {
        files_text_add(&text, "%s", resolved);
    }
    free(resolved);
    return directory_write_text(directory, "scenario.yaml", &text, error);
}

talus_status rocking_run_claim(talus_directory *directory, const rocking_scenario *scenario,
                               talus_error *error)
{
    static const char *const names[] = {"history.csv", "impacts.csv", "history.svg",
                                        "scenario.yaml", NULL};
    const talus_status status = directory_claim_all(directory, names, error);
    return status == TALUS_OK && scenario->keys.outputs.replay
               ? talus_directory_claim(directory, replay_name, error)
               : status;
}

talus_status rocking_run_write(talus_directory *directory, const rocking_run *run,
                               talus_error *error)
{
    talus_status status = write_history(directory, run, error);
    status = status == TALUS_OK ? write_impacts(directory, run, error) : status;
    status = status == TALUS_OK ? rocking_run_chart(directory, run, error) : status;
    if (status == TALUS_OK && run->scenario->keys.outputs.replay) {
        status = write_replay(directory, run, error);
    }
    return status == TALUS_OK ? write_scenario(directory, run, error) : status;
}
