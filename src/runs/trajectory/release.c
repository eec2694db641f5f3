// SPDX-License-Identifier: GPL-3.0-or-later
// Where a rock starts, which rock it is and how it is turned: a pure function of (seed, rock).
#include "foundation/base/sort.h"
#include "foundation/math/linalg.h"
#include "runs/trajectory/trajectory.h"

#define HIGHEST_START 0.5 /* m over ground, of heights that are not known */
#define PUSH_LOW 0.5      /* m/s down the slope, of velocities that are not known */
#define PUSH_HIGH 1.5

double trajectory_cube_root(double x)
{
    double root = talus_exp(talus_log(x) / 3.0);
    for (int k = 0; k < 2; k++) {
        const double square = root * root;
        root -= (root * square - x) / (3.0 * square);
    }
    return root;
}

static double uniform_draw(const talus_campaign *campaign, uint64_t rock, uint32_t draw)
{
    talus_random random = {campaign->seed, rock, draw};
    return talus_random_uniform(&random);
}

/// (a b) mod n for a, b < n <= 2^40.
static uint64_t multiply_modulo(uint64_t a, uint64_t b, uint64_t n)
{
    const uint64_t high = (a >> 20) * b % n;
    return ((high << 20) % n + (a & 0xfffff) * b % n) % n;
}

/// Largest partial quotient of the continued fraction of step / n, a measure of how unevenly the
/// first few multiples of `step` modulo n lie; UINT64_MAX when both have a common divisor.
static uint64_t largest_quotient(uint64_t step, uint64_t n)
{
    uint64_t largest = 0, a = n, b = step;
    while (b > 0) {
        const uint64_t quotient = a / b, rest = a % b;
        largest = quotient > largest ? quotient : largest;
        a = b;
        b = rest;
    }
    return a == 1 ? largest : UINT64_MAX;
}

uint64_t trajectory_spread_step(uint64_t n)
{
    enum { CANDIDATES = 64, GOOD = 4 };
    const uint64_t first = (uint64_t)(0.6180339887498949 * (double)n);
    uint64_t best = 1 % n, quotient = UINT64_MAX;
    for (uint64_t step = first; step < first + CANDIDATES && step < n && quotient > GOOD; step++) {
        const uint64_t found = largest_quotient(step, n);
        if (found < quotient) {
            quotient = found;
            best = step;
        }
    }
    return best;
}

uint64_t trajectory_spread(uint64_t k, uint64_t step, uint64_t n)
{
    return multiply_modulo(k, step, n);
}

/// Where rock `place` of a release stands on its running weights: point j + offset of an even
/// lattice of n points, j = place step mod n. Each point is taken once, and the first rocks lie
/// spread out already; one random offset for the whole release.
static double draw_on_weights(const talus_campaign *campaign, const trajectory_draw *drawn,
                              uint64_t place)
{
    const talus_release *release = &campaign->releases[drawn->release];
    const double total = release->cumulative != NULL ? release->cumulative[release->count - 1]
                                                     : (double)release->count;
    const uint64_t n = release->rocks;
    const double j = (double)multiply_modulo(place, trajectory_spread_step(n), n);
    const uint64_t stream = UINT64_MAX - drawn->release; // no rock has this index
    const double offset = uniform_draw(campaign, stream, TRAJECTORY_DRAW_POSITION);
    return (j + offset) * (total / (double)n);
}

/// The point, segment, triangle or cell at a place on the running weights.
static size_t item_at(const talus_release *release, double at)
{
    if (release->cumulative != NULL) {
        return sort_find_running(release->cumulative, release->count, at);
    }
    const size_t item = (size_t)at;
    return item < release->count ? item : release->count - 1;
}

/// Along the polylines: one number chooses the segment and the place on it.
static void place_on_segment(const talus_release *release, double at, double *x, double *y)
{
    const size_t k = sort_find_running(release->cumulative, release->count, at);
    const double start = k == 0 ? 0.0 : release->cumulative[k - 1];
    const double length = release->cumulative[k] - start;
    const double f = length > 0.0 ? (at - start) / length : 0.0;
    const double *p = release->xy + 4 * k;
    *x = p[0] + f * (p[2] - p[0]);
    *y = p[1] + f * (p[3] - p[1]);
}

