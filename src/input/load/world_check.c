// SPDX-License-Identifier: GPL-3.0-or-later
// Conditions between the time step, the loaded rocks and the terrain.
#include "foundation/math/linalg.h"
#include "input/load/world.h"
#include "input/scenario/grounds.h"

#include "physics/stepper/worker.h"
#include "runs/campaign/campaign.h"
#include "runs/trajectory/overlap.h"
#include "runs/trajectory/trajectory.h"

#include <math.h>

/// Cells that a rock may span before published detection is warned about   [docs/detection.md, 6]
#define SPAN_LIMIT 2.0
#define SPAN_LIMIT_FEW 1.0 ///< of rocks with few vertices
#define FEW_VERTICES 12    ///< a cuboid has 8, a prism of six sides 12, the rounded shapes 24

/// Length scale by which the smallest rock of a class differs from its reference.
static double smallest_factor(const talus_rock_class *kind, double rocks)
{
    if (!kind->sized) {
        return 1.0;
    }
    const bool bounded = kind->volume.law == TALUS_LAW_UNIFORM || kind->volume.min > 0.0;
    const double volume = talus_distribution_at(&kind->volume, bounded ? 0.0 : 0.5 / rocks);
    return trajectory_cube_root(volume / kind->rock->volume);
}

/// The lightest mass and the smallest dimension among all rocks.
static void find_smallest(const talus_campaign *campaign, double *mass, double *dimension)
{
    const double rocks = fmax(1.0, (double)talus_campaign_rock_count(campaign));
    *mass = HUGE_VAL;
    *dimension = HUGE_VAL;
    for (size_t i = 0; i < campaign->rock_class_count; i++) {
        const talus_rock_class *kind = &campaign->rocks[i];
        const double factor = smallest_factor(kind, rocks);
        const talus_vec3 d = kind->rock->dimensions;
        *mass = fmin(*mass, kind->rock->mass * factor * factor * factor);
        *dimension = fmin(*dimension, factor * fmin(d.x, fmin(d.y, d.z)));
        for (size_t b = 1; b < kind->block_count; b++) {
            const talus_vec3 own = kind->blocks[b]->dimensions;
            *mass = fmin(*mass, kind->blocks[b]->mass);
            *dimension = fmin(*dimension, fmin(own.x, fmin(own.y, own.z)));
        }
    }
}

/// Steps along the path: ticks of the least length, up to the usual one in flight.
static void set_pace(scenario_loader *loader)
{
    const scenario_simulation *simulation = &loader->scenario->model.simulation;
    talus_campaign *campaign = &loader->world->campaign;
    const double usual = scenario_fixed_step(&loader->scenario->model);
    const char *why = campaign_why_fixed(campaign);
    const bool is_fixed = !(simulation->step_path > 0.0) || why != NULL;
    const double least = is_fixed ? usual : simulation->step_least;
    if (is_fixed && simulation->step_path > 0.0) {
        scenario_warn(loader, scenario_find(simulation->node, "step_path_m"),
                      "step_path_m: all steps are %g s long, as %s", usual, why);
    }
    talus_pace pace = {.path = is_fixed ? 0.0 : simulation->step_path, .flight = 1, .most = 1};
    while (!is_fixed && 2.0 * pace.most * least <= simulation->step_largest * (1.0 + 1e-9)) {
        pace.most *= 2;
        pace.flight *= pace.most * least <= usual * (1.0 + 1e-9) ? 2 : 1;
    }
    campaign->pace = pace;
    campaign->step.time_step = least;
}

