// SPDX-License-Identifier: GPL-3.0-or-later
// The lumped mass: one impact, one flight, one hop of rolling, and their sequence.
#include "studies/models/lumped.h"

#include "foundation/math/linalg.h"

#define SMALLEST_HOP 0.1   /* m */
#define STOPS 0.5          /* m/s */
#define SLOWER 9.0         /* m/s, of the normal velocity that halves its restitution */
#define SOIL_DENSITY 1800. /* kg/m^3 */
#define COMPRESSIBLE 1.2   /* B, of most soils */
#define BLUNT 0.5          /* N*, of a sphere */
#define CRATER 1.207       /* k = 0.707 + nose / diameter, a sphere's nose is its radius */
#define LONGEST_LOOK 0.05  /* s */
enum { HALVINGS = 50, MOST_EVENTS = 1000000 };

/// Ranges of R_n by soil type.
static const double ranges[LUMPED_SOIL_TYPES][2] = {
    {0.0, 0.0},   {0.21, 0.25}, {0.25, 0.31}, {0.30, 0.36},
    {0.34, 0.42}, {0.39, 0.47}, {0.48, 0.58}, {0.32, 0.39},
};

double lumped_value(const lumped_field *field, double x, double y)
{
    if (field->values != NULL) {
        const double i = floor((x - field->x0) / field->cell);
        const double j = floor((y - field->y0) / field->cell);
        if (i >= 0.0 && j >= 0.0 && i < (double)field->nx && j < (double)field->ny) {
            const double value = (double)field->values[(size_t)j * field->nx + (size_t)i];
            return isnan(value) ? field->number : value;
        }
    }
    return field->number;
}

double lumped_resistance(double normal)
{
    const double square = normal * normal;
    return 55e9 * square * square * square * normal;
}

double lumped_penetration(double mass, double radius, double speed, double resistance)
{
    const double d = 2.0 * radius, cube = d * d * d;
    if (!(resistance > 0.0)) {
        return (double)INFINITY;
    }
    const double impact = mass * speed * speed / (resistance * cube);
    const double shape = mass / (SOIL_DENSITY * cube * COMPRESSIBLE * BLUNT);
    const double crater = 1.0 + CRATER * TALUS_PI / (4.0 * shape);
    const double shallow = sqrt(crater / (1.0 + impact / shape) * 4.0 * CRATER / TALUS_PI * impact);
    if (shallow <= CRATER) {
        return d * shallow;
    }
    return d * (2.0 * shape / TALUS_PI * talus_log((1.0 + impact / shape) / crater) + CRATER);
}

/// 1 / (1 + (MOH + D_p) / R)
static double tangent_restitution(double obstacle, double penetration, double radius)
{
    return 1.0 / (1.0 + (obstacle + penetration) / radius);
}

/// Unit vector along t; zero where there is none.
static talus_vec3 unit(talus_vec3 t)
{
    const double length = vec3_norm(t);
    return length > 0.0 ? vec3_scale(1.0 / length, t) : vec3(0.0, 0.0, 0.0);
}

/// Speed along the surface after the ground has taken its part, and the spin that goes with it.
static double slow_down(lumped_rock *rock, double along, double tangent)
{
    const double moment = 0.4 * rock->mass * rock->radius * rock->radius;
    const double square = rock->radius * rock->radius;
    const double energy =
        moment * rock->spin * rock->spin + rock->mass * along * along; // twice that of the motion
    const double after = sqrt(square * energy * tangent / (moment + rock->mass * square));
    rock->spin = after / rock->radius;
    return after;
}

