// SPDX-License-Identifier: GPL-3.0-or-later
// The section `shaking`: records of accelerations become the motion of the ground.
#include "foundation/ground_motion/ground_motion.h"
#include "input/load/world.h"

#include <math.h>
#include <stdlib.h>

enum { ALONG, ACROSS, UP, COMPONENTS };

/// Numbers that a record may hold, m/s^2, as scaled: some thousand g are a wrong unit.
#define MOST_ACCELERATION 1e4

#define SHAKING(limit, source)                                                                     \
    static const double strongest = limit; /* m/s^2 */                                             \
    static const char *const strongest_source = source;
#include "io/products/observed.def"
#undef X

void scenario_clear_shaking(talus_world *world)
{
    for (size_t k = 0; world->shaking != NULL && k < world->campaign.base.record_count; k++) {
        free(world->shaking[k].acceleration);
        free(world->shaking[k].velocity);
    }
    free(world->shaking);
}

/// Stronger than any ground that has been measured: hardly meant.       [docs/plausibility.md]
static void check_peak(scenario_loader *loader, const scenario_node *node, double peak)
{
    if (peak > strongest) {
        scenario_warn(loader, node,
                      "the ground accelerates by up to %.3g m/s2, %.3g g: %s; check 'unit' and "
                      "'factor'",
                      peak, peak / 9.80665, strongest_source);
    }
}

/// Scale the values and integrate them from rest: V_i+1 = V_i + dt (a_i + a_i+1)/2.
static bool integrate(scenario_loader *loader, const scenario_node *node, double factor,
                      files_ground_motion *motion, talus_base_record *record)
{
    double *velocity = malloc(motion->count * sizeof *velocity), peak = 0.0;
    if (velocity == NULL) {
        scenario_fail(loader, node, TALUS_ERROR_MEMORY, "out of memory for a record");
        return false;
    }
    velocity[0] = 0.0;
    for (size_t i = 0; i < motion->count; i++) {
        motion->acceleration[i] *= factor;
        peak = fmax(peak, fabs(motion->acceleration[i]));
    }
    for (size_t i = 1; i < motion->count; i++) {
        velocity[i] = velocity[i - 1] + 0.5 * motion->time_step *
                                            (motion->acceleration[i - 1] + motion->acceleration[i]);
    }
    record->time_step = motion->time_step;
    record->count = motion->count;
    record->acceleration = motion->acceleration; // changes hands
    record->velocity = velocity;
    if (!(peak <= MOST_ACCELERATION)) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "the ground accelerates by up to %.3g m/s2, expected at most %g: check "
                      "'unit' and 'factor'",
                      peak, MOST_ACCELERATION);
        return false;
    }
    check_peak(loader, node, peak);
    if (!(peak > 0.0)) {
        scenario_warn(loader, node, "the record is zero everywhere: nothing shakes");
    }
    return true;
}

/// @return false after a report
static bool read_record(scenario_loader *loader, const char *key, const char *file, talus_vec3 axis)
{
    const scenario_shaking *spec = &loader->scenario->model.shaking;
    const scenario_node *node = scenario_find(spec->node, key);
    talus_base_motion *base = &loader->world->campaign.base;
    talus_base_record *record = &loader->world->shaking[base->record_count];
    const files_ground_motion_options options = {
        .unit = spec->unit < 0 ? NULL : files_ground_motion_units()[spec->unit],
        .time_step = isnan(spec->time_step) ? 0.0 : spec->time_step};
    files_ground_motion motion;
    talus_error error = {0};
    char *path = scenario_join_path(loader->scenario->document.directory, file);
    const talus_status status =
        path == NULL ? talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for a record")
                     : files_read_ground_motion(path, &options, &motion, &error);
    free(path);
    if (status != TALUS_OK) {
        scenario_fail_at(loader, node, &error);
        return false;
    }
    record->axis = axis;
    const bool good = integrate(loader, node, spec->factor, &motion, record);
    if (record->acceleration == NULL) {
        files_ground_motion_clear(&motion);
        return false;
    }
    base->record_count++;
    const double end = base->start + (double)(record->count - 1) * record->time_step;
    base->end = end > base->end ? end : base->end;
    return good;
}

static void warn_of_steps(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const talus_base_motion *base = &loader->world->campaign.base;
    const double step = scenario_fixed_step(model);
    for (size_t k = 0; k < base->record_count; k++) {
        if (step > base->records[k].time_step) {
            scenario_warn(loader, model->shaking.node,
                          "shaking: the steps of %g s are longer than the %g s between two values "
                          "of a record; what happens within a step is averaged",
                          step, base->records[k].time_step);
            return;
        }
    }
}

void scenario_load_shaking(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_shaking *spec = &model->shaking;
    talus_base_motion *base = &loader->world->campaign.base;
    if (spec->node == NULL) {
        return;
    }
    loader->world->shaking = calloc(COMPONENTS, sizeof *loader->world->shaking);
    if (loader->world->shaking == NULL) {
        scenario_fail(loader, spec->node, TALUS_ERROR_MEMORY, "out of memory for records");
        return;
    }
    const double angle = spec->angle * TALUS_PI / 180.0;
    const double c = talus_cos(angle), s = talus_sin(angle);
    const struct {
        const char *key, *file;
        talus_vec3 axis;
    } components[COMPONENTS] = {[ALONG] = {"record", spec->record, {c, s, 0.0}},
                                [ACROSS] = {"record_across", spec->across, {-s, c, 0.0}},
                                [UP] = {"record_up", spec->up, {0.0, 0.0, 1.0}}};
    *base = (talus_base_motion){.start = spec->start, .records = loader->world->shaking};
    bool good = true;
    for (int k = 0; k < COMPONENTS; k++) {
        if (components[k].file != NULL) {
            good = read_record(loader, components[k].key, components[k].file, components[k].axis) &&
                   good;
        }
    }
    if (good && !(base->end < model->simulation.time_limit)) {
        scenario_fail(loader, spec->node, TALUS_ERROR_INPUT,
                      "shaking: the records end %g s after the release, but the time limit of "
                      "every rock is %g s: expected a larger simulation.time_limit_s",
                      base->end, model->simulation.time_limit);
    } else if (good) {
        warn_of_steps(loader);
    }
}
