// SPDX-License-Identifier: GPL-3.0-or-later
// Light on the terrain: the sun with the shadows that slopes cast, the share of the sky that is
// seen, and the colour of bare ground by its slope. It pictures; nobody measures it.
#include "studies/scene/scene.h"

#include "foundation/base/pool.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { DIRECTIONS = 8, SKY_STEPS = 9, SUN_STEPS = 44, ROWS = 8 };
#define SUNLIGHT 0.72
#define SKYLIGHT 0.62
#define PENUMBRA 0.06 // tangent of the angle over which a shadow fades

typedef struct light_job {
    scene_terrain *terrain;
    const double *sun;
    atomic_size_t next; ///< row
} light_job;

/// Height in picture metres, the nearest node inside; NaN where there is none.
static double height(const scene_terrain *t, ptrdiff_t i, ptrdiff_t j)
{
    const ptrdiff_t nx = (ptrdiff_t)t->image.nx, ny = (ptrdiff_t)t->image.ny;
    i = i < 0 ? 0 : i >= nx ? nx - 1 : i;
    j = j < 0 ? 0 : j >= ny ? ny - 1 : j;
    return t->exaggeration * (double)t->image.values[j * nx + i];
}

static void normal_at(const scene_terrain *t, ptrdiff_t i, ptrdiff_t j, double z, double normal[3])
{
    double around[4] = {height(t, i - 1, j), height(t, i + 1, j), height(t, i, j - 1),
                        height(t, i, j + 1)};
    for (int k = 0; k < 4; k++) {
        around[k] = isnan(around[k]) ? z : around[k];
    }
    const double dx = (around[1] - around[0]) / (2.0 * t->image.cell);
    const double dy = (around[3] - around[2]) / (2.0 * t->image.cell);
    const double length = sqrt(1.0 + dx * dx + dy * dy);
    normal[0] = -dx / length;
    normal[1] = -dy / length;
    normal[2] = 1.0 / length;
}

/// 1 in the sun, 0 in the shadow of a slope.
static double sunshine(const scene_terrain *t, const double sun[3], ptrdiff_t i, ptrdiff_t j,
                       double z)
{
    const double flat = sqrt(sun[0] * sun[0] + sun[1] * sun[1]);
    if (flat < 1e-6) {
        return 1.0;
    }
    const double dx = sun[0] / flat, dy = sun[1] / flat, rise = sun[2] / flat;
    double lit = 1.0, far = 1.5;
    for (int k = 0; k < SUN_STEPS && lit > 0.0; k++, far = far * 1.06 + 0.7) {
        const double x = (double)i + far * dx, y = (double)j + far * dy;
        if (x < 0.0 || y < 0.0 || x > (double)t->image.nx - 1.0 || y > (double)t->image.ny - 1.0) {
            break;
        }
        const double over = height(t, (ptrdiff_t)(x + 0.5), (ptrdiff_t)(y + 0.5)) - z;
        const double slack = (rise - over / (far * t->image.cell)) / PENUMBRA + 0.5;
        if (slack < lit) { // a NaN is none
            lit = slack > 0.0 ? slack : 0.0;
        }
    }
    return lit;
}

/// Share of the sky that is seen, by horizons in eight directions.
static double sky_seen(const scene_terrain *t, ptrdiff_t i, ptrdiff_t j, double z)
{
    static const int dx[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
    static const int dy[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
    static const int reach[SKY_STEPS] = {1, 2, 3, 5, 8, 12, 18, 27, 40};
    double hidden = 0.0;
    for (int d = 0; d < DIRECTIONS; d++) {
        const double unit = t->image.cell * sqrt((double)(dx[d] * dx[d] + dy[d] * dy[d]));
        double steepest = 0.0;
        for (int k = 0; k < SKY_STEPS; k++) {
            const double over = height(t, i + dx[d] * reach[k], j + dy[d] * reach[k]) - z;
            const double slope = over / (unit * reach[k]);
            steepest = slope > steepest ? slope : steepest;
        }
        hidden += steepest / sqrt(1.0 + steepest * steepest);
    }
    return 1.0 - hidden / DIRECTIONS;
}

/// Meadow where it is gentle, rock where it is steep.
static void tint(double upright, float out[3])
{
    static const double meadow[3] = {0.70, 0.73, 0.60}, rock[3] = {0.76, 0.74, 0.71};
    // 25 to 45 degrees
    const double s = (0.906 - upright) / (0.906 - 0.707);
    const double share = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    for (int c = 0; c < 3; c++) {
        out[c] = (float)((1.0 - share) * meadow[c] + share * rock[c]);
    }
}

static void light_node(const light_job *job, ptrdiff_t i, ptrdiff_t j)
{
    scene_terrain *t = job->terrain;
    const size_t at = (size_t)j * t->image.nx + (size_t)i;
    const double z = height(t, i, j);
    if (isnan(z)) {
        t->light[at] = NAN;
        t->ground[3 * at] = t->ground[3 * at + 1] = t->ground[3 * at + 2] = NAN;
        return;
    }
    double normal[3];
    normal_at(t, i, j, z, normal);
    const double facing =
        normal[0] * job->sun[0] + normal[1] * job->sun[1] + normal[2] * job->sun[2];
    const double direct = facing > 0.0 ? facing * sunshine(t, job->sun, i, j, z) : 0.0;
    const double sky = sky_seen(t, i, j, z) * (0.5 + 0.5 * normal[2]);
    t->light[at] = (float)(SUNLIGHT * direct + SKYLIGHT * sky);
    tint(normal[2], t->ground + 3 * at);
}

static void light_rows(void *context, unsigned worker)
{
    light_job *job = context;
    const size_t ny = job->terrain->image.ny;
    (void)worker;
    for (size_t first = ROWS * atomic_fetch_add(&job->next, 1); first < ny;
         first = ROWS * atomic_fetch_add(&job->next, 1)) {
        for (size_t j = first; j < first + ROWS && j < ny; j++) {
            for (size_t i = 0; i < job->terrain->image.nx; i++) {
                light_node(job, (ptrdiff_t)i, (ptrdiff_t)j);
            }
        }
    }
}

talus_status scene_light_terrain(scene_world *world, unsigned threads, talus_error *error)
{
    scene_terrain *t = &world->terrain;
    const size_t count = t->image.nx * t->image.ny;
    light_job job = {.terrain = t, .sun = world->sun};
    t->light = malloc(count * sizeof *t->light + 1);
    t->ground = malloc(3 * count * sizeof *t->ground + 1);
    if (t->light == NULL || t->ground == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for the light of a scene");
    }
    return pool_run(threads, light_rows, &job, NULL, NULL, error);
}
