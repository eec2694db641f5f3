// SPDX-License-Identifier: GPL-3.0-or-later
// Checks of a campaign: ranges, finite numbers, parts that do not fit together.
#include "runs/campaign/campaign.h"

#include "foundation/base/sized.h"
#include "foundation/math/linalg.h"
#include "physics/shape/check.h"
#include "physics/stepper/check.h"

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static bool is_not_negative(double x)
{
    return x >= 0.0 && isfinite(x);
}

static talus_status refuse(talus_error *error, const char *name, double found, const char *expected)
{
    return talus_error_set(error, TALUS_ERROR_ARGUMENT, "campaign: %s is %g, expected %s", name,
                           found, expected);
}

static talus_status check_options(const talus_campaign *c, talus_error *error)
{
    const struct {
        const char *name;
        double value;
        bool may_be_zero;
    } numbers[] = {
        {"time step", c->step.time_step, false}, {"gravity", c->step.gravity, true},
        {"stop speed", c->stop.speed, false},    {"stop spin", c->stop.spin, false},
        {"stop time", c->stop.time, true},       {"time limit", c->time_limit, false},
        {"sample time", c->sample_time, true},   {"sample distance", c->sample_distance, true}};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        if (!is_not_negative(numbers[k].value) ||
            (!numbers[k].may_be_zero && numbers[k].value == 0.0)) {
            return refuse(error, numbers[k].name, numbers[k].value,
                          numbers[k].may_be_zero ? "a number >= 0" : "a number > 0");
        }
    }
    if (c->time_limit / c->step.time_step > 1e12) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: a time limit of %g s is more than 1e12 steps of %g s",
                               c->time_limit, c->step.time_step);
    }
    return TALUS_OK;
}

static bool is_exponent(double p)
{
    return p == 0.0 || (p >= TALUS_HULL_LEAST_EXPONENT && p <= TALUS_HULL_MOST_EXPONENT);
}

static talus_status check_rock(const talus_rock_class *kind, size_t k, talus_error *error)
{
    talus_error inner;
    const char *fault = shape_fault(kind->rock);
    if (fault != NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "campaign: the rock of class %zu %s", k,
                               fault);
    }
    for (size_t i = 0; i < kind->block_count; i++) {
        const talus_rock *block = kind->blocks != NULL ? kind->blocks[i] : NULL;
        fault = block == NULL                   ? "is not there"
                : i == 0 && block != kind->rock ? "is not the rock of its class"
                                                : shape_fault(block);
        fault = fault == NULL && (block->face_count == 0 || kind->sized || kind->hull.points > 0)
                    ? "has no faces, or sizes are drawn for it"
                    : fault;
        if (fault != NULL) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: block %zu of rock class %zu %s", i, k, fault);
        }
    }
    if (!is_not_negative(kind->share)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: rock class %zu has the share %g, expected a number >= 0",
                               k, kind->share);
    }
    const talus_hull_rule *hull = &kind->hull;
    if (hull->points > 0 && (hull->points != kind->rock->vertex_count ||
                             !is_positive(hull->density) || !is_not_negative(hull->volume) ||
                             !is_not_negative(hull->mass) || !is_exponent(hull->exponent))) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "campaign: hulls of rock class %zu have %u points, %g kg, %g m^3, %g kg/m^3 and the "
            "exponent %g, expected the %zu points of its rock, numbers > 0 and 0 or %g to %g",
            k, hull->points, hull->mass, hull->volume, hull->density, hull->exponent,
            kind->rock->vertex_count, TALUS_HULL_LEAST_EXPONENT, TALUS_HULL_MOST_EXPONENT);
    }
    if (kind->sized && !is_positive(kind->rock->volume)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: rock class %zu shall be sized but its rock has the "
                               "volume %g m^3, expected a number > 0",
                               k, kind->rock->volume);
    }
    if (kind->sized && talus_distribution_check(&kind->volume, &inner) != TALUS_OK) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: volume of rock class %zu: %s", k, inner.message);
    }
    return TALUS_OK;
}

static talus_status check_rocks(const talus_campaign *c, talus_error *error)
{
    if (c->rocks == NULL || c->rock_class_count == 0 || c->rock_class_count > UINT32_MAX) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: no rock classes, expected at least one");
    }
    double total = 0.0;
    for (size_t k = 0; k < c->rock_class_count; k++) {
        const talus_status status = check_rock(&c->rocks[k], k, error);
        if (status != TALUS_OK) {
            return status;
        }
        total += c->rocks[k].share;
    }
    return is_positive(total) ? TALUS_OK
                              : refuse(error, "the sum of the rock shares", total, "a number > 0");
}

