// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the values of a scenario that the rows of its tables cannot say.
#include "input/scenario/grounds.h"

#include <math.h>

static void complain(scenario_tree *tree, const scenario_node *node, const char *sentence)
{
    scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node, "%s", sentence);
}

/// The generalised law has one number, Newton's none.
static void check_impact(scenario_tree *tree, const scenario_impact *impact)
{
    const bool has_number = !isnan(impact->e_n21) || !isnan(impact->lambda);
    if (impact->node == NULL) {
        return;
    }
    if (impact->law == SCENARIO_IMPACT_GENERALISED && !has_number) {
        scenario_report_missing(tree, impact->node,
                                "impact: the generalised law has no number, expected 'e_n21' or "
                                "'lambda'");
    } else if (impact->law == SCENARIO_IMPACT_NEWTON && has_number) {
        complain(tree, impact->node,
                 "impact: found a number that the law 'newton' does not use, expected 'law: "
                 "generalised' beside it");
    }
}

static void check_grounds(scenario_tree *tree, const scenario_list *list)
{
    scenario_check_covers(tree, list, sizeof(scenario_ground), "ground");
    const size_t count = scenario_kind_count(list, sizeof(scenario_ground));
    for (size_t i = 0; i < count; i++) {
        const scenario_ground *ground = scenario_kind_at(list, sizeof(scenario_ground), i);
        scenario_check_rasters(tree, &ground->rasters);
        scenario_check_laws(tree, ground);
        scenario_check_soil(tree, ground);
        check_impact(tree, &ground->impact);
        const double mu_min = scenario_ground_value(ground, TALUS_VARIED_MU_MIN);
        const double mu_max = scenario_ground_value(ground, TALUS_VARIED_MU_MAX);
        if (mu_min > mu_max) {
            const scenario_node *node = scenario_find(ground->cover.node, "mu_max");
            scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR,
                            node != NULL ? node : scenario_find(ground->cover.node, "mu_min"),
                            "mu_max is %g and mu_min %g, expected mu_min <= mu_max", mu_max,
                            mu_min);
        }
    }
}

/// The lightest rock against the strongest drag: a semi-implicit step needs dt c < 2 m.
static void check_time_step(scenario_tree *tree, const scenario_model *model)
{
    double drag = 0.0;
    double ground_drag = 0.0;
    double mass = HUGE_VAL;
    double rocks = 0.0;
    const size_t grounds = scenario_kind_count(&model->grounds, sizeof(scenario_ground));
    for (size_t i = 0; i < grounds; i++) {
        const scenario_ground *ground =
            scenario_kind_at(&model->grounds, sizeof(scenario_ground), i);
        ground_drag = fmax(ground_drag, scenario_ground_value(ground, TALUS_VARIED_DRAG));
    }
    const size_t forests = scenario_kind_count(&model->forests, sizeof(scenario_forest));
    for (size_t i = 0; i < forests; i++) {
        const scenario_forest *forest =
            scenario_kind_at(&model->forests, sizeof(scenario_forest), i);
        drag = fmax(drag, forest->drag);
    }
    const scenario_release *releases = model->releases.items;
    for (size_t i = 0; i < model->releases.count; i++) {
        rocks += releases[i].rocks != SCENARIO_NO_COUNT ? (double)releases[i].rocks : 1e4;
    }
    const scenario_rock *kinds = model->rocks.items;
    for (size_t i = 0; i < model->rocks.count; i++) {
        mass = fmin(mass, scenario_rock_lightest(&kinds[i], rocks));
    }
    const double c = drag + ground_drag * mass;
    const double dt = model->simulation.time_step; // NaN along the path: when the world is loaded
    if (isfinite(mass) && dt * c >= 2.0 * mass) {
        const scenario_node *node = scenario_find(model->simulation.node, "time_step_s");
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node != NULL ? node : model->node,
                        "time_step_s: %g s is too long for a drag of %.4g kg/s on a rock of %.4g "
                        "kg, expected less than 2 m/c = %.3g s",
                        dt, c, mass, 2.0 * mass / c);
    }
}

/// One length of all steps or the path says it.
static void check_path(scenario_tree *tree, const scenario_simulation *simulation)
{
    if (!(simulation->step_path > 0.0)) {
        return;
    }
    if (!isnan(simulation->time_step)) {
        complain(
            tree, scenario_find(simulation->node, "step_path_m"),
            "step_path_m: found beside time_step_s, which means steps of one length, expected one "
            "of the two");
    }
    if (simulation->step_largest < simulation->step_least) {
        complain(tree, simulation->node,
                 "step_largest_s: it is shorter than step_least_s, expected at least as much");
    }
}

/// A campaign counts at most 1e12 steps per rock.
static void check_step_count(scenario_tree *tree, const scenario_model *model)
{
    const scenario_simulation *simulation = &model->simulation;
    const scenario_node *node = scenario_find(simulation->node, "time_step_s");
    if (node != NULL && simulation->time_limit / simulation->time_step > 1e12) {
        scenario_report(tree->diagnostics, TALUS_SEVERITY_ERROR, node,
                        "time_step_s: time_limit_s of %g s would take more than 1e12 steps of %g "
                        "s, expected at least %.3g s",
                        simulation->time_limit, simulation->time_step,
                        1e-12 * simulation->time_limit);
    }
}

/// Something must be asked for, and screens for what is asked at them.
static void check_stop_when(scenario_tree *tree, const scenario_model *model)
{
    const scenario_stop_when *stop = &model->stop_when;
    const bool is_at_screens = stop->energy_error > 0.0 || stop->height_error > 0.0;
    if (stop->node == NULL) {
        return;
    }
    if (!(stop->reach_halfwidth > 0.0) && !(stop->decided_share > 0.0) && !is_at_screens) {
        scenario_report_missing(tree, stop->node,
                                "stop_when: found nothing to be precise about, expected "
                                "reach_halfwidth, screen_energy_error, screen_height_error or "
                                "decided_share");
    }
    if (stop->decided_share > 0.0 && model->hazard.rules == NULL) {
        complain(tree, scenario_find(stop->node, "decided_share"),
                 "decided_share: found no zones that could be decided, expected 'rules' in a "
                 "section 'hazard'");
    }
    if (is_at_screens && model->screens.count == 0) {
        complain(tree, stop->node,
                 "stop_when: an error at screens is asked for, but there are no screens: add a "
                 "section screens, or take the key out");
    }
}

void scenario_check(scenario_tree *tree, const char *directory, const scenario_model *model)
{
    check_grounds(tree, &model->grounds);
    scenario_check_covers(tree, &model->forests, sizeof(scenario_forest), "forest");
    scenario_check_trees(tree, &model->trees);
    scenario_check_rocks(tree, directory, &model->rocks);
    scenario_check_releases(tree, model);
    check_time_step(tree, model);
    check_step_count(tree, model);
    check_path(tree, &model->simulation);
    check_stop_when(tree, model);
    scenario_check_fragmentation(tree, &model->fragmentation);
}
