// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the keys of a rocking scenario: start, ground motion, simulation.
#include "foundation/ground_motion/ground_motion.h"
#include "lab/scenario/rocking_check.h"

#include <string.h>

static void check_spatial_start(scenario_tree *tree, const rocking_keys *keys)
{
    const rocking_start_keys *start = &keys->start;
    const talus_spatial_block block = rocking_spatial_block(keys);
    if (rocking_start_edge(keys) >= block.corner_count) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(start->node, "edge"),
                        "edge: found %llu, expected 1 to %zu: edge i joins corners i and i + 1",
                        (unsigned long long)start->edge, block.corner_count);
        return;
    }
    const double theta = rocking_start_theta(keys);
    if (theta < 0.0) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, start->node,
                        "start: found %g rad, expected an angle of at least 0: the block turns up "
                        "about its edge",
                        theta);
        return;
    }
    if (theta == 0.0 && (start->omega != 0.0 || rocking_start_misalignment(keys) != 0.0)) {
        rocking_complain(tree, start->node, "omega_rad_s",
                         "start: a spatial block with an angular velocity or a misalignment needs "
                         "an angle above 0 (theta_rad, theta_deg or theta_over_alpha)");
        return;
    }
    const talus_spatial_state state = rocking_spatial_start(keys);
    double heights[TALUS_SPATIAL_CORNERS];
    talus_spatial_heights(&block, &state, heights);
    for (size_t i = 0; i < block.corner_count; i++) {
        if (heights[i] < -1e-12) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, start->node,
                            "start: corner %zu lies %g m below the base, expected a misalignment "
                            "smaller than the angle",
                            i + 1, -heights[i]);
        }
    }
}

void rocking_check_start(scenario_tree *tree, const rocking_keys *keys)
{
    static const char *const angles[] = {"theta_rad", "theta_deg", "theta_over_alpha", NULL};
    static const char *const turns[] = {"misalignment_rad", "misalignment_deg", NULL};
    static const char *const spatial[] = {"edge", "misalignment_rad", "misalignment_deg", NULL};
    const rocking_start_keys *start = &keys->start;
    if (rocking_count_keys(start->node, angles) > 1) {
        rocking_complain(tree, start->node, "",
                         "start: found more than one of theta_rad, theta_deg and theta_over_alpha, "
                         "expected one");
    } else if (rocking_count_keys(start->node, turns) > 1) {
        rocking_complain(tree, start->node, "",
                         "start: found misalignment_rad and misalignment_deg, expected one");
    }
    if (keys->block.kind == ROCKING_PLANAR) {
        rocking_refuse_keys(tree, start->node, spatial, "it belongs to blocks of kind: spatial");
    }
    if (!rocking_is_clean(tree)) {
        return;
    }
    if (keys->block.kind == ROCKING_PLANAR) {
        const double theta = rocking_start_theta(keys);
        if (!(fabs(theta) < 0.5 * TALUS_PI)) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, start->node,
                            "start: found %g rad, expected less than pi/2", theta);
        }
    } else {
        check_spatial_start(tree, keys);
    }
    if (rocking_start_theta(keys) == 0.0 && start->omega == 0.0 &&
        !rocking_is_shaken(&keys->ground)) {
        scenario_report(tree->diagnostics, TALUS_WARNING,
                        start->node != NULL ? start->node : keys->node,
                        "the block stays at rest: there is no start.theta_rad, no "
                        "start.omega_rad_s and no ground_motion");
    }
}

static void check_unit(scenario_tree *tree, const scenario_node *map, const char *unit)
{
    const char *const *units = files_ground_motion_units();
    for (size_t i = 0; units[i] != NULL; i++) {
        if (strcmp(units[i], unit) == 0) {
            return;
        }
    }
    const char *nearest = scenario_nearest(units, unit);
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, scenario_find(map, "unit"),
                    "unit: found '%.80s', expected one of: g, m/s2, cm/s2, mm/s2, gal%s%s%s", unit,
                    nearest != NULL ? ": did you mean '" : "", nearest != NULL ? nearest : "",
                    nearest != NULL ? "'?" : "");
}

