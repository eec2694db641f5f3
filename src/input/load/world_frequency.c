// SPDX-License-Identifier: GPL-3.0-or-later
// How many rocks of each class start from each release in a year: strata of the campaign.
#include "input/load/sources.h"

#include "runs/trajectory/trajectory.h"

#include <math.h>
#include <stdlib.h>

/// Rocks of a stratum that are worth a frequency.
static const double few_rocks = 30.0;

static const scenario_rock *rock_specs(const scenario_loader *loader)
{
    return loader->scenario->model.rocks.items;
}

static double frequency_share(const scenario_rock *rock)
{
    return isnan(rock->frequency_share) ? rock->share : rock->frequency_share;
}

/// Share of a class among the rocks that start there.
static double share_of(const scenario_loader *loader, const talus_release *release, size_t k)
{
    const talus_world *world = loader->world;
    const talus_campaign campaign = {.rocks = world->rock_classes,
                                     .rock_class_count = world->rock_count,
                                     .releases = release,
                                     .release_count = 1};
    return trajectory_class_share(&campaign, 0, (uint32_t)k);
}

/// Its rocks are named, by the release or by rows: what is not released has no frequency.
static bool names_rocks(const talus_release *release)
{
    return release->rock > 0 || release->kind == TALUS_RELEASE_RUNS;
}

/// N(> v) = rate v^-exponent, v in m^3.
static double exceedance(double rate, double exponent, double volume)
{
    return rate * talus_exp(-exponent * talus_log(volume));
}

/// Rate of a class by the law of magnitudes; classes of the same limits share it.
static double magnitude_rate(const scenario_loader *loader, const scenario_magnitude *law,
                             double rate, size_t k)
{
    const scenario_rock *rocks = rock_specs(loader);
    const double *limits = rocks[k].volume_class.values;
    double shares = 0.0;
    for (size_t i = 0; i < loader->world->rock_count; i++) {
        const double *other = rocks[i].volume_class.values;
        if (other[0] == limits[0] && other[1] == limits[1]) {
            shares += frequency_share(&rocks[i]);
        }
    }
    const double band =
        exceedance(rate, law->exponent, limits[0]) - exceedance(rate, law->exponent, limits[1]);
    return shares > 0.0 ? band * frequency_share(&rocks[k]) / shares : 0.0;
}

/// Rate between the smallest and the largest limit that no class takes is reported.
static void warn_gaps(scenario_loader *loader, const scenario_release *spec, double rate,
                      const double *row)
{
    const scenario_magnitude *law = &spec->frequency.magnitude;
    const scenario_rock *rocks = rock_specs(loader);
    double low = HUGE_VAL, high = 0.0, sum = 0.0;
    for (size_t k = 0; k < loader->world->rock_count; k++) {
        low = fmin(low, rocks[k].volume_class.values[0]);
        high = fmax(high, rocks[k].volume_class.values[1]);
        sum += row[k];
    }
    const double beyond = exceedance(rate, law->exponent, high);
    const double missing = exceedance(rate, law->exponent, low) - beyond - sum;
    if (missing > 1e-9 * sum) {
        scenario_warn(loader, law->node,
                      "magnitude: %.3g rocks per year have volumes from %g to %g m3 that lie in no "
                      "class: let the limits of volume_class_m3 touch, with a share above 0",
                      missing, low, high);
    }
    if (beyond > 0.01 * sum) {
        scenario_report(loader->diagnostics, TALUS_NOTE, law->node,
                        "magnitude: %.3g rocks per year are larger than the largest class, %g m3, "
                        "and are not in the study",
                        beyond, high);
    }
}

/// Rocks per year of all classes from one release, for all forms but magnitudes.
static double total_rate(scenario_loader *loader, const scenario_frequency *frequency, double km2)
{
    const scenario_seismic *seismic = &frequency->seismic;
    if (seismic->node != NULL) {
        const double blocks =
            isnan(seismic->blocks) ? seismic->blocks_per_km2 * km2 : seismic->blocks;
        return blocks * scenario_seismic_rate(loader, seismic);
    }
    return isnan(frequency->per_year) ? frequency->per_year_km2 * km2 : frequency->per_year;
}