void lumped_rebound(lumped_rock *rock, talus_vec3 n, const lumped_ground *ground)
{
    const double normal = vec3_dot(rock->v, n), size = fabs(normal);
    const talus_vec3 t = vec3_axpy(rock->v, -normal, n);
    const double depth = lumped_penetration(rock->mass, rock->radius, size, ground->resistance);
    const double along =
        slow_down(rock, vec3_norm(t), tangent_restitution(ground->obstacle, depth, rock->radius));
    const double up = size * ground->normal / (1.0 + size * size / (SLOWER * SLOWER));
    rock->v = vec3_axpy(vec3_scale(along, unit(t)), up, n);
}

/// A fall under way.
typedef struct fall {
    const lumped_world *world;
    lumped_rock *rock;
    talus_random random;
    lumped_end end;
    lumped_look *look;
    void *user;
    double hop; ///< m
    bool over;
} fall;

/// The surface under a place of S.
typedef struct below {
    talus_where where;
    double z, clearance; ///< m; of the sphere, along the normal
    talus_vec3 n;
} below;

static below look_down(const fall *f, const talus_vec3 *r)
{
    below b = {0};
    double dzdx = 0.0, dzdy = 0.0;
    b.where = talus_terrain_surface(f->world->terrain, r->x, r->y, &b.z, &dzdx, &dzdy);
    const double scale = 1.0 / sqrt(1.0 + dzdx * dzdx + dzdy * dzdy);
    b.n = vec3(-scale * dzdx, -scale * dzdy, scale);
    b.clearance = (r->z - b.z) * scale - f->rock->radius;
    return b;
}

static void note(fall *f, const talus_vec3 *r, const talus_vec3 *v, double ground)
{
    const lumped_rock *rock = f->rock;
    const double turning = 0.4 * rock->radius * rock->radius * rock->spin * rock->spin;
    const double square = vec3_dot(*v, *v);
    const double energy = 0.5 * rock->mass * (square + turning);
    const double jump = r->z - ground;
    f->end.energy_max = energy > f->end.energy_max ? energy : f->end.energy_max;
    f->end.speed_max =
        square > f->end.speed_max * f->end.speed_max ? sqrt(square) : f->end.speed_max;
    f->end.jump_max = jump > f->end.jump_max ? jump : f->end.jump_max;
    if (f->look != NULL) {
        f->look(f->user, r, energy, jump);
    }
}

static void finish(fall *f, talus_outcome outcome)
{
    f->end.outcome = outcome;
    f->over = true;
}

static talus_outcome outcome_at(talus_where where)
{
    return where == TALUS_OUTSIDE ? TALUS_LEFT_DOMAIN : TALUS_ENTERED_NODATA;
}

/// Values of the ground under the rock. @return false: there is none, and the fall is over
static bool draw_ground(fall *f, lumped_ground *ground, int *soil_type)
{
    double values[LUMPED_PARAMETERS];
    for (int k = 0; k < LUMPED_PARAMETERS; k++) {
        values[k] = lumped_value(&f->world->fields[k], f->rock->r.x, f->rock->r.y);
        if (isnan(values[k])) {
            f->end.missing = k;
            finish(f, TALUS_DIVERGED);
            return false;
        }
    }
    *soil_type = (int)values[LUMPED_SOIL_TYPE];
    const double low = ranges[*soil_type][0], high = ranges[*soil_type][1];
    const double u = talus_random_uniform(&f->random);
    ground->obstacle = u < 0.7   ? values[LUMPED_RG70]
                       : u < 0.9 ? values[LUMPED_RG20]
                                 : values[LUMPED_RG10];
    ground->normal = low + (high - low) * talus_random_uniform(&f->random);
    ground->resistance = lumped_resistance(0.5 * (low + high));
    return true;
}