/// Uniform in a triangle: the unit square folded along its diagonal.
static void place_in_triangle(const double *p, const double u[3], double *x, double *y)
{
    const bool beyond = u[1] + u[2] > 1.0;
    const double a = beyond ? 1.0 - u[1] : u[1], b = beyond ? 1.0 - u[2] : u[2];
    *x = p[0] + a * (p[2] - p[0]) + b * (p[4] - p[0]);
    *y = p[1] + a * (p[3] - p[1]) + b * (p[5] - p[1]);
}

static void draw_position(const talus_campaign *campaign, uint64_t rock, uint64_t place,
                          trajectory_draw *drawn)
{
    const talus_release *release = &campaign->releases[drawn->release];
    double u[3];
    for (uint32_t k = 0; k < 3; k++) {
        u[k] = uniform_draw(campaign, rock, TRAJECTORY_DRAW_POSITION + k);
    }
    const double at = draw_on_weights(campaign, drawn, place);
    const size_t item = item_at(release, at);
    const double *p = release->xy + 2 * item;
    switch (release->kind) {
    case TALUS_RELEASE_SEGMENTS:
        place_on_segment(release, at, &drawn->x, &drawn->y);
        break;
    case TALUS_RELEASE_TRIANGLES:
        place_in_triangle(release->xy + 6 * item, u, &drawn->x, &drawn->y);
        break;
    case TALUS_RELEASE_CELLS:
        drawn->x = p[0] + (u[0] - 0.5) * release->cell;
        drawn->y = p[1] + (u[1] - 0.5) * release->cell;
        break;
    case TALUS_RELEASE_RUNS:
        drawn->x = release->xy[2 * (place % release->count)];
        drawn->y = release->xy[2 * (place % release->count) + 1];
        break;
    case TALUS_RELEASE_BLOCKS: // see place_block
    case TALUS_RELEASE_POINTS:
    default:
        drawn->x = p[0];
        drawn->y = p[1];
        break;
    }
}

/// @param place in the release, out
static uint32_t find_release(const talus_campaign *campaign, uint64_t rock, uint64_t *place)
{
    uint32_t release = 0;
    *place = rock;
    while (*place >= campaign->releases[release].rocks) {
        *place -= campaign->releases[release++].rocks;
    }
    return release;
}

/// Class that the release, or its row, names; 0 = none.
static uint32_t named_class(const talus_release *release, uint64_t place)
{
    const uint32_t own =
        release->kind == TALUS_RELEASE_RUNS ? release->runs[place % release->count].rock : 0;
    return own > 0 ? own : release->rock;
}

/// Share of a class among the rocks that no release names.
static double share_of_class(const talus_campaign *campaign, uint32_t rock_class)
{
    double total = 0.0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        total += campaign->rocks[k].share;
    }
    return campaign->rocks[rock_class].share / total;
}

double trajectory_class_share(const talus_campaign *campaign, uint32_t release, uint32_t rock_class)
{
    const talus_release *r = &campaign->releases[release];
    const size_t rows = r->kind == TALUS_RELEASE_RUNS ? r->count : 1;
    size_t own = 0, none = 0;
    for (size_t k = 0; k < rows; k++) {
        const uint32_t named = named_class(r, k);
        own += named == rock_class + 1;
        none += named == 0;
    }
    const double drawn = none > 0 ? (double)none * share_of_class(campaign, rock_class) : 0.0;
    return ((double)own + drawn) / (double)rows;
}

static uint32_t draw_class(const talus_campaign *campaign, uint64_t rock)
{
    double total = 0.0, running = 0.0;
    size_t last = 0;
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        total += campaign->rocks[k].share;
    }
    const double at = total * uniform_draw(campaign, rock, TRAJECTORY_DRAW_CLASS);
    for (size_t k = 0; k < campaign->rock_class_count; k++) {
        running += campaign->rocks[k].share;
        if (campaign->rocks[k].share > 0.0) {
            last = k;
            if (at < running) {
                break;
            }
        }
    }
    return (uint32_t)last;
}