/// dt c < 2 m keeps the drag of one step below the momentum; rocks made of a size are known now.
static void check_drag(scenario_loader *loader, const scenario_node *node, double mass)
{
    talus_campaign *campaign = &loader->world->campaign;
    double drag = 0.0;
    double ground_drag = 0.0;
    for (size_t i = 0; i < campaign->site.ground_count; i++) {
        ground_drag = fmax(ground_drag, campaign->site.grounds[i].drag);
    }
    for (size_t i = 0; i < campaign->site.forest_count; i++) {
        drag = fmax(drag, campaign->site.forests[i].drag);
    }
    const double c = drag + ground_drag * mass;
    talus_pace *pace = &campaign->pace;
    while (pace->most > pace->flight && pace->most * campaign->step.time_step * c >= 2.0 * mass) {
        pace->most /= 2;
    }
    const double longest = pace->most * campaign->step.time_step;
    if (longest * c >= 2.0 * mass) {
        scenario_fail(loader, node, TALUS_ERROR_INPUT,
                      "time_step_s: %g s is too long for a drag of %.4g kg/s on the lightest rock, "
                      "%.4g kg, expected less than 2 m/c = %.3g s",
                      longest, c, mass, 2.0 * mass / c);
    }
}

/// Largest speed (m/s) with which a released rock comes down the height of its release:
///   v = sqrt(v_0^2 + 2 g h)
static double release_speed(const talus_campaign *campaign)
{
    double fastest = 0.0;
    for (size_t i = 0; i < campaign->release_count; i++) {
        const talus_vec3 v = campaign->releases[i].velocity;
        const double drop = 2.0 * campaign->step.gravity * campaign->releases[i].height;
        fastest = fmax(fastest, sqrt(v.x * v.x + v.y * v.y + v.z * v.z + drop));
    }
    return fastest;
}

/// Largest speed (m/s) to be expected.
static double largest_speed(const talus_campaign *campaign)
{
    double low = 0.0;
    double high = 0.0;
    (void)talus_terrain_range(campaign->site.terrain, &low, &high, NULL);
    // 50 m/s is faster than rocks that keep touching the ground become, not than a drop or a throw
    const double rolling = fmin(50.0, sqrt(2.0 * campaign->step.gravity * (high - low)));
    return fmax(rolling, release_speed(campaign));
}

/// m, in the step in which contact is met.
static double largest_way(const talus_campaign *campaign, double speed)
{
    return fmax(speed * campaign->step.time_step, campaign->pace.path);
}

/// A fragment that moves by its own size in a step may have to be lifted out of the ground.
static void check_fragments(scenario_loader *loader, const scenario_node *node)
{
    const talus_campaign *campaign = &loader->world->campaign;
    const double speed = largest_speed(campaign), way = largest_way(campaign, speed);
    const double size = trajectory_cube_root(campaign->breaking.least_volume);
    if (campaign->breaking.law != TALUS_BREAKING_NONE && way > size * (1.0 + 1e-9)) {
        scenario_warn(loader, node,
                      "time_step_s: at %.3g m/s a fragment of least_volume_m3 moves %.3g m in a "
                      "step, more than its size of %.3g m: it may be lifted out of the ground, "
                      "expected below %.2g s or larger fragments",
                      speed, way, size, size / speed);
    }
}

/// A rock that moves half of its smallest dimension in a step meets the ground too deep.
static void check_speed(scenario_loader *loader, const scenario_node *node, double dimension)
{
    const talus_campaign *campaign = &loader->world->campaign;
    const double speed = largest_speed(campaign);
    const double way = largest_way(campaign, speed);
    if (way > 0.5 * dimension) {
        scenario_warn(loader, node,
                      "time_step_s: at %.3g m/s a rock moves %.3g m in a step, more than half of "
                      "the smallest rock's %.3g m: impacts will be deep, expected below %.2g s",
                      speed, way, dimension, 0.5 * dimension / speed);
    }
}

/// Largest dimension (m) of the rock of median volume; of a block of a wall.
static double median_dimension(const talus_rock_class *kind, const talus_rock *rock)
{
    const talus_vec3 d = rock->dimensions;
    const double volume = kind->sized ? talus_distribution_at(&kind->volume, 0.5) : 0.0;
    const double factor = kind->sized ? trajectory_cube_root(volume / kind->rock->volume) : 1.0;
    return factor * fmax(d.x, fmax(d.y, d.z));
}