static talus_status check_cells(const talus_campaign *c, talus_error *error)
{
    const talus_cells *cells = &c->cells;
    if (!is_positive(cells->cell) || !isfinite(cells->x0) || !isfinite(cells->y0)) {
        return refuse(error, "the side of the statistics cells", cells->cell,
                      "a number > 0 and a finite corner");
    }
    if (!is_not_negative(c->reference_width) || c->reference_width > TALUS_WIDEST_REFERENCE) {
        return refuse(error, "the width of the reference object", c->reference_width,
                      "a number from 0 to 200");
    }
    if (cells->nx == 0 || cells->ny == 0 || cells->nx > (SIZE_MAX >> 8) / cells->ny) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: %zu x %zu statistics cells, expected at least one and no "
                               "more than memory can hold",
                               cells->nx, cells->ny);
    }
    const talus_grid *grid = talus_terrain_surface_grid(c->site.terrain);
    const double east = grid->x0 + (double)(grid->nx - 1) * grid->cell;
    const double north = grid->y0 + (double)(grid->ny - 1) * grid->cell;
    if (cells->x0 >= east || cells->y0 >= north ||
        cells->x0 + (double)cells->nx * cells->cell <= grid->x0 ||
        cells->y0 + (double)cells->ny * cells->cell <= grid->y0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: the statistics cells from (%g, %g) cover nothing of the "
                               "terrain from (%g, %g) to (%g, %g)",
                               cells->x0, cells->y0, grid->x0, grid->y0, east, north);
    }
    return TALUS_OK;
}

static talus_status check_strata(const talus_campaign *c, talus_error *error)
{
    if (c->stratified && (c->release_count > TALUS_MOST_STRATA ||
                          c->release_count * c->rock_class_count > TALUS_MOST_STRATA)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: %zu releases x %zu rock classes shall be kept apart, at "
                               "most %d strata can be; join some",
                               c->release_count, c->rock_class_count, TALUS_MOST_STRATA);
    }
    if (c->frequency == NULL) {
        return TALUS_OK;
    }
    if (!c->stratified) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: frequencies are given, expected a stratified campaign");
    }
    double total = 0.0;
    for (size_t k = 0; k < talus_campaign_stratum_count(c); k++) {
        if (!is_not_negative(c->frequency[k])) {
            return refuse(error, "a release frequency", c->frequency[k], "a number >= 0");
        }
        total += c->frequency[k];
    }
    return is_positive(total)
               ? TALUS_OK
               : refuse(error, "the sum of the release frequencies", total, "a number > 0");
}

/// What decides the zones of cells, where a share of them is asked for.
static talus_status check_zoning(const talus_campaign *c, talus_error *error)
{
    const talus_precision *p = &c->precision;
    const talus_zoning *z = &p->zoning;
    if (p->decided_share == 0.0) {
        return TALUS_OK;
    }
    if (!(p->decided_share > 0.0 && p->decided_share <= 1.0)) {
        return refuse(error, "the share of decided cells", p->decided_share, "a number in [0, 1]");
    }
    if (z->rate_count == 0 || z->rate_count > TALUS_MOST_RATES || z->threshold_count == 0 ||
        z->threshold_count > TALUS_MOST_THRESHOLDS) {
        return talus_error_set(
            error, TALUS_ERROR_ARGUMENT,
            "campaign: a share of decided cells is asked for, with %zu rates and "
            "%zu thresholds of zones, expected 1 to %d and 1 to %d",
            z->rate_count, z->threshold_count, TALUS_MOST_RATES, TALUS_MOST_THRESHOLDS);
    }
    for (size_t r = 0; r < z->rate_count; r++) {
        if (!is_positive(z->rates[r])) {
            return refuse(error, "a rate of zones", z->rates[r], "a number > 0");
        }
    }
    for (size_t t = 0; t < z->threshold_count; t++) {
        if (!is_not_negative(z->thresholds[t])) {
            return refuse(error, "a threshold of zones", z->thresholds[t], "a number >= 0");
        }
    }
    return z->is_annual && c->frequency == NULL
               ? talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                 "campaign: annual zones are to be decided, but the releases have "
                                 "no frequency")
               : TALUS_OK;
}