static void check_pulse(scenario_tree *tree, const scenario_node *map, rocking_component_keys *part)
{
    static const char *const frequencies[] = {"frequency_hz", "frequency_rad_s", NULL};
    static const char *const of_records[] = {"unit", "time_step_s", "baseline", "pga_m_s2", NULL};
    rocking_refuse_keys(tree, map, of_records, "it belongs to a record, not to a pulse");
    if (isnan(part->amplitude)) {
        rocking_complain(tree, map, "pulse", "missing required key 'amplitude_m_s2' of a pulse");
    }
    if (rocking_count_keys(map, frequencies) != 1) {
        rocking_complain(tree, map, "pulse",
                         "a pulse needs one of frequency_hz and frequency_rad_s");
    }
    part->cycles = isnan(part->cycles) ? 1.0 : part->cycles;
    if (part->pulse == TALUS_PULSE_TRAPEZOID) {
        part->rise = isnan(part->rise) ? 0.2 : part->rise;
        if (floor(2.0 * part->cycles) != 2.0 * part->cycles) {
            rocking_complain(tree, map, "cycles", "cycles: a trapezoid has a multiple of 0.5");
        }
    }
}

static void check_component(scenario_tree *tree, const scenario_node *map,
                            rocking_component_keys *part)
{
    static const char *const of_pulses[] = {"amplitude_m_s2", "frequency_hz", "frequency_rad_s",
                                            "cycles",         "rise",         NULL};
    static const char *const of_both[] = {"unit",     "time_step_s", "baseline",
                                          "pga_m_s2", "scale",       NULL};
    const bool pulse = part->pulse != TALUS_PULSE_NONE;
    if (part->file != NULL && pulse) {
        rocking_complain(tree, map, "pulse", "found both a file and a pulse, expected one of them");
    } else if (part->file != NULL) {
        rocking_refuse_keys(tree, map, of_pulses, "it belongs to a pulse, not to a record");
        if (part->unit != NULL) {
            check_unit(tree, map, part->unit);
        }
        if (!isnan(part->pga) && scenario_find(map, "scale") != NULL) {
            rocking_complain(tree, map, "scale", "found both pga_m_s2 and scale, expected one");
        }
    } else if (pulse) {
        check_pulse(tree, map, part);
    } else {
        static const char reason[] = "there is neither a file nor a pulse that it describes";
        rocking_refuse_keys(tree, map, of_pulses, reason);
        rocking_refuse_keys(tree, map, of_both, reason);
    }
}

void rocking_check_components(scenario_tree *tree, rocking_ground_keys *ground)
{
    if (ground->node == NULL) {
        return;
    }
    check_component(tree, ground->node, &ground->x);
    check_component(tree, ground->y.node, &ground->y);
    check_component(tree, ground->vertical.node, &ground->vertical);
    if (!rocking_is_shaken(ground)) {
        rocking_complain(tree, ground->node, "",
                         "ground_motion: expected a file or a pulse (here, under y: or under "
                         "vertical:)");
    }
}

void rocking_check_ground(scenario_tree *tree, rocking_keys *keys)
{
    rocking_ground_keys *ground = &keys->ground;
    rocking_check_components(tree, ground);
    if (ground->node == NULL) {
        return;
    }
    if (keys->block.kind == ROCKING_PLANAR && ground->y.node != NULL && isnan(ground->rotate_deg)) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, ground->y.node,
                        "y: a planar block moves in one plane: give rotate_deg, the direction of "
                        "that plane from the first component, or remove y");
    }
    if (keys->simulation.motion == ROCKING_MOTION_BOUNCING) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, ground->node,
                        "ground_motion: bouncing is simulated on a still base, remove it");
    }
}