/// Vertices alone do not see a ridge that passes between them; few of them stand in its hollows.
static void check_detection(scenario_loader *loader)
{
    const talus_campaign *campaign = &loader->world->campaign;
    const scenario_terrain *terrain = &loader->scenario->model.terrain;
    const double cell = talus_terrain_surface_grid(campaign->site.terrain)->cell;
    const talus_rock *worst = NULL;
    double most = 1.0 + 1e-9, longest = 0.0; // times what is allowed; m, of the worst
    for (size_t i = 0; i < campaign->rock_class_count; i++) {
        const talus_rock_class *kind = &campaign->rocks[i];
        for (size_t b = 0; b == 0 || b < kind->block_count; b++) {
            const talus_rock *rock = b == 0 ? kind->rock : kind->blocks[b];
            const bool has_few = rock->vertex_count <= FEW_VERTICES;
            const double limit = (has_few ? SPAN_LIMIT_FEW : SPAN_LIMIT) * cell;
            const double length = median_dimension(kind, rock);
            if (length > most * limit) {
                most = length / limit;
                longest = length;
                worst = rock;
            }
        }
    }
    if (stepper_is_by_vertex(campaign->step.detection) && worst != NULL) {
        const scenario_node *node = scenario_find(terrain->node, "detection");
        scenario_warn(loader, node != NULL ? node : terrain->node,
                      "detection: %s tests the vertices of rocks alone, and a rock of %.3g m "
                      "with %zu vertices spans more than %s of %.3g m: ridges will pass between "
                      "its vertices, expected two_way",
                      talus_detection_name(campaign->step.detection), longest, worst->vertex_count,
                      worst->vertex_count <= FEW_VERTICES ? "one cell" : "two cells", cell);
    }
}

/// Radius (m) about S of a large rock: of the 95th percentile where sizes are drawn.
static double large_radius(const talus_campaign *campaign)
{
    double radius = 0.0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        const talus_rock_class *kind = &campaign->rocks[k];
        const double volume = kind->sized ? talus_distribution_at(&kind->volume, 0.95) : 0.0;
        const double factor = kind->sized ? trajectory_cube_root(volume / kind->rock->volume) : 1.0;
        radius = fmax(radius, factor * kind->rock->radius);
    }
    return radius;
}

/// What looks like a statistic, or like a wall that stands, and is none.
static void check_blocks(scenario_loader *loader, const scenario_release *spec,
                         const talus_release *release)
{
    const talus_campaign *campaign = &loader->world->campaign;
    if (campaign->contact.meeting == TALUS_MEET_NONE) {
        scenario_warn(loader, loader->scenario->model.rock_contact.node,
                      "rock_contact: no rocks meet, so the blocks of release '%s' fall through "
                      "each other",
                      release->name);
    }
    const scenario_simulation *simulation = &loader->scenario->model.simulation;
    const talus_vec3 v = spec->velocity;
    if (scenario_find(simulation->node, "stop") == NULL && vec3_dot(v, v) == 0.0) {
        scenario_warn(
            loader, scenario_find(spec->node, "mesh_origin_m"),
            "release '%s': a wall that begins to topple is slow, and by the usual rule of "
            "rest it may fall asleep on its way as if it stood; give 'simulation.stop', "
            "such as {speed_m_s: 0.01, spin_rad_s: 0.01, for_s: 0.5}",
            release->name);
    }
    if (release->rocks > 1 && !scenario_draws_on_its_way(campaign)) {
        scenario_warn(loader, scenario_find(spec->node, "mesh_origin_m"),
                      "release '%s': all its %llu events are the same, as blocks start where they "
                      "stand and no ground is drawn: probabilities and percentiles say nothing; "
                      "give 'rocks: 1', or a ground with scatter (presets of version 2, "
                      "parameters with a distribution)",
                      release->name, (unsigned long long)release->rocks);
    }
}

/// Bodies whose starts are looked at, of all events together.
enum { STARTS = 512 };

