// SPDX-License-Identifier: GPL-3.0-or-later
// Hulls in poses, for tests of pairs.
#ifndef TALUS_TESTS_PAIRS_PAIR_SHAPES_H
#define TALUS_TESTS_PAIRS_PAIR_SHAPES_H

#include "physics/pairs/pairs.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

typedef struct shape {
    talus_rock *rock;
    pairs_hull *hull;
    pairs_posed posed;
} shape;

static inline shape make_shape(talus_rock *rock)
{
    shape s = {.rock = rock};
    cr_assert(pairs_hull_create(rock, 1.0, &s.hull, NULL) == TALUS_OK);
    cr_assert(pairs_posed_init(&s.posed, s.hull));
    return s;
}

static inline shape make_box(double x, double y, double z)
{
    talus_rock *rock = NULL;
    cr_assert(talus_rock_build("cuboid", vec3(x, y, z), 0, 2700.0, &rock, NULL) == TALUS_OK);
    return make_shape(rock);
}

static inline shape make_hull(uint64_t index, unsigned points)
{
    talus_rock *rock = NULL;
    cr_assert(talus_rock_random_hull(vec3(1.0, 0.8, 0.7), points, 2700.0, 7, index, &rock, NULL) ==
              TALUS_OK);
    return make_shape(rock);
}

static inline void clear_shape(shape *s)
{
    pairs_posed_clear(&s->posed);
    pairs_hull_destroy(s->hull);
    talus_rock_destroy(s->rock);
}

static inline void pose_shape(shape *s, talus_vec3 r, talus_quat p)
{
    const talus_mat3 a = quat_matrix(talus_quat_normalised(p));
    pairs_posed_set(&s->posed, r, &a);
}

static inline double draw(talus_random *random, double low, double high)
{
    return low + (high - low) * talus_random_uniform(random);
}

static inline talus_quat draw_quat(talus_random *random)
{
    const double a = talus_random_uniform(random), b = talus_random_uniform(random);
    return talus_quat_uniform(a, b, talus_random_uniform(random));
}

/// Both at random, the centres up to `reach` apart.
static inline void pose_both(shape *a, shape *b, talus_random *random, double reach)
{
    // in an order of their own: that of arguments is the compiler's
    const double y = draw(random, -5.0, 5.0), x = draw(random, -5.0, 5.0);
    const double z = draw(random, -reach, reach), across = draw(random, -reach, reach);
    const talus_vec3 r = vec3(x, y, 2.0), d = vec3(draw(random, -reach, reach), across, z);
    pose_shape(a, r, draw_quat(random));
    pose_shape(b, vec3_add(r, d), draw_quat(random));
}

#endif