static void check_bouncing(scenario_tree *tree, rocking_keys *keys)
{
    static const char *const planar[] = {"tangential", "e_t", "mu", "flight", NULL};
    rocking_bouncing_keys *b = &keys->bouncing;
    const bool bouncing = keys->simulation.motion == ROCKING_MOTION_BOUNCING;
    if (!bouncing) {
        if (b->node != NULL) {
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, b->node,
                            "bouncing: it needs simulation.motion: bouncing, or remove it");
        }
        return;
    }
    if (b->node == NULL) {
        rocking_complain(tree, keys->simulation.node, "motion",
                         "motion: bouncing needs the section bouncing with the restitution e");
        return;
    }
    if (keys->block.kind == ROCKING_SPATIAL) {
        rocking_refuse_keys(tree, b->node, planar, "it belongs to blocks of kind: planar");
        if (b->e >= 1.0) {
            rocking_complain(tree, b->node, "e", "e: a spatial block needs e below 1");
        }
        return;
    }
    if (b->free_y) {
        rocking_complain(tree, b->node, "free_y", "free_y: it belongs to blocks of kind: spatial");
    }
    b->tangential = b->tangential < 0 ? 0 : b->tangential;
    b->flight = b->flight < 0 ? (int)TALUS_BOUNCE_EXACT : b->flight;
    const int kind = b->tangential + 1;
    if (isnan(b->e_t) != (kind != TALUS_BOUNCE_RESTITUTION)) {
        rocking_complain(tree, b->node, "e_t", "e_t goes with tangential: restitution, always");
    }
    if (isnan(b->mu) != (kind != TALUS_BOUNCE_SLIP)) {
        rocking_complain(tree, b->node, "mu", "mu goes with tangential: slip, always");
    }
    if (!isnan(keys->block.b1) && keys->block.b1 != keys->block.b2) {
        rocking_complain(tree, keys->block.node, "b1_m",
                         "block: bouncing needs a block that is symmetric, b1_m = b2_m");
    }
}

/// The stepper moves a cuboid with eight vertices, with friction.
static void check_stepper(scenario_tree *tree, const rocking_keys *keys)
{
    const rocking_simulation_keys *s = &keys->simulation;
    if (s->motion != ROCKING_MOTION_STEPPER) {
        return;
    }
    if (isnan(keys->contact.mu)) {
        rocking_complain(tree, s->node, "motion", "motion: stepper needs contact.mu");
    }
    if (s->scheme == ROCKING_SCHEME_NEWMARK) {
        rocking_complain(tree, s->node, "scheme", "scheme: the stepper has steps of its own");
    }
    if (keys->block.corners.count > 0 || keys->block.mesh != NULL) {
        rocking_complain(tree, keys->block.node, "",
                         "block: the stepper takes planar blocks and cuboids");
    }
    const double step = isnan(s->time_step) ? 1e-3 : s->time_step;
    if (s->duration / step > 2e6) {
        rocking_complain(tree, s->node, "time_step_s",
                         "time_step_s: time_s holds more than two million of it, expected a larger "
                         "one");
    }
}

void rocking_check_simulation(scenario_tree *tree, rocking_keys *keys)
{
    rocking_simulation_keys *s = &keys->simulation;
    const double most_rows = 2e6;
    check_bouncing(tree, keys);
    check_stepper(tree, keys);
    if (s->scheme == ROCKING_SCHEME_NEWMARK) {
        s->time_step = isnan(s->time_step) ? 1e-3 : s->time_step;
        const bool uneven = !isnan(keys->block.b1) && keys->block.b1 != keys->block.b2;
        if (keys->block.kind == ROCKING_SPATIAL || s->motion == ROCKING_MOTION_BOUNCING || uneven) {
            rocking_complain(tree, s->node, "scheme",
                             "scheme: newmark is for rocking of symmetric planar blocks; use "
                             "events");
        }
        if (s->duration / s->time_step > most_rows) {
            rocking_complain(tree, s->node, "time_step_s",
                             "time_step_s: time_s holds more than two million of it, expected a "
                             "larger one");
        }
    } else if (!isnan(s->time_step) && s->motion != ROCKING_MOTION_STEPPER) {
        rocking_complain(tree, s->node, "time_step_s",
                         "time_step_s: the scheme events chooses its steps; it goes with scheme: "
                         "newmark");
    }
    if (s->duration / keys->outputs.sample > most_rows) {
        rocking_complain(tree, keys->outputs.node, "sample_s",
                         "sample_s: simulation.time_s holds more than two million of it, expected "
                         "a larger one");
    }
}