/// Turn the way aside: up to 22.5 degrees in 72 of 100 impacts, 45 in 24, 50 in 4, to either side.
static void turn_aside(fall *f, talus_vec3 n)
{
    const double u = talus_random_uniform(&f->random), part = talus_random_uniform(&f->random);
    const double degrees = u < 0.72   ? 22.5 * part
                           : u < 0.96 ? 22.5 + 22.5 * part
                                      : 45.0 + 5.0 * part;
    const double side = talus_random_uniform(&f->random) < 0.5 ? -1.0 : 1.0;
    const double angle = side * degrees * TALUS_PI / 180.0;
    const double normal = vec3_dot(f->rock->v, n);
    const talus_vec3 t = vec3_axpy(f->rock->v, -normal, n);
    const talus_vec3 turned =
        vec3_axpy(vec3_scale(talus_cos(angle), t), talus_sin(angle), vec3_cross(n, t));
    f->rock->v = vec3_axpy(turned, normal, n);
}

/// The normal of a slope that is less steep by up to `tilt`, but not turned beyond the level.
static talus_vec3 tilt_normal(fall *f, talus_vec3 n)
{
    const double angle = f->world->tilt * TALUS_PI / 180.0 * talus_random_uniform(&f->random);
    const double flat = sqrt(n.x * n.x + n.y * n.y);
    const double sine = flat * talus_cos(angle) - n.z * talus_sin(angle);
    if (!(flat > 0.0)) {
        return n;
    }
    return sine > 0.0 ? vec3(n.x * sine / flat, n.y * sine / flat,
                             n.z * talus_cos(angle) + flat * talus_sin(angle))
                      : vec3(0.0, 0.0, 1.0);
}

/// The laws of an impact. @param turns the way is turned aside: not while rolling
static void meet_ground(fall *f, talus_vec3 n, bool turns)
{
    lumped_ground ground;
    int soil_type;
    if (!draw_ground(f, &ground, &soil_type)) {
        return;
    }
    if (soil_type == 0) { // water, swamp: the rock stays in it
        finish(f, TALUS_STOPPED);
        return;
    }
    lumped_rebound(f->rock, tilt_normal(f, n), &ground);
    if (turns) {
        turn_aside(f, n);
    }
    if (vec3_norm(f->rock->v) < STOPS) {
        finish(f, TALUS_STOPPED);
    }
}

/// Place and velocity after t on the parabola from r0, v0.
static void on_parabola(const fall *f, talus_vec3 r0, talus_vec3 v0, double t, talus_vec3 *r,
                        talus_vec3 *v)
{
    *r = vec3_axpy(r0, t, v0);
    r->z -= 0.5 * f->world->gravity * t * t;
    *v = v0;
    v->z -= f->world->gravity * t;
}

/// One hop of rolling: along the surface, where energy is kept, then an impact.
static void roll(fall *f, const below *from)
{
    lumped_rock *rock = f->rock;
    const talus_vec3 down = vec3(0.0, 0.0, -f->world->gravity);
    const talus_vec3 pull = vec3_axpy(down, -vec3_dot(down, from->n), from->n);
    const talus_vec3 along = vec3_axpy(rock->v, -vec3_dot(rock->v, from->n), from->n);
    const double speed = vec3_norm(along);
    talus_vec3 way = unit(pull);
    double taken = 0.0;
    if (speed > 0.0) {
        taken = f->hop / speed;
        way = unit(vec3_axpy(along, taken, pull));
    }
    const talus_vec3 old = rock->r;
    rock->r = vec3_axpy(rock->r, f->hop, way);
    below b = look_down(f, &rock->r);
    if (b.where != TALUS_INSIDE) {
        finish(f, outcome_at(b.where));
        return;
    }
    rock->r.z = b.z + rock->radius / b.n.z;
    // the rotation takes its part of the fall: 5/7 of it for a sphere that rolls
    const double square = speed * speed + 10.0 / 7.0 * f->world->gravity * (old.z - rock->r.z);
    f->end.hops++;
    if (!(square > 0.0) || vec3_norm(way) <= 0.0) {
        rock->r = old;
        rock->v = vec3(0.0, 0.0, 0.0);
        finish(f, TALUS_STOPPED);
        return;
    }
    const double reached = sqrt(square);
    f->end.time += speed > 0.0 ? taken : 2.0 * f->hop / reached;
    rock->spin = reached / rock->radius;
    rock->v = vec3_scale(reached, unit(vec3_axpy(way, -vec3_dot(way, b.n), b.n)));
    note(f, &rock->r, &rock->v, b.z);
    meet_ground(f, b.n, false);
    if (!f->over && f->end.time >= f->world->time_limit) {
        finish(f, TALUS_TIME_LIMIT);
    }
}