uint32_t trajectory_rock_class(const talus_campaign *campaign, uint64_t rock)
{
    uint64_t place = 0;
    const talus_release *release = &campaign->releases[find_release(campaign, rock, &place)];
    const uint32_t named = named_class(release, place);
    return named > 0 ? named - 1 : draw_class(campaign, rock);
}

/// Down the slope within 2 m; none where it is flat or ends.
static talus_vec3 push_down(const talus_terrain *terrain, double x, double y, double speed)
{
    double z[4] = {0};
    for (int k = 0; k < 4; k++) {
        const double dx = k == 0 ? -1.0 : k == 1 ? 1.0 : 0.0;
        const double dy = k == 2 ? -1.0 : k == 3 ? 1.0 : 0.0;
        if (talus_terrain_height(terrain, x + dx, y + dy, &z[k]) != TALUS_INSIDE) {
            return vec3(0, 0, 0);
        }
    }
    const double east = 0.5 * (z[1] - z[0]), north = 0.5 * (z[3] - z[2]);
    const double steep = sqrt(east * east + north * north);
    const talus_vec3 way = vec3(-east, -north, -steep * steep);
    return steep > 0.0 ? vec3_scale(speed / vec3_norm(way), way) : vec3(0, 0, 0);
}

static double zero_if_unknown(double value)
{
    return isnan(value) ? 0.0 : value;
}

static talus_vec3 known(talus_vec3 v)
{
    return vec3(zero_if_unknown(v.x), zero_if_unknown(v.y), zero_if_unknown(v.z));
}

/// What a row says, and what it does not.
static void draw_run(const talus_campaign *campaign, uint64_t rock, const talus_release_run *run,
                     trajectory_draw *drawn)
{
    const talus_vec3 v = run->velocity;
    const double lift = uniform_draw(campaign, rock, TRAJECTORY_DRAW_HEIGHT);
    const double push = uniform_draw(campaign, rock, TRAJECTORY_DRAW_PUSH);
    drawn->z = run->z;
    drawn->height = isnan(run->height) ? lift * HIGHEST_START : run->height;
    drawn->velocity = known(v);
    drawn->spin = known(run->spin);
    if (isnan(v.x) && isnan(v.y) && isnan(v.z)) {
        drawn->velocity = push_down(campaign->site.terrain, drawn->x, drawn->y,
                                    PUSH_LOW + push * (PUSH_HIGH - PUSH_LOW));
    }
}

static void draw_orientation(const talus_campaign *campaign, uint64_t rock,
                             const talus_release_run *run, trajectory_draw *drawn)
{
    const talus_release *release = &campaign->releases[drawn->release];
    const bool random = run != NULL ? isnan(run->orientation.w) : release->random_orientation;
    if (!random) {
        drawn->orientation =
            talus_quat_normalised(run != NULL ? run->orientation : release->orientation);
        return;
    }
    double u[3];
    for (uint32_t k = 0; k < 3; k++) {
        u[k] = uniform_draw(campaign, rock, TRAJECTORY_DRAW_ORIENTATION + k);
    }
    drawn->orientation = talus_quat_uniform(u[0], u[1], u[2]);
}

/// Size of the drawn class; the spin into the body's axes.
static void draw_size(const talus_campaign *campaign, uint64_t rock, trajectory_draw *drawn)
{
    const talus_rock_class *kind = &campaign->rocks[drawn->rock_class];
    if (campaign->releases[drawn->release].spin_in_world) {
        const talus_mat3 a = talus_quat_matrix(drawn->orientation);
        drawn->spin = mat3_tmulv(&a, drawn->spin);
    }
    if (kind->sized) {
        const double u = uniform_draw(campaign, rock, TRAJECTORY_DRAW_SIZE);
        const double volume = talus_distribution_at(&kind->volume, u);
        drawn->factor = trajectory_cube_root(volume / kind->rock->volume);
    }
}

/// Where a block stands: nothing is drawn.
static void place_block(const talus_release *release, uint32_t body, trajectory_draw *drawn)
{
    const talus_release_run *run = &release->runs[body];
    drawn->x = release->xy[2 * (size_t)body];
    drawn->y = release->xy[2 * (size_t)body + 1];
    drawn->z = run->z;
    drawn->velocity = run->velocity;
    drawn->spin = run->spin;
    drawn->orientation = talus_quat_normalised(run->orientation);
}