static talus_status check_precision(const talus_campaign *c, talus_error *error)
{
    const talus_precision *p = &c->precision;
    if (!is_not_negative(p->reach_halfwidth) || p->reach_halfwidth >= 0.5) {
        return refuse(error, "the half-width of the reach probability", p->reach_halfwidth,
                      "a number in [0, 0.5)");
    }
    if (!is_not_negative(p->energy_error) || !is_not_negative(p->height_error)) {
        return refuse(error, "the error of a percentile at screens",
                      is_not_negative(p->energy_error) ? p->height_error : p->energy_error,
                      "a number >= 0");
    }
    if (p->reach_halfwidth > 0.0 && !(p->cell_share > 0.0 && p->cell_share <= 1.0)) {
        return refuse(error, "the share of cells that are precise", p->cell_share,
                      "a number in (0, 1]");
    }
    if ((p->energy_error > 0.0 || p->height_error > 0.0) && c->screen_count == 0) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: precision at screens is asked for, and there is none");
    }
    if (!is_not_negative(p->rare) || p->rare > 1.0) {
        return refuse(error, "the probability of a rare crossing", p->rare, "a number in [0, 1]");
    }
    return campaign_has_rounds(c) && p->first_rocks == 0
               ? refuse(error, "the number of rocks of the first round", 0.0, "at least 1")
               : TALUS_OK;
}

/// Two distinct points, finite numbers alone.
static bool is_line(const double *xy, size_t count)
{
    bool has_length = false;
    for (size_t k = 0; k < count; k++) {
        if (!isfinite(xy[2 * k]) || !isfinite(xy[2 * k + 1])) {
            return false;
        }
        has_length = has_length || xy[2 * k] != xy[0] || xy[2 * k + 1] != xy[1];
    }
    return has_length;
}

static bool is_object(const talus_object *object)
{
    bool fits = object->ring_count > 0 && object->ring_starts != NULL && object->xy != NULL &&
                is_not_negative(object->width);
    for (size_t i = 0; i < object->ring_count && fits; i++) {
        const size_t first = object->ring_starts[i], count = object->ring_starts[i + 1] - first;
        fits = count >= (object->is_area ? 3 : 2) && is_line(object->xy + 2 * first, count);
    }
    return fits;
}

static talus_status check_gauges(const talus_campaign *c, talus_error *error)
{
    if ((c->screen_count > 0 && c->screens == NULL) ||
        (c->object_count > 0 && c->objects == NULL)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "campaign: %zu screens and %zu objects are announced and NULL",
                               c->screen_count, c->object_count);
    }
    for (size_t k = 0; k < c->screen_count; k++) {
        const talus_line *line = &c->screens[k].line;
        if (line->xy == NULL || !is_line(line->xy, line->count)) {
            return talus_error_set(
                error, TALUS_ERROR_ARGUMENT,
                "campaign: screen %zu (\"%.60s\") is not a line, expected at least "
                "two different points",
                k, line->name);
        }
    }
    for (size_t k = 0; k < c->object_count; k++) {
        if (!is_object(&c->objects[k])) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: object %zu (\"%.60s\") has no place, expected rings "
                                   "of three points or lines of two, and a width >= 0",
                                   k, c->objects[k].name);
        }
    }
    return TALUS_OK;
}

/// Site and step, as the stepper wants them.
static talus_status check_step(const talus_campaign *c, talus_error *error)
{
    talus_error inner = {0};
    talus_status status = talus_site_check(&c->site, &inner);
    status = status == TALUS_OK ? stepper_check_options(&c->step, &inner) : status;
    return status == TALUS_OK ? TALUS_OK
                              : talus_error_set(error, status, "campaign: %s", inner.message);
}

/// Records that are not there, have no step, or outlast the time limit.
static bool is_power(uint32_t ticks)
{
    return ticks > 0 && (ticks & (ticks - 1)) == 0;
}

static talus_status check_pace(const talus_campaign *c, talus_error *error)
{
    const talus_pace *pace = &c->pace;
    if (!is_not_negative(pace->path) || !is_power(pace->flight) || !is_power(pace->most) ||
        pace->most < pace->flight || (pace->path == 0.0 && pace->most > 1)) {
        return refuse(error, "the pace", pace->path,
                      "a path >= 0 and powers of two as ticks, flight <= most, 1 without a path");
    }
    const char *why = pace->path > 0.0 ? campaign_why_fixed(c) : NULL;
    return why == NULL ? TALUS_OK
                       : talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                         "campaign: steps of different lengths, but %s", why);
}

static talus_status check_base(const talus_campaign *c, talus_error *error)
{
    const talus_base_motion *base = &c->base;
    if (base->record_count == 0) {
        return TALUS_OK;
    }
    if (base->records == NULL || !is_not_negative(base->start) || !(base->end > base->start) ||
        !(base->end < c->time_limit)) {
        return refuse(error, "the end of the shaking", base->end,
                      "records, a start >= 0 and an end before the time limit");
    }
    for (size_t k = 0; k < base->record_count; k++) {
        const talus_base_record *record = &base->records[k];
        if (!is_positive(record->time_step) || record->count < 2 || record->acceleration == NULL ||
            record->velocity == NULL || !(fabs(vec3_norm2(record->axis) - 1.0) < 1e-9)) {
            return refuse(error, "a record of the shaking", (double)k,
                          "two values at least, a step > 0 and a unit vector as its axis");
        }
        for (size_t i = 0; i < record->count; i++) {
            if (!isfinite(record->acceleration[i]) || !isfinite(record->velocity[i])) {
                return refuse(error, "an acceleration of the ground", record->acceleration[i],
                              "finite numbers");
            }
        }
    }
    return TALUS_OK;
}