static void fill_row(scenario_loader *loader, const scenario_release *spec,
                     const talus_release *release, double *row)
{
    const scenario_frequency *frequency = &spec->frequency;
    const scenario_magnitude *law = &frequency->magnitude;
    const scenario_rock *rocks = rock_specs(loader);
    const size_t count = loader->world->rock_count;
    const double km2 = 1e-6 * release->area;
    if (scenario_frequency_by_area(frequency) && !(km2 > 0.0)) {
        scenario_fail(loader, frequency->node, TALUS_ERROR_INPUT,
                      "release '%s' has no area on the DEM, but its frequency is one per km2: give "
                      "per_year",
                      release->name);
        return;
    }
    if (law->node != NULL) {
        const double rate = isnan(law->per_year) ? law->per_year_km2 * km2 : law->per_year;
        for (size_t k = 0; k < count; k++) {
            const bool starts = !names_rocks(release) || share_of(loader, release, k) > 0.0;
            row[k] = starts ? magnitude_rate(loader, law, rate, k) : 0.0;
        }
        warn_gaps(loader, spec, rate, row);
        return;
    }
    const double total = total_rate(loader, frequency, km2);
    double shares = 0.0;
    for (size_t k = 0; k < count; k++) {
        shares += frequency_share(&rocks[k]);
    }
    for (size_t k = 0; k < count; k++) {
        row[k] = names_rocks(release) ? total * share_of(loader, release, k)
                                      : total * frequency_share(&rocks[k]) / shares;
    }
}

/// A frequency without rocks would be lost.
static void check_rocks(scenario_loader *loader, const scenario_release *spec,
                        const talus_release *release, const double *row)
{
    const talus_world *world = loader->world;
    for (size_t k = 0; k < world->rock_count; k++) {
        const double rocks = (double)release->rocks * share_of(loader, release, k);
        const char *name = world->rocks[k]->name;
        if (row[k] > 0.0 && rocks <= 0.0) {
            scenario_fail(loader, spec->frequency.node, TALUS_ERROR_INPUT,
                          "'%s' starts from '%s' %.3g times per year, but no rock of it is run: "
                          "give it a share, and the release rocks",
                          name, release->name, row[k]);
        } else if (row[k] > 0.0 && rocks < few_rocks) {
            scenario_warn(loader, spec->frequency.node,
                          "about %.0f rocks of '%s' from '%s' stand for %.3g per year: too few for "
                          "a frequency map, run more of them",
                          rocks, name, release->name, row[k]);
        }
    }
}

/// A class must hold the volumes of its rocks.
static void check_class(scenario_loader *loader, const scenario_rock *spec,
                        const talus_rock_class *kind)
{
    static const double quantiles[] = {0.5, 0.01, 0.99};
    const double *limits = spec->volume_class.values;
    for (size_t i = 0; i < 3; i++) {
        const double volume =
            kind->sized ? talus_distribution_at(&kind->volume, quantiles[i]) : kind->rock->volume;
        if (volume >= limits[0] * (1.0 - 1e-9) && volume <= limits[1] * (1.0 + 1e-9)) {
            continue;
        }
        const scenario_node *node = scenario_find(spec->node, "volume_class_m3");
        if (i == 0) {
            scenario_fail(loader, node, TALUS_ERROR_INPUT,
                          "volume_class_m3: rocks of '%s' have %.4g m3 (the median), outside their "
                          "class [%g, %g]: give them a volume_m3 inside",
                          spec->name, volume, limits[0], limits[1]);
        } else {
            scenario_warn(loader, node,
                          "volume_class_m3: the %.0f %% quantile of '%s' is %.4g m3, outside their "
                          "class [%g, %g]",
                          100.0 * quantiles[i], spec->name, volume, limits[0], limits[1]);
        }
        return;
    }
}

void scenario_load_frequency(scenario_loader *loader)
{
    const scenario_model *model = &loader->scenario->model;
    const scenario_release *specs = model->releases.items;
    talus_world *world = loader->world;
    if (loader->status != TALUS_OK) {
        return;
    }
    for (size_t k = 0; k < world->rock_count; k++) {
        if (rock_specs(loader)[k].volume_class.count == 2) {
            check_class(loader, &rock_specs(loader)[k], &world->rock_classes[k]);
        }
    }
    // validation sees to it that all releases have one or none
    if (specs[0].frequency.node == NULL) {
        return;
    }
    world->frequency = calloc(world->release_count * world->rock_count, sizeof(double));
    if (world->frequency == NULL) {
        scenario_fail(loader, specs[0].node, TALUS_ERROR_MEMORY, "out of memory for frequencies");
        return;
    }
    for (size_t i = 0; i < world->release_count; i++) {
        double *row = world->frequency + i * world->rock_count;
        fill_row(loader, &specs[i], &world->releases[i], row);
        check_rocks(loader, &specs[i], &world->releases[i], row);
    }
}