/// Along a parabola until the sphere touches, and the impact there.
static void fly(fall *f)
{
    const talus_vec3 r0 = f->rock->r, v0 = f->rock->v;
    double before = 0.0, t = 0.0;
    for (;;) {
        talus_vec3 r, v;
        on_parabola(f, r0, v0, t, &r, &v);
        const below b = look_down(f, &r);
        if (b.where != TALUS_INSIDE) {
            f->rock->r = r;
            f->rock->v = v;
            f->end.time += t;
            finish(f, outcome_at(b.where));
            return;
        }
        if (t > 0.0 && b.clearance <= 0.0) {
            break;
        }
        note(f, &r, &v, b.z);
        if (f->end.time + t >= f->world->time_limit) {
            f->rock->r = r;
            f->rock->v = v;
            f->end.time += t;
            finish(f, TALUS_TIME_LIMIT);
            return;
        }
        before = t;
        const double far = f->world->step < f->hop ? f->world->step : 0.5 * f->hop;
        const double look = far / (vec3_norm(v) + 1.0);
        t += look < LONGEST_LOOK ? look : LONGEST_LOOK;
    }
    double after = t;
    for (int k = 0; k < HALVINGS; k++) {
        const double middle = 0.5 * (before + after);
        talus_vec3 r, v;
        on_parabola(f, r0, v0, middle, &r, &v);
        if (look_down(f, &r).clearance <= 0.0) {
            after = middle;
        } else {
            before = middle;
        }
    }
    on_parabola(f, r0, v0, after, &f->rock->r, &f->rock->v);
    f->end.time += after;
    const below b = look_down(f, &f->rock->r);
    note(f, &f->rock->r, &f->rock->v, b.z);
    if (vec3_dot(f->rock->v, b.n) < 0.0) {
        f->end.impacts++;
        meet_ground(f, b.n, true);
    } else {
        roll(f, &b);
    }
}
/// Does the rock leave the ground? Not where a parabola of the length of a hop would lie in it.
static bool flies(const fall *f, const below *b)
{
    const double speed = vec3_norm(f->rock->v);
    if (b->clearance > 1e-6 * f->rock->radius) {
        return true;
    }
    if (!(speed > 0.0)) {
        return false;
    }
    talus_vec3 r, v;
    on_parabola(f, f->rock->r, f->rock->v, f->hop / speed, &r, &v);
    const below next = look_down(f, &r);
    return next.where != TALUS_INSIDE || next.clearance > 0.0;
}

lumped_end lumped_fall(const lumped_world *world, lumped_rock *rock, uint64_t seed, uint64_t number,
                       lumped_look *look, void *user)
{
    fall f = {.world = world,
              .rock = rock,
              .random = {.seed = talus_mix64(seed + UINT64_C(0x6c756d706564)), .stream = number},
              .end = {.missing = -1},
              .look = look,
              .user = user,
              .hop = rock->radius > SMALLEST_HOP ? rock->radius : SMALLEST_HOP};
    for (uint64_t k = 0; !f.over; k++) {
        const below b = look_down(&f, &rock->r);
        if (b.where != TALUS_INSIDE) {
            finish(&f, outcome_at(b.where));
        } else if (k >= MOST_EVENTS) {
            finish(&f, TALUS_TIME_LIMIT);
        } else if (flies(&f, &b)) {
            fly(&f);
        } else {
            roll(&f, &b);
        }
    }
    return f.end;
}
