// SPDX-License-Identifier: GPL-3.0-or-later
// How pieces move when a rock breaks: as one body, and apart.
#include "physics/fracture/fracture.h"

#define OPENING 0.436332313           /* rad, half the opening of the cone: 25 degrees */
#define LEAST_RISE 0.0871557427476582 /* sin 5 degrees */

talus_vec3 fracture_raw_velocity(talus_vec3 v, talus_vec3 n, talus_vec3 centre,
                                 talus_random *random)
{
    const double speed = vec3_norm(v);
    if (!(speed > 0.0)) {
        return vec3(0.0, 0.0, 0.0);
    }
    const talus_vec3 axis = vec3_scale(1.0 / speed, v);
    const talus_vec3 side =
        fabs(axis.z) < 0.9 ? vec3(axis.y, -axis.x, 0.0) : vec3(0.0, axis.z, -axis.y);
    const talus_vec3 e1 = vec3_scale(1.0 / vec3_norm(side), side), e2 = vec3_cross(axis, e1);
    talus_vec3 along = axis;
    for (int k = 0; k < FRACTURE_MOST_DRAWS; k++) {
        const double z = 1.0 - (1.0 - talus_cos(OPENING)) * talus_random_uniform(random);
        const double around = 2.0 * TALUS_PI * talus_random_uniform(random);
        const double across = sqrt(1.0 - z * z);
        along = vec3_axpy(vec3_axpy(vec3_scale(z, axis), across * talus_cos(around), e1),
                          across * talus_sin(around), e2);
        if (vec3_dot(along, n) >= LEAST_RISE) {
            break;
        }
    }
    const talus_vec3 flat = vec3_axpy(centre, -vec3_dot(centre, n), n);
    const double length = vec3_norm(flat);
    const talus_vec3 burst = length > 0.0 ? vec3_scale(1.0 / length, flat) : vec3(0.0, 0.0, 0.0);
    return vec3_scale(speed, vec3_add(along, burst));
}

fracture_sums fracture_sum(const fracture_fragment *fragments, size_t count)
{
    fracture_sums sums = {0};
    for (size_t k = 0; k < count; k++) {
        const fracture_fragment *f = &fragments[k];
        const talus_vec3 momentum = vec3_scale(f->mass, f->v);
        const talus_vec3 spin = mat3_mulv(&f->inertia, f->omega);
        sums.mass += f->mass;
        sums.momentum = vec3_add(sums.momentum, momentum);
        sums.angular_momentum =
            vec3_add(sums.angular_momentum, vec3_add(vec3_cross(f->centre, momentum), spin));
        sums.energy += 0.5 * (vec3_dot(momentum, f->v) + vec3_dot(spin, f->omega));
    }
    return sums;
}

/// Inertia of all pieces together about S of the rock: sum of J + m (x'x 1 - x x').
static talus_mat3 whole_inertia(const fracture_fragment *fragments, size_t count)
{
    talus_mat3 whole = {{{0.0}}};
    for (size_t k = 0; k < count; k++) {
        const fracture_fragment *f = &fragments[k];
        const double x[3] = {f->centre.x, f->centre.y, f->centre.z};
        const double square = vec3_norm2(f->centre);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                whole.m[i][j] +=
                    f->inertia.m[i][j] + f->mass * ((i == j ? square : 0.0) - x[i] * x[j]);
            }
        }
    }
    return whole;
}

/// The rigid motion that has the momentum and the angular momentum of the raw velocities. (10)
static void find_rigid_part(const fracture_fragment *fragments, size_t count, talus_vec3 *a,
                            talus_vec3 *b)
{
    double mass = 0.0;
    talus_vec3 momentum = vec3(0.0, 0.0, 0.0), spin = momentum;
    for (size_t k = 0; k < count; k++) {
        const fracture_fragment *f = &fragments[k];
        mass += f->mass;
        momentum = vec3_axpy(momentum, f->mass, f->raw);
        spin = vec3_axpy(spin, f->mass, vec3_cross(f->centre, f->raw));
    }
    const talus_mat3 whole = whole_inertia(fragments, count);
    const talus_mat3 inverse = mat3_inverse(&whole);
    *a = vec3_scale(1.0 / mass, momentum);
    *b = mat3_mulv(&inverse, spin);
}

double fracture_set_moving(fracture_fragment *fragments, size_t count, talus_vec3 v,
                           talus_vec3 omega, double energy)
{
    talus_vec3 a, b;
    double scatter = 0.0, raw = 0.0;
    find_rigid_part(fragments, count, &a, &b);
    for (size_t k = 0; k < count; k++) {
        fracture_fragment *f = &fragments[k];
        const talus_vec3 apart = vec3_sub(vec3_sub(f->raw, a), vec3_cross(b, f->centre));
        scatter += 0.5 * (f->mass * vec3_norm2(apart) + vec3_dot(b, mat3_mulv(&f->inertia, b)));
        raw += 0.5 * f->mass * vec3_norm2(f->raw);
        f->v = vec3_add(v, vec3_cross(omega, f->centre));
        f->omega = omega;
    }
    // what is left of raw velocities that are a rigid motion is round-off
    if (!(energy > 0.0) || !(scatter > 1e-24 * raw)) {
        return 0.0;
    }
    const double scale = sqrt(energy / scatter);
    for (size_t k = 0; k < count; k++) {
        fracture_fragment *f = &fragments[k];
        const talus_vec3 apart = vec3_sub(vec3_sub(f->raw, a), vec3_cross(b, f->centre));
        f->v = vec3_axpy(f->v, scale, apart);
        f->omega = vec3_axpy(f->omega, -scale, b);
    }
    return scale;
}

double fracture_scatter_energy(double eta, double energy_taken, double area)
{
    const double left = energy_taken - FRACTURE_SURFACE_ENERGY * area;
    return left > 0.0 ? eta * left : 0.0;
}
