// SPDX-License-Identifier: GPL-3.0-or-later
// Exact polynomial integrals over tetrahedra with one corner at the origin:
//   V = d/6,  int x = d/24 (a+b+c),  int x x' = d/120 ((a+b+c)(a+b+c)' + aa' + bb' + cc'),  d =
//   a.(b x c)
#include "foundation/math/linalg.h"
#include "physics/shape/hull.h"

static void add_outer(talus_mat3 *m, double s, talus_vec3 a)
{
    const double v[3] = {a.x, a.y, a.z};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            m->m[i][j] += s * v[i] * v[j];
        }
    }
}

void shape_moments_add(shape_moments *m, talus_vec3 a, talus_vec3 b, talus_vec3 c)
{
    const double d = vec3_dot(a, vec3_cross(b, c));
    const talus_vec3 sum = vec3_add(a, vec3_add(b, c));
    m->volume += d / 6.0;
    m->first = vec3_axpy(m->first, d / 24.0, sum);
    add_outer(&m->second, d / 120.0, sum);
    add_outer(&m->second, d / 120.0, a);
    add_outer(&m->second, d / 120.0, b);
    add_outer(&m->second, d / 120.0, c);
}
