// SPDX-License-Identifier: GPL-3.0-or-later
// What shakes the base of a rocking scenario: records read, corrected, scaled, rotated.
#include "foundation/ground_motion/ground_motion.h"
#include "input/scenario/model.h"
#include "lab/rocking/ground_motion.h"
#include "lab/rocking/shaking.h"
#include "lab/scenario/rocking.h"

#include <stdlib.h>
#include <string.h>

/// A component with the section that it stands in.
typedef struct component {
    const rocking_component_keys *keys;
    const scenario_node *map;
    talus_ground_motion motion; ///< count 0 = a pulse or nothing
} component;
enum { ALONG_X, ALONG_Y, VERTICAL, COMPONENTS };

typedef struct loader {
    const rocking_ground_keys *ground;
    const char *directory; ///< of the scenario
    talus_diagnostics *diagnostics;
    talus_error *error;
    component parts[COMPONENTS];
} loader;

static bool is_given(const component *part)
{
    return part->keys->file != NULL || part->keys->pulse != TALUS_PULSE_NONE;
}

static double scale_of(const rocking_component_keys *keys)
{
    return isnan(keys->scale) ? 1.0 : keys->scale;
}

static talus_pulse pulse_of(const rocking_component_keys *keys)
{
    const double frequency =
        isnan(keys->frequency) ? 2.0 * TALUS_PI * keys->frequency_hz : keys->frequency;
    return (talus_pulse){.kind = (talus_pulse_kind)keys->pulse,
                         .amplitude = keys->amplitude * scale_of(keys),
                         .frequency = frequency,
                         .cycles = keys->cycles,
                         .rise = keys->rise};
}

/// Put the sentence of an error at the component's line; the place in a record stays in it.
static talus_status report(const loader *l, const component *part, const char *key,
                           talus_status status)
{
    const scenario_node *node = scenario_find(part->map, key);
    scenario_report_error(l->diagnostics, node != NULL ? node : part->map, l->error);
    return status;
}

static talus_status read_record(loader *l, component *part)
{
    const rocking_component_keys *keys = part->keys;
    char *path = scenario_join_path(l->directory, keys->file);
    if (path == NULL) {
        return talus_error_set(l->error, TALUS_ERROR_MEMORY, "out of memory for a file name");
    }
    const files_ground_motion_options options = {
        .unit = keys->unit, .time_step = isnan(keys->time_step) ? 0.0 : keys->time_step};
    files_ground_motion record;
    talus_status status = files_read_ground_motion(path, &options, &record, l->error);
    free(path);
    if (status != TALUS_OK) {
        return report(l, part, "file", status);
    }
    // the array changes hands
    part->motion = (talus_ground_motion){
        .time_step = record.time_step, .count = record.count, .horizontal = record.acceleration};
    if (keys->baseline > 0) {
        status = ground_motion_baseline(&part->motion, keys->baseline - 1, l->error);
        if (status != TALUS_OK) {
            return report(l, part, "baseline", status);
        }
    }
    double peak, speed;
    ground_motion_peaks(&part->motion, &peak, &speed);
    if (!isnan(keys->pga) && !(peak > 0.0)) {
        status = talus_error_set(l->error, TALUS_ERROR_INPUT,
                                 "pga_m_s2: the record is zero everywhere and cannot be scaled");
        return report(l, part, "pga_m_s2", status);
    }
    ground_motion_scale(&part->motion, isnan(keys->pga) ? scale_of(keys) : keys->pga / peak);
    return TALUS_OK;
}

/// Step of the records; of pulses alone 1/200 of the shortest period (s).
static double common_step(const loader *l)
{
    double step = (double)INFINITY;
    bool records = false;
    for (int i = 0; i < COMPONENTS; i++) {
        const component *part = &l->parts[i];
        if (part->motion.count > 0) {
            step = fmin(records ? step : (double)INFINITY, part->motion.time_step);
            records = true;
        } else if (is_given(part) && !records) {
            step = fmin(step, 2.0 * TALUS_PI / pulse_of(part->keys).frequency / 200.0);
        }
    }
    return step;
}

/// Components as arrays of one length, what is missing and what ended as zeros.
static talus_status make_arrays(loader *l)
{
    const double step = common_step(l);
    size_t count = 0;
    for (int i = 0; i < COMPONENTS; i++) {
        component *part = &l->parts[i];
        if (part->motion.count == 0 && is_given(part)) {
            const talus_pulse pulse = pulse_of(part->keys);
            const talus_status status =
                ground_motion_from_pulse(&pulse, step, &part->motion, l->error);
            if (status != TALUS_OK) {
                return report(l, part, "pulse", status);
            }
        }
        if (part->motion.count > 0 && fabs(part->motion.time_step - step) > 1e-6 * step) {
            const talus_status status = talus_error_set(
                l->error, TALUS_ERROR_INPUT,
                "a component has values every %g s and another one every %g s, expected the same",
                part->motion.time_step, step);
            return report(l, part, "file", status);
        }
        count = part->motion.count > count ? part->motion.count : count;
    }
    for (int i = 0; i < COMPONENTS; i++) {
        talus_ground_motion *motion = &l->parts[i].motion;
        double *longer = realloc(motion->horizontal, count * sizeof *longer);
        if (longer == NULL) {
            return talus_error_set(l->error, TALUS_ERROR_MEMORY, "out of memory for a record");
        }
        for (size_t k = motion->count; k < count; k++) {
            longer[k] = 0.0;
        }
        *motion = (talus_ground_motion){.time_step = step, .count = count, .horizontal = longer};
    }
    return TALUS_OK;
}

