// SPDX-License-Identifier: GPL-3.0-or-later
// A point mass that bounces, slides and rolls.
#include "studies/validation/point_mass.h"

#include "foundation/math/linalg.h"

#define STEP 0.01       /* s */
#define LONGEST 120.0   /* s */
#define GRAVITY 9.81    /* m/s^2 */
#define BOUNCES 0.5     /* m/s, towards the ground, from which on it does */
#define STOPS 0.15      /* m/s */
#define TANGENT_SD 0.15 /* of ln R_t */
#define TURN_SD 0.2     /* rad, of the way after an impact */
enum { FALLS = 10, MOST_RUNS = 60 };

static talus_vec3 turned(talus_vec3 t, talus_vec3 n, double angle)
{
    const double c = talus_cos(angle), s = talus_sin(angle);
    return vec3_axpy(vec3_scale(c, t), s, vec3_cross(n, t));
}

/// At the ground. @return the velocity after
static talus_vec3 meet_ground(const point_mass *model, talus_vec3 v, talus_vec3 n,
                              talus_random *random)
{
    const double normal = vec3_dot(v, n);
    const talus_vec3 t = vec3_axpy(v, -normal, n);
    if (fabs(normal) >= BOUNCES) {
        const double drawn = model->tangent * talus_exp(TANGENT_SD * talus_random_normal(random));
        const double kept = drawn < 1.0 ? drawn : 1.0;
        const talus_vec3 along = turned(t, n, TURN_SD * talus_random_normal(random));
        return vec3_axpy(vec3_scale(kept, along), -model->normal * normal, n);
    }
    const double speed = vec3_norm(t);
    const double left = speed > 0.0 ? 1.0 - model->rolling * GRAVITY * n.z * STEP / speed : 0.0;
    return vec3_scale(left > 0.0 ? left : 0.0, t);
}

void point_mass_fall(const talus_terrain *terrain, const point_mass *model,
                     const point_mass_run *run, uint64_t seed, uint64_t number, double end[2])
{
    talus_random random = {.seed = talus_mix64(seed + UINT64_C(0x706f696e746d6173)),
                           .stream = number};
    double z, dzdx, dzdy;
    talus_vec3 r = vec3(run->x, run->y, 0.0), v = run->velocity;
    end[0] = r.x;
    end[1] = r.y;
    if (talus_terrain_height(terrain, r.x, r.y, &z) != TALUS_INSIDE) {
        return;
    }
    r.z = z + 0.5;
    for (double t = 0.0; t < LONGEST; t += STEP) {
        v.z -= GRAVITY * STEP;
        r = vec3_axpy(r, STEP, v);
        if (talus_terrain_surface(terrain, r.x, r.y, &z, &dzdx, &dzdy) != TALUS_INSIDE) {
            return;
        }
        end[0] = r.x;
        end[1] = r.y;
        if (r.z <= z) {
            const double scale = 1.0 / sqrt(1.0 + dzdx * dzdx + dzdy * dzdy);
            r.z = z;
            v = meet_ground(model, v, vec3(-scale * dzdx, -scale * dzdy, scale), &random);
            if (vec3_norm(v) < STOPS) {
                return;
            }
        }
    }
}

/// CRPS of the run-out of one run.
static double score_of(const talus_terrain *terrain, const point_mass *model,
                       const point_mass_run *run, uint64_t seed, uint64_t number)
{
    const double mx = run->end_x - run->x, my = run->end_y - run->y;
    const double measured = sqrt(mx * mx + my * my);
    double runouts[FALLS], sum = 0.0, pairs = 0.0;
    for (int k = 0; k < FALLS; k++) {
        double end[2];
        point_mass_fall(terrain, model, run, seed, number * FALLS + (uint64_t)k, end);
        const double x = end[0] - run->x, y = end[1] - run->y;
        runouts[k] = sqrt(x * x + y * y);
        sum += fabs(runouts[k] - measured) / FALLS;
        for (int i = 0; i < k; i++) {
            pairs += fabs(runouts[k] - runouts[i]);
        }
    }
    return sum - pairs / (FALLS * (FALLS - 1));
}

static double mean_score(const talus_terrain *terrain, const point_mass *model,
                         const point_mass_run *runs, size_t count, uint64_t seed)
{
    double sum = 0.0;
    size_t known = 0, used = 0;
    for (size_t k = 0; k < count; k++) {
        known += isnan(runs[k].end_x) ? 0 : 1;
    }
    const size_t every = known / MOST_RUNS + 1;
    known = 0;
    for (size_t k = 0; k < count; k++) {
        if (!isnan(runs[k].end_x) && known++ % every == 0) {
            sum += score_of(terrain, model, &runs[k], seed, k);
            used++;
        }
    }
    return sum / (double)used;
}

double point_mass_fit(const talus_terrain *terrain, const point_mass_run *runs, size_t count,
                      uint64_t seed, point_mass *best)
{
    static const double normals[] = {0.1, 0.2, 0.3, 0.4, 0.5};
    static const double tangents[] = {0.7, 0.8, 0.85, 0.9, 0.95};
    static const double rollings[] = {0.2, 0.3, 0.45, 0.6};
    double least = (double)NAN;
    for (int k = 0; k < 100; k++) {
        const point_mass model = {
            .normal = normals[k % 5], .tangent = tangents[k / 5 % 5], .rolling = rollings[k / 25]};
        const double score = mean_score(terrain, &model, runs, count, seed);
        if (!(least <= score)) {
            least = score;
            *best = model;
        }
    }
    return least;
}
