// SPDX-License-Identifier: GPL-3.0-or-later
// Spatial blocks: geometry, inertia, impact parameters and their theoretical limits.
#include "lab/spatial/spatial.h"

talus_spatial_block talus_spatial_cuboid(double mass, double b1, double b2, double h)
{
    const double x2 = b1 * b1, y2 = b2 * b2, z2 = h * h;
    return (talus_spatial_block){
        .mass = mass,
        .inertia = {{{mass * (y2 + z2) / 3.0, 0.0, 0.0},
                     {0.0, mass * (x2 + z2) / 3.0, 0.0},
                     {0.0, 0.0, mass * (x2 + y2) / 3.0}}},
        .corner_count = 4,
        .corners = {{b1, -b2, -h}, {b1, b2, -h}, {-b1, b2, -h}, {-b1, -b2, -h}},
    };
}

static talus_status check_inertia(const talus_spatial_block *block, talus_error *error)
{
    const talus_mat3 *a = &block->inertia;
    if (!(block->mass > 0.0) || !isfinite(block->mass)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "the mass is %g kg, expected > 0",
                               block->mass);
    }
    double size = 0.0, skew = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            size = fmax(size, fabs(a->m[i][j]));
            skew = fmax(skew, fabs(a->m[i][j] - a->m[j][i]));
        }
    }
    double values[3];
    talus_mat3 axes;
    talus_mat3_symmetric_eigen(a, values, &axes);
    if (!isfinite(size) || skew > 1e-12 * size || !(values[0] > 0.0) ||
        values[0] + values[1] < values[2] * (1.0 - 1e-12)) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "no body has principal moments of inertia %g, %g, %g kg m^2; they "
                               "must be > 0 and no one larger than the sum of the others",
                               values[0], values[1], values[2]);
    }
    return TALUS_OK;
}

talus_status talus_spatial_block_check(const talus_spatial_block *block, talus_error *error)
{
    if (block == NULL) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT, "an argument that is needed is NULL");
    }
    const int n = (int)block->corner_count;
    if (block->corner_count < 3 || block->corner_count > TALUS_SPATIAL_CORNERS) {
        return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                               "the base has %zu corners, expected 3 to %d", block->corner_count,
                               TALUS_SPATIAL_CORNERS);
    }
    const talus_status status = check_inertia(block, error);
    if (status != TALUS_OK) {
        return status;
    }
    const double level = block->corners[0].z;
    for (int i = 0; i < n; i++) {
        const talus_vec3 c = block->corners[i];
        const talus_vec3 e1 = vec3_sub(block->corners[(i + 1) % n], c);
        const talus_vec3 e2 = vec3_sub(block->corners[(i + 2) % n], block->corners[(i + 1) % n]);
        if (!vec3_finite(c) || !(c.z < 0.0) || fabs(c.z - level) > 1e-12 * fabs(level)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "corner %d lies at z = %g m; all corners must lie at the same "
                                   "depth below the centre of mass",
                                   i + 1, c.z);
        }
        if (!(e1.x * e2.y - e1.y * e2.x > 0.0)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the base is not convex and counter-clockwise at corner %d",
                                   (i + 1) % n + 1);
        }
        if (!(e1.x * -c.y + e1.y * c.x > 0.0)) {
            return talus_error_set(error, TALUS_ERROR_ARGUMENT,
                                   "the centre of mass is not above the base: it lies outside edge "
                                   "%d",
                                   i + 1);
        }
    }
    return TALUS_OK;
}

talus_spatial_law talus_spatial_law_uniform(double lam, double lat, double lon)
{
    talus_spatial_law law = {.edge_tau = 0.0, .facet_tau = (double)NAN};
    for (int i = 0; i < TALUS_SPATIAL_CORNERS; i++) {
        law.lam[i] = lam;
        law.lat[i] = lat;
        law.lon[i] = lon;
    }
    return law;
}

/// One sentence per parameter that leaves [-1, 1]; `equation` names the limit.
static void warn_outside(const char *name, int edge, double value, const char *equation,
                         talus_diagnostics *warnings)
{
    if (!(fabs(value) <= 1.0)) {
        talus_diagnostics_say(
            warnings, TALUS_WARNING,
            "%s = %g of edge %d lies outside [-1, 1], the limit %s of a base that "
            "only pushes",
            name, value, edge + 1, equation);
    }
}

void talus_spatial_law_limits(const talus_spatial_law *law, size_t corner_count,
                              talus_diagnostics *warnings)
{
    if (law == NULL) {
        return;
    }
    for (int i = 0; i < (int)corner_count; i++) {
        warn_outside("lam", i, law->lam[i], "(25)", warnings);
        warn_outside("lat", i, law->lat[i], "(27)", warnings);
        warn_outside("lon", i, law->lon[i], "(27)", warnings);
        if (law->lam[i] < 0.0 && law->edge_tau == 0.0) {
            talus_diagnostics_say(warnings, TALUS_WARNING,
                                  "lam = %g of edge %d is negative: every impact of this edge adds "
                                  "energy",
                                  law->lam[i], i + 1);
        }
    }
}

talus_mat3 spatial_world_inertia(const talus_spatial_block *block, talus_quat attitude)
{
    const talus_mat3 a = talus_quat_matrix(attitude);
    talus_mat3 transposed;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            transposed.m[i][j] = a.m[j][i];
        }
    }
    const talus_mat3 half = mat3_mul(&a, &block->inertia);
    return mat3_mul(&half, &transposed);
}

talus_mat3 spatial_inertia_about(const talus_mat3 *inertia, double mass, talus_vec3 d)
{
    const double v[3] = {d.x, d.y, d.z};
    const double square = vec3_norm2(d);
    talus_mat3 about = *inertia;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            about.m[i][j] += mass * ((i == j ? square : 0.0) - v[i] * v[j]);
        }
    }
    return about;
}

double spatial_solve(const talus_mat3 *k, talus_vec3 right, talus_vec3 *x)
{
    double norms = 1.0;
    for (int i = 0; i < 3; i++) {
        norms *= vec3_norm(vec3(k->m[i][0], k->m[i][1], k->m[i][2]));
    }
    const double regularity = norms > 0.0 ? fabs(mat3_det(k)) / norms : 0.0;
    if (regularity > 1e-14) {
        const talus_mat3 inverse = mat3_inverse(k);
        *x = mat3_mulv(&inverse, right);
        // one step of refinement: the cofactors lose digits for slender blocks
        *x = vec3_add(*x, mat3_mulv(&inverse, vec3_sub(right, mat3_mulv(k, *x))));
    }
    return regularity;
}

double spatial_kinetic(const talus_mat3 *inertia, double mass, talus_vec3 arm, talus_vec3 w)
{
    const talus_vec3 v = vec3_cross(arm, w);
    return 0.5 * (vec3_dot(w, mat3_mulv(inertia, w)) + mass * vec3_norm2(v));
}