trajectory_draw trajectory_draw_rock(const talus_campaign *campaign, uint64_t rock)
{
    uint64_t place = 0;
    const uint32_t index = find_release(campaign, rock, &place);
    const talus_release *release = &campaign->releases[index];
    const talus_release_run *run =
        release->kind == TALUS_RELEASE_RUNS ? &release->runs[place % release->count] : NULL;
    trajectory_draw drawn = {.release = index,
                             .factor = 1.0,
                             .height = release->height,
                             .z = (double)NAN,
                             .velocity = release->velocity,
                             .spin = release->spin};
    draw_position(campaign, rock, place, &drawn);
    draw_orientation(campaign, rock, run, &drawn);
    if (run != NULL) {
        draw_run(campaign, rock, run, &drawn);
    }
    if (release->kind == TALUS_RELEASE_BLOCKS) {
        place_block(release, 0, &drawn);
    }
    drawn.rock_class = trajectory_rock_class(campaign, rock);
    draw_size(campaign, rock, &drawn);
    return drawn;
}

/// Places of a hexagonal lattice in the order of rings around 0, in units of its pitch.
static void hexagon_at(uint32_t k, double *x, double *y)
{
    static const int ways[6][2] = {{-1, 1}, {-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}};
    int ring = 0, q = 0, r = 0;
    for (uint32_t left = k; left > 0;) {
        ring++;
        q = ring;
        r = 0;
        const uint32_t on_ring = 6 * (uint32_t)ring;
        const uint32_t steps = left < on_ring ? left - 1 : on_ring - 1;
        for (uint32_t i = 0; i < steps; i++) {
            q += ways[i / (uint32_t)ring][0];
            r += ways[i / (uint32_t)ring][1];
        }
        left -= left < on_ring ? left : on_ring;
    }
    *x = (double)q + 0.5 * (double)r;
    *y = 0.8660254037844386 * (double)r;
}

trajectory_draw trajectory_draw_body(const talus_campaign *campaign, uint64_t rock, uint32_t body)
{
    trajectory_draw drawn = trajectory_draw_rock(campaign, rock);
    if (body == 0) {
        return drawn;
    }
    const talus_release *release = &campaign->releases[drawn.release];
    if (release->kind == TALUS_RELEASE_BLOCKS) {
        place_block(release, body, &drawn);
        return drawn;
    }
    const uint64_t stream = trajectory_stream(rock, body);
    const double around = 2.0 * TALUS_PI * uniform_draw(campaign, rock, TRAJECTORY_DRAW_AROUND);
    const double c = talus_cos(around), s = talus_sin(around);
    double x, y;
    hexagon_at(body, &x, &y);
    drawn.x += release->spacing * (c * x - s * y);
    drawn.y += release->spacing * (s * x + c * y);
    drawn.spin = release->spin;
    drawn.factor = 1.0;
    draw_orientation(campaign, stream, NULL, &drawn);
    drawn.rock_class = release->rock > 0 ? release->rock - 1 : draw_class(campaign, stream);
    draw_size(campaign, stream, &drawn);
    return drawn;
}

talus_status trajectory_body(const talus_campaign *campaign, uint32_t rock_class, uint64_t rock,
                             const talus_rock **body, talus_rock **own, talus_error *error)
{
    const talus_rock_class *kind = &campaign->rocks[rock_class];
    *own = NULL;
    *body = kind->block_count > 0 ? kind->blocks[trajectory_body_of(rock) % kind->block_count]
                                  : kind->rock;
    if (kind->hull.points == 0) {
        return TALUS_OK;
    }
    const talus_status status = talus_rock_hull_of(&kind->hull, campaign->seed, rock, own, error);
    *body = *own;
    return status;
}

double trajectory_release_height(talus_stepper *stepper, talus_rock_motion *motion, double x,
                                 double y, double ground, talus_quat orientation, double height)
{
    double z = ground + height;
    // the second pass takes away the round-off of the first
    for (int pass = 0; pass < 2; pass++) {
        const double gap = stepper_min_gap(stepper, motion, vec3(x, y, z), orientation);
        z += isinf(gap) ? 0.0 : height - gap;
    }
    return z;
}