/// Rocks that start in each other hold each other for ever; a heap of them is a problem without end.
static void check_starts(scenario_loader *loader, const scenario_release *spec, size_t k,
                         double apart)
{
    const talus_campaign *campaign = &loader->world->campaign;
    const talus_release *release = &campaign->releases[k];
    const scenario_node *node = scenario_find(spec->node, "body_spacing_m");
    const uint64_t events = STARTS / release->bodies;
    trajectory_overlap found;
    talus_error error = {0};
    const talus_status status = trajectory_find_overlap(campaign, k, events, &found, &error);
    if (status != TALUS_OK) {
        scenario_fail(loader, node, status, "release '%s': %s", release->name, error.message);
    } else if (found.is_deep) {
        scenario_fail(
            loader, node, TALUS_ERROR_INPUT,
            "release '%s': in event %llu rocks %u and %u start %.3g m in each other, %g m "
            "apart in plan, expected them beside each other: the largest need up to "
            "%.3g m",
            release->name, (unsigned long long)found.event, found.a, found.b, found.depth,
            release->spacing, apart);
    } else if (found.depth > 0.0) {
        scenario_warn(loader, node,
                      "release '%s': in event %llu rocks %u and %u start %.3g m in each other: "
                      "rocks that start together are %g m apart, and large ones can need %.3g m",
                      release->name, (unsigned long long)found.event, found.a, found.b, found.depth,
                      release->spacing, apart);
    } else {
        scenario_warn(loader, node,
                      "release '%s': rocks that start together are %g m apart, less than the "
                      "%.3g m that two large ones can need: they may start in each other",
                      release->name, release->spacing, apart);
    }
}

/// A section that has no effect is most likely a mistake; so are rocks that start in each other.
static void check_bodies(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const talus_campaign *campaign = &loader->world->campaign;
    const double apart = 2.0 * large_radius(campaign);
    if (model->rock_contact.node != NULL && !talus_campaign_has_bodies(campaign)) {
        scenario_warn(loader, model->rock_contact.node,
                      "rock_contact: no event has several rocks, so none meet: give a release "
                      "'bodies' above 1, or 'fragmentation'");
    }
    for (size_t k = 0; k < campaign->release_count; k++) {
        const talus_release *release = &campaign->releases[k];
        const scenario_release *specs = model->releases.items;
        if (release->kind == TALUS_RELEASE_BLOCKS) {
            check_blocks(loader, &specs[k], release);
        }
        if (release->bodies > 1 && release->kind != TALUS_RELEASE_BLOCKS &&
            release->spacing < apart && campaign->contact.meeting != TALUS_MEET_NONE) {
            check_starts(loader, &specs[k], k, apart);
        }
    }
}

/// Where bodies touch each other one problem holds them all, and the law of a ground knows one body.
static void check_impact_laws(scenario_loader *loader)
{
    const talus_campaign *campaign = &loader->world->campaign;
    bool meet = campaign->contact.meeting == TALUS_MEET_ALL && talus_campaign_has_bodies(campaign);
    for (size_t k = 0; k < campaign->release_count; k++) {
        meet = meet ||
               (campaign->contact.meeting != TALUS_MEET_NONE && campaign->releases[k].bodies > 1);
    }
    if (!meet) {
        return;
    }
    const scenario_list *grounds = &loader->scenario->model.grounds;
    for (size_t k = 0; k < campaign->site.ground_count; k++) {
        if (campaign->site.grounds[k].impact.law != TALUS_IMPACT_NEWTON) {
            const scenario_ground *spec = scenario_kind_at(grounds, sizeof *spec, k);
            scenario_warn(loader, spec->impact.node,
                          "impact: the generalised law acts on a body that touches no other one; "
                          "in steps in which bodies touch each other, the ground acts on them by "
                          "Newton's law");
            return;
        }
    }
}

void scenario_check_world(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_node *node = scenario_find(model->simulation.node, "time_step_s");
    node = node != NULL ? node : model->node;
    double mass = 0.0;
    double dimension = 0.0;
    find_smallest(&loader->world->campaign, &mass, &dimension);
    set_pace(loader);
    check_drag(loader, node, mass);
    check_speed(loader, node, dimension);
    check_fragments(loader, node);
    check_bodies(loader);
    check_impact_laws(loader);
    check_detection(loader);
    scenario_check_unused(loader);
    scenario_check_plausible(loader);
}