/// Both horizontal components seen from axes turned by the angle.
static talus_status rotate(loader *l, double angle)
{
    talus_ground_motion *x = &l->parts[ALONG_X].motion, *y = &l->parts[ALONG_Y].motion;
    talus_ground_motion before = {.time_step = x->time_step, .count = x->count};
    before.horizontal = malloc(x->count * sizeof *before.horizontal);
    if (before.horizontal == NULL) {
        return talus_error_set(l->error, TALUS_ERROR_MEMORY, "out of memory for a record");
    }
    memcpy(before.horizontal, x->horizontal, x->count * sizeof *before.horizontal);
    talus_status status = ground_motion_rotate(x, y, angle, l->error);
    if (status == TALUS_OK) {
        status = ground_motion_rotate(y, &before, -angle, l->error);
    }
    ground_motion_clear(&before);
    return status;
}

static talus_status load(loader *l)
{
    talus_status status = TALUS_OK;
    for (int i = 0; i < COMPONENTS && status == TALUS_OK; i++) {
        status = l->parts[i].keys->file != NULL ? read_record(l, &l->parts[i]) : TALUS_OK;
    }
    const double turn = l->ground->rotate_deg;
    const bool alone = !is_given(&l->parts[VERTICAL]) && isnan(turn);
    const bool pulses =
        l->parts[ALONG_X].keys->file == NULL && l->parts[ALONG_Y].keys->file == NULL;
    if (status == TALUS_OK && !(alone && pulses)) {
        status = make_arrays(l);
    }
    if (status == TALUS_OK && !isnan(turn)) {
        status = rotate(l, turn * TALUS_PI / 180.0);
    }
    return status;
}

/// Hand over one horizontal direction.
static void give(component *part, talus_ground_motion *motion, talus_shaking *shaking)
{
    *shaking = (talus_shaking){.scale = 1.0};
    *motion = part->motion;
    part->motion = (talus_ground_motion){.count = 0};
    if (motion->count > 0) {
        shaking->motion = motion;
    } else if (is_given(part)) {
        shaking->pulse = pulse_of(part->keys);
    }
}

static void find_duration(rocking_shaking *loaded)
{
    const talus_shaking *const both[2] = {&loaded->shaking.x, &loaded->shaking.y};
    for (size_t i = 0; i < 2; i++) {
        if (both[i]->motion != NULL) {
            const double end = both[i]->motion->time_step * (double)(both[i]->motion->count - 1);
            loaded->duration = fmax(loaded->duration, end);
        } else if (both[i]->pulse.kind != TALUS_PULSE_NONE) {
            loaded->duration = fmax(loaded->duration, talus_pulse_duration(&both[i]->pulse));
        }
    }
}

talus_status rocking_shaking_load(const rocking_ground_keys *ground, const char *directory,
                                  double gravity, talus_diagnostics *diagnostics,
                                  rocking_shaking *loaded, talus_error *error)
{
    *loaded = (rocking_shaking){.shaking = {.x = {.scale = 1.0}, .y = {.scale = 1.0}}};
    if (!rocking_is_shaken(ground)) {
        return TALUS_OK;
    }
    talus_error own = {.status = TALUS_OK};
    loader l = {.ground = ground,
                .directory = directory,
                .diagnostics = diagnostics,
                .error = error != NULL ? error : &own,
                .parts = {{.keys = &ground->x, .map = ground->node},
                          {.keys = &ground->y, .map = ground->y.node},
                          {.keys = &ground->vertical, .map = ground->vertical.node}}};
    talus_status status = load(&l);
    if (status == TALUS_OK) {
        loaded->time_step = common_step(&l);
        give(&l.parts[ALONG_X], &loaded->motions[0], &loaded->shaking.x);
        give(&l.parts[ALONG_Y], &loaded->motions[1], &loaded->shaking.y);
        if (is_given(&l.parts[VERTICAL])) {
            loaded->motions[0].vertical = l.parts[VERTICAL].motion.horizontal;
            l.parts[VERTICAL].motion.horizontal = NULL;
        }
        find_duration(loaded);
        status = shaking_check(&loaded->shaking.x, gravity, l.error);
        if (status != TALUS_OK) {
            status = report(&l, &l.parts[ALONG_X], "", status);
        }
    }
    for (int i = 0; i < COMPONENTS; i++) {
        ground_motion_clear(&l.parts[i].motion);
    }
    return status;
}

void rocking_warn_of_cut(const rocking_shaking *loaded, double end, const scenario_node *node,
                         talus_diagnostics *diagnostics)
{
    double most = 0.0, when = 0.0; // (m/s^2)^2, s
    const double step = loaded->time_step;
    for (double i = 0.0; step > 0.0 && i * step <= loaded->duration; i += 1.0) {
        const talus_vec3 a = talus_spatial_shaking_at(&loaded->shaking, i * step);
        const double size = a.x * a.x + a.y * a.y + a.z * a.z;
        if (size > most) {
            most = size;
            when = i * step;
        }
    }
    if (when > end) {
        scenario_report(diagnostics, TALUS_WARNING, node,
                        "time_s: the run ends after %g s, before the largest acceleration of the "
                        "ground motion, %.3g m/s^2 at %g s",
                        end, sqrt(most), when);
    }
}

void rocking_shaking_clear(rocking_shaking *loaded)
{
    ground_motion_clear(&loaded->motions[0]);
    ground_motion_clear(&loaded->motions[1]);
    *loaded = (rocking_shaking){.duration = 0.0};
}
