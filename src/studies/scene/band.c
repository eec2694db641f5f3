// SPDX-License-Identifier: GPL-3.0-or-later
#include "studies/scene/band.h"

#include <math.h>
#include <stddef.h>

static double edge(const scene_raster_triangle *t, int a, int b, double x, double y)
{
    return ((double)t->x[b] - (double)t->x[a]) * (y - (double)t->y[a]) -
           ((double)t->y[b] - (double)t->y[a]) * (x - (double)t->x[a]);
}

static int clamp_to(double value, int low, int high)
{
    return !(value > low) ? low : value > high ? high : (int)value;
}

void scene_band_fill(scene_band *b, const scene_raster_triangle *t, float cover, scene_shade *shade,
                     const void *user)
{
    if (t->q[0] <= 0.0F || t->q[1] <= 0.0F || t->q[2] <= 0.0F) {
        return; // partly behind the camera
    }
    const double area = edge(t, 0, 1, (double)t->x[2], (double)t->y[2]);
    if (!(fabs(area) > 1e-9)) {
        return;
    }
    const double low_x = fmin(fmin((double)t->x[0], (double)t->x[1]), (double)t->x[2]);
    const double high_x = fmax(fmax((double)t->x[0], (double)t->x[1]), (double)t->x[2]);
    const double low_y =
        fmin(fmin((double)t->y[0], (double)t->y[1]), (double)t->y[2]) - (double)b->y0;
    const double high_y =
        fmax(fmax((double)t->y[0], (double)t->y[1]), (double)t->y[2]) - (double)b->y0;
    const int rows = b->rows * SCENE_SAMPLES;
    const int i0 = clamp_to(floor(low_x), 0, b->width), i1 = clamp_to(high_x + 1.0, 0, b->width);
    const int j0 = clamp_to(floor(low_y), 0, rows), j1 = clamp_to(high_y + 1.0, 0, rows);
    for (int j = j0; j < j1; j++) {
        for (int i = i0; i < i1; i++) {
            const double x = i + 0.5, y = (double)b->y0 + j + 0.5;
            const double w[3] = {edge(t, 1, 2, x, y) / area, edge(t, 2, 0, x, y) / area,
                                 edge(t, 0, 1, x, y) / area};
            if (w[0] < 0.0 || w[1] < 0.0 || w[2] < 0.0) {
                continue;
            }
            const double s[3] = {w[0] * (double)t->q[0], w[1] * (double)t->q[1],
                                 w[2] * (double)t->q[2]};
            const double sum = s[0] + s[1] + s[2];
            const size_t at = (size_t)j * (size_t)b->width + (size_t)i;
            if ((float)sum <= b->depth[at]) {
                continue;
            }
            const double weights[3] = {s[0] / sum, s[1] / sum, s[2] / sum};
            float colour[3];
            shade(user, weights, (float)sum, colour);
            for (int c = 0; c < 3; c++) {
                float *to = b->colour + 3 * at + c;
                *to = cover < 1.0F ? (1.0F - cover) * *to + cover * colour[c] : colour[c];
            }
            if (cover >= 1.0F) {
                b->depth[at] = (float)sum;
            }
        }
    }
}

static uint32_t pack(const float sum[3])
{
    uint32_t pixel = 0;
    for (int c = 0; c < 3; c++) {
        const float value = sum[c] / (SCENE_SAMPLES * SCENE_SAMPLES);
        pixel = pixel << 8 | (uint32_t)((value < 0.0F   ? 0.0F
                                         : value > 1.0F ? 1.0F
                                                        : value) *
                                            255.0F +
                                        0.5F);
    }
    return pixel;
}

void scene_band_resolve(const scene_band *b, int width, uint32_t *pixels, float *nearest)
{
    for (int j = 0; j < b->rows; j++) {
        for (int i = 0; i < width; i++) {
            float sum[3] = {0.0F, 0.0F, 0.0F};
            for (int s = 0; s < SCENE_SAMPLES * SCENE_SAMPLES; s++) {
                const size_t at =
                    (size_t)(j * SCENE_SAMPLES + s / SCENE_SAMPLES) * (size_t)b->width +
                    (size_t)(i * SCENE_SAMPLES + s % SCENE_SAMPLES);
                for (int c = 0; c < 3; c++) {
                    sum[c] += b->colour[3 * at + (size_t)c];
                }
            }
            const size_t pixel = (size_t)(b->first + j) * (size_t)width + (size_t)i;
            pixels[pixel] = pack(sum);
            nearest[pixel] =
                b->depth[(size_t)(j * SCENE_SAMPLES + SCENE_SAMPLES / 2) * (size_t)b->width +
                         (size_t)(i * SCENE_SAMPLES + SCENE_SAMPLES / 2)];
        }
    }
}