/// Parameters of the law of breaking, and rocks that it can cut.
static talus_status check_breaking(const talus_campaign *c, talus_error *error)
{
    const talus_breaking *b = &c->breaking;
    if (b->law == TALUS_BREAKING_NONE) {
        return TALUS_OK;
    }
    const bool is_rockgis = b->law == TALUS_BREAKING_ROCKGIS;
    const struct {
        const char *name;
        double value, low, high;
    } ranges[] = {
        {"the law of breaking", (double)b->law, 0.0, (double)TALUS_BREAKING_SURVIVAL},
        {"the least volume of fragments", b->least_volume, 1e-9, 1e9},
        {"the share of the scatter", b->scatter, 0.0, 1.0},
        {"the window of energies", b->window, 0.0, 1e6},
        {"the area ratio", is_rockgis ? b->area_ratio : 0.5, 1e-6, 1.0},
        {"the energy of breaking", is_rockgis ? 1.0 : b->energy, 1e-2, 1e9},
        {"the share of the largest piece", is_rockgis ? 0.5 : b->survival, 1e-6, 0.999999},
        {"the exponent of volumes of pieces", is_rockgis ? 1.0 : b->beta, 0.01, 100.0}};
    for (size_t k = 0; k < sizeof ranges / sizeof ranges[0]; k++) {
        if (!(ranges[k].value >= ranges[k].low && ranges[k].value <= ranges[k].high)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: %s is %g, expected %g to %g", ranges[k].name,
                                   ranges[k].value, ranges[k].low, ranges[k].high);
        }
    }
    if (b->law == TALUS_BREAKING_SURVIVAL &&
        (!is_positive(b->exponent) || !isfinite(b->volume_exponent) ||
         !is_positive(b->reference_volume))) {
        return refuse(error, "the exponent of the law of survival", b->exponent,
                      "a number > 0, with a finite exponent and a reference > 0 of the volume");
    }
    return TALUS_OK;
}

/// Contact between the bodies of an event, and rocks that have shapes.
static talus_status check_bodies(const talus_campaign *c, talus_error *error)
{
    const talus_rock_contact *contact = &c->contact;
    if (!campaign_has_bodies(c)) {
        return TALUS_OK;
    }
    if (!(contact->mu >= 0.0 && contact->mu <= 1e6)) {
        return refuse(error, "the friction between rocks", contact->mu, "a number from 0 to 1e6");
    }
    if (!(contact->epsilon >= 0.0 && contact->epsilon <= 1.0) ||
        (unsigned)contact->meeting > TALUS_MEET_NONE) {
        return refuse(error, "the restitution between rocks", contact->epsilon,
                      "a number from 0 to 1, and a rule of which rocks meet");
    }
    for (size_t k = 0; k < c->rock_class_count; k++) {
        const talus_rock *rock = c->rocks[k].rock;
        if (rock->face_count == 0 || !is_positive(rock->volume)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "campaign: rock class %zu has no faces or no volume, expected "
                                   "both where rocks may break or meet",
                                   k);
        }
    }
    return talus_campaign_rock_count(c) < UINT64_C(1) << 40
               ? TALUS_OK
               : refuse(error, "the number of rocks", (double)talus_campaign_rock_count(c),
                        "less than 2^40 where rocks may break or meet");
}

talus_status talus_campaign_check(const talus_campaign *campaign, talus_error *error)
{
    talus_status status = sized_check(campaign, sizeof *campaign, "talus_campaign", error);
    status = status == TALUS_OK ? check_step(campaign, error) : status;
    status = status == TALUS_OK ? check_options(campaign, error) : status;
    status = status == TALUS_OK ? check_base(campaign, error) : status;
    status = status == TALUS_OK ? check_pace(campaign, error) : status;
    status = status == TALUS_OK ? check_rocks(campaign, error) : status;
    status = status == TALUS_OK ? campaign_check_releases(campaign, error) : status;
    status = status == TALUS_OK ? check_breaking(campaign, error) : status;
    status = status == TALUS_OK ? check_bodies(campaign, error) : status;
    status = status == TALUS_OK ? check_strata(campaign, error) : status;
    status = status == TALUS_OK ? check_precision(campaign, error) : status;
    status = status == TALUS_OK ? check_zoning(campaign, error) : status;
    status = status == TALUS_OK ? check_gauges(campaign, error) : status;
    return status == TALUS_OK ? check_cells(campaign, error) : status;
}
