// SPDX-License-Identifier: GPL-3.0-or-later
// Matrices of two worked examples: a block flat on the ground, and a chain of balls.
#include "talus/lab/impact_law.h"

#include <string.h>

void talus_impact_law_block_matrices(const talus_impact_law_block *block, double *mass,
                                     double *normals, double *tangents)
{
    if (block == NULL || mass == NULL || normals == NULL) {
        return;
    }
    const double b = 0.5 * block->width, h = 0.5 * block->height;
    const double inertia =
        block->mass * (block->width * block->width + block->height * block->height) / 12.0;
    const double m[9] = {block->mass, 0.0, 0.0, 0.0, block->mass, 0.0, 0.0, 0.0, inertia};
    const double n[6] = {0.0, 1.0, b, 0.0, 1.0, -b}; // B, then A
    const double t[6] = {1.0, 0.0, h, 1.0, 0.0, h};
    memcpy(mass, m, sizeof m);
    memcpy(normals, n, sizeof n);
    memcpy(tangents, t, sizeof t);
}

void talus_impact_law_chain_matrices(size_t ball_count, const double *masses, double *mass,
                                     double *normals)
{
    if (masses == NULL || mass == NULL || normals == NULL) {
        return;
    }
    memset(mass, 0, ball_count * ball_count * sizeof *mass);
    for (size_t i = 0; i < ball_count; i++) {
        mass[i * ball_count + i] = masses[i];
    }
    for (size_t i = 0; i + 1 < ball_count; i++) {
        double *row = normals + i * ball_count;
        memset(row, 0, ball_count * sizeof *row);
        row[i] = -1.0;
        row[i + 1] = 1.0;
    }
}
