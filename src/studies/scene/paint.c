// SPDX-License-Identifier: GPL-3.0-or-later
// The picture: bands of rows, each drawn by one thread with several samples a pixel and a depth for
// each sample. What a band shows depends on nothing but the world, so the number of threads does not
// matter.
#include "studies/scene/scene.h"

#include "foundation/base/pool.h"
#include "studies/scene/band.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { BAND = 16, BLOCK = 24 }; // rows; cells a side
#define HAZE 0.30               // of the farthest ground

/// A share of the terrain, and where it is in the picture.
typedef struct block {
    size_t i0, j0, i1, j1; ///< cells
    float low, high;       ///< px rows
    float near;            ///< 1/m, its nearest corner
} block;

typedef struct paint_job {
    const scene_world *world;
    scene_spot *nodes; ///< of the terrain
    scene_spot *skirt; ///< the same nodes at the underside
    block *blocks;
    size_t block_count;
    scene_spot (*corners)[3]; ///< of the triangles
    scene_spot (*ends)[2];    ///< of the strokes
    uint32_t *order;          ///< of the triangles that shine through, far ones first
    size_t shining;
    double far_depth, near_depth; ///< m, of the terrain
    uint32_t *pixels;
    float *nearest;
    atomic_int next; ///< band
    atomic_bool failed;
} paint_job;

static void sky_at(const scene_world *world, double fraction, float colour[3])
{
    static const double top[3] = {0.55, 0.69, 0.84}, bottom[3] = {0.93, 0.95, 0.96};
    for (int c = 0; c < 3; c++) {
        colour[c] = world->plain ? 1.0F : (float)(top[c] + fraction * (bottom[c] - top[c]));
    }
}

/// Air between the ground and the camera.
static void add_haze(const paint_job *job, float q, float colour[3])
{
    static const float air[3] = {0.83F, 0.88F, 0.93F};
    const double range = job->far_depth - job->near_depth;
    const double s = range > 0.0 ? (1.0 / (double)q - job->near_depth) / range : 0.0;
    const float share = (float)(HAZE * (s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s * s));
    for (int c = 0; c < 3 && !job->world->plain; c++) {
        colour[c] = (1.0F - share) * colour[c] + share * air[c];
    }
}

typedef struct ground_face {
    const paint_job *job;
    size_t nodes[3];
} ground_face;

/// Colour of the layer under a point of the lattice; false where there is none.
static bool draped(const scene_terrain *t, double u, double v, chart_rgb *colour)
{
    if (t->drape == NULL) {
        return false;
    }
    const double x = t->image.west + (u + 0.5) * t->image.cell;
    const double y = t->image.south + (v + 0.5) * t->image.cell;
    const double i = (x - t->layer.west) / t->layer.cell, j = (y - t->layer.south) / t->layer.cell;
    if (!(i >= 0.0 && j >= 0.0 && i < (double)t->layer.nx && j < (double)t->layer.ny)) {
        return false;
    }
    const scene_cell *cell = &t->drape[(size_t)j * t->layer.nx + (size_t)i];
    const double line = (x + y) / t->hatch;
    const double tone = cell->is_hatched && line - floor(line) < 0.18 ? 0.72 : 1.0;
    *colour = (chart_rgb){tone * cell->colour.r, tone * cell->colour.g, tone * cell->colour.b};
    return cell->is_there;
}

static void shade_ground(const void *user, const double weights[3], float q, float colour[3])
{
    const ground_face *face = user;
    const scene_terrain *t = &face->job->world->terrain;
    double light = 0.0, ground[3] = {0.0, 0.0, 0.0}, u = 0.0, v = 0.0;
    for (int k = 0; k < 3; k++) {
        const size_t at = face->nodes[k];
        light += weights[k] * (double)t->light[at];
        u += weights[k] * (double)(at % t->image.nx);
        v += weights[k] * (double)(at / t->image.nx);
        for (int c = 0; c < 3; c++) {
            ground[c] += weights[k] * (double)t->ground[3 * at + (size_t)c];
        }
    }
    chart_rgb layer = {0.0, 0.0, 0.0};
    if (draped(t, u, v, &layer)) {
        const double alpha = 0.88, relief = 0.42 + 0.58 * light; // the ramp stays readable
        const double own[3] = {layer.r, layer.g, layer.b};
        for (int c = 0; c < 3; c++) {
            colour[c] = (float)(alpha * relief * own[c] + (1.0 - alpha) * light * ground[c]);
        }
    } else {
        const double grey = t->drape != NULL ? 0.70 : -1.0;
        for (int c = 0; c < 3; c++) {
            colour[c] = (float)(light * (grey < 0.0 ? ground[c] : 0.3 * ground[c] + 0.7 * grey));
        }
    }
    for (int c = 0; c < 3; c++) {
        colour[c] = colour[c] > 1.0F ? 1.0F : colour[c];
    }
    add_haze(face->job, q, colour);
}

typedef struct plain_face {
    const paint_job *job;
    float colour[3];
} plain_face;

static void shade_plain(const void *user, const double weights[3], float q, float colour[3])
{
    const plain_face *face = user;
    (void)weights;
    memcpy(colour, face->colour, sizeof face->colour);
    add_haze(face->job, q, colour);
}

static scene_raster_triangle triangle_of(const scene_spot *a, const scene_spot *b,
                                         const scene_spot *c)
{
    const float s = SCENE_SAMPLES;
    return (scene_raster_triangle){
        {s * a->x, s * b->x, s * c->x}, {s * a->y, s * b->y, s * c->y}, {a->q, b->q, c->q}};
}

static bool has_node(const scene_terrain *t, size_t at)
{
    return !isnan(t->image.values[at]);
}

/// The two triangles of a cell, cut along its shorter diagonal in height.
static void fill_cell(const paint_job *job, scene_band *b, size_t i, size_t j)
{
    const scene_terrain *t = &job->world->terrain;
    const size_t nx = t->image.nx, at = j * nx + i;
    const size_t corners[4] = {at, at + 1, at + nx + 1, at + nx};
    static const int halves[2][3] = {{0, 1, 2}, {0, 2, 3}}, others[2][3] = {{0, 1, 3}, {1, 2, 3}};
    const float *z = t->image.values;
    const bool is_other =
        fabsf(z[corners[0]] - z[corners[2]]) > fabsf(z[corners[1]] - z[corners[3]]);
    for (int h = 0; h < 2; h++) {
        const int *half = (is_other ? others : halves)[h];
        ground_face face = {job, {corners[half[0]], corners[half[1]], corners[half[2]]}};
        if (has_node(t, face.nodes[0]) && has_node(t, face.nodes[1]) &&
            has_node(t, face.nodes[2])) {
            const scene_raster_triangle flat = triangle_of(
                &job->nodes[face.nodes[0]], &job->nodes[face.nodes[1]], &job->nodes[face.nodes[2]]);
            scene_band_fill(b, &flat, 1.0F, shade_ground, &face);
        }
    }
}

static bool is_whole(const scene_terrain *t, ptrdiff_t i, ptrdiff_t j)
{
    const ptrdiff_t nx = (ptrdiff_t)t->image.nx, ny = (ptrdiff_t)t->image.ny;
    if (i < 0 || j < 0 || i + 1 >= nx || j + 1 >= ny) {
        return false;
    }
    const size_t at = (size_t)(j * nx + i);
    return has_node(t, at) && has_node(t, at + 1) && has_node(t, at + (size_t)nx) &&
           has_node(t, at + (size_t)nx + 1);
}

/// Walls from the rim of the terrain down to its underside.
static void fill_skirt(const paint_job *job, scene_band *b, size_t i, size_t j)
{
    static const int beside[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static const int ends[4][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};
    static const float tones[4] = {0.62F, 0.54F, 0.48F, 0.56F};
    const scene_terrain *t = &job->world->terrain;
    const size_t nx = t->image.nx, at = j * nx + i;
    const size_t corners[4] = {at, at + 1, at + nx + 1, at + nx};
    if (!is_whole(t, (ptrdiff_t)i, (ptrdiff_t)j)) {
        return;
    }
    for (int side = 0; side < 4; side++) {
        if (is_whole(t, (ptrdiff_t)i + beside[side][0], (ptrdiff_t)j + beside[side][1])) {
            continue;
        }
        const size_t from = corners[ends[side][0]], to = corners[ends[side][1]];
        const plain_face face = {job, {tones[side], 0.95F * tones[side], 0.88F * tones[side]}};
        const scene_raster_triangle upper =
            triangle_of(&job->nodes[from], &job->nodes[to], &job->skirt[to]);
        const scene_raster_triangle lower =
            triangle_of(&job->nodes[from], &job->skirt[to], &job->skirt[from]);
        scene_band_fill(b, &upper, 1.0F, shade_plain, &face);
        scene_band_fill(b, &lower, 1.0F, shade_plain, &face);
    }
}

static void fill_terrain(const paint_job *job, scene_band *b)
{
    for (size_t k = 0; k < job->block_count; k++) {
        const block *part = &job->blocks[k];
        if (part->high < (float)b->first || part->low > (float)(b->first + b->rows)) {
            continue;
        }
        for (size_t j = part->j0; j < part->j1; j++) {
            for (size_t i = part->i0; i < part->i1; i++) {
                fill_cell(job, b, i, j);
                fill_skirt(job, b, i, j);
            }
        }
    }
}

static bool is_beside(const scene_band *b, const scene_spot *spots, int count, float margin)
{
    float low = spots[0].y, high = spots[0].y;
    for (int k = 1; k < count; k++) {
        low = spots[k].y < low ? spots[k].y : low;
        high = spots[k].y > high ? spots[k].y : high;
    }
    return high + margin < (float)b->first || low - margin > (float)(b->first + b->rows);
}

static void fill_triangle(const paint_job *job, scene_band *b, size_t k)
{
    const scene_triangle *from = &job->world->triangles[k];
    if (is_beside(b, job->corners[k], 3, 1.0F)) {
        return;
    }
    const plain_face face = {job,
                             {(float)from->colour.r, (float)from->colour.g, (float)from->colour.b}};
    const scene_raster_triangle flat =
        triangle_of(&job->corners[k][0], &job->corners[k][1], &job->corners[k][2]);
    scene_band_fill(b, &flat, from->cover, shade_plain, &face);
}

/// Two triangles as wide as the line, a little longer than it, so that bends have no gaps.
static void fill_stroke(const paint_job *job, scene_band *b, size_t k)
{
    const scene_stroke *from = &job->world->strokes[k];
    scene_spot a = job->ends[k][0], e = job->ends[k][1];
    if (is_beside(b, job->ends[k], 2, from->width) || a.q <= 0.0F || e.q <= 0.0F) {
        return;
    }
    const float dx = e.x - a.x, dy = e.y - a.y, length = sqrtf(dx * dx + dy * dy);
    const float half = 0.5F * from->width;
    const float ux = length > 1e-6F ? dx / length : 1.0F, uy = length > 1e-6F ? dy / length : 0.0F;
    const float longer = 0.35F * from->width;
    const scene_spot corners[4] = {
        {a.x - longer * ux - half * uy, a.y - longer * uy + half * ux, a.q * (1.0F + from->lift)},
        {a.x - longer * ux + half * uy, a.y - longer * uy - half * ux, a.q * (1.0F + from->lift)},
        {e.x + longer * ux + half * uy, e.y + longer * uy - half * ux, e.q * (1.0F + from->lift)},
        {e.x + longer * ux - half * uy, e.y + longer * uy + half * ux, e.q * (1.0F + from->lift)}};
    const plain_face face = {job,
                             {(float)from->colour.r, (float)from->colour.g, (float)from->colour.b}};
    const scene_raster_triangle one = triangle_of(&corners[0], &corners[1], &corners[2]);
    const scene_raster_triangle two = triangle_of(&corners[0], &corners[2], &corners[3]);
    scene_band_fill(b, &one, 1.0F, shade_plain, &face);
    scene_band_fill(b, &two, 1.0F, shade_plain, &face);
}

static void clear_band(const paint_job *job, scene_band *b)
{
    const int height = job->world->camera.height;
    for (int j = 0; j < b->rows * SCENE_SAMPLES; j++) {
        float sky[3];
        sky_at(job->world, ((double)b->y0 + j) / (double)(SCENE_SAMPLES * height), sky);
        for (int i = 0; i < b->width; i++) {
            const size_t at = (size_t)j * (size_t)b->width + (size_t)i;
            b->depth[at] = 0.0F;
            memcpy(b->colour + 3 * at, sky, sizeof sky);
        }
    }
}

static void paint_band(const paint_job *job, scene_band *b)
{
    const scene_world *world = job->world;
    clear_band(job, b);
    fill_terrain(job, b);
    for (size_t k = 0; k < world->triangle_count; k++) {
        if (world->triangles[k].cover >= 1.0F) {
            fill_triangle(job, b, k);
        }
    }
    for (size_t k = 0; k < world->stroke_count; k++) {
        fill_stroke(job, b, k);
    }
    for (size_t k = 0; k < job->shining; k++) {
        fill_triangle(job, b, job->order[k]);
    }
    scene_band_resolve(b, job->world->camera.width, job->pixels, job->nearest);
}

static void paint_bands(void *context, unsigned worker)
{
    paint_job *job = context;
    const int height = job->world->camera.height;
    const size_t samples = (size_t)job->world->camera.width * SCENE_SAMPLES * BAND * SCENE_SAMPLES;
    scene_band b = {.width = job->world->camera.width * SCENE_SAMPLES,
                    .depth = malloc(samples * sizeof(float)),
                    .colour = malloc(3 * samples * sizeof(float))};
    (void)worker;
    if (b.depth == NULL || b.colour == NULL) {
        atomic_store(&job->failed, true);
    } else {
        for (int k = atomic_fetch_add(&job->next, 1); k * BAND < height;
             k = atomic_fetch_add(&job->next, 1)) {
            b.first = k * BAND;
            b.rows = height - b.first < BAND ? height - b.first : BAND;
            b.y0 = (float)(b.first * SCENE_SAMPLES);
            paint_band(job, &b);
        }
    }
    free(b.depth);
    free(b.colour);
}

static int compare_blocks(const void *a, const void *b)
{
    const block *x = a, *y = b;
    if (x->near != y->near) {
        return x->near > y->near ? -1 : 1;
    }
    return x->j0 != y->j0 ? (x->j0 < y->j0 ? -1 : 1) : (x->i0 > y->i0) - (x->i0 < y->i0);
}

static void project_terrain(paint_job *job)
{
    const scene_terrain *t = &job->world->terrain;
    job->near_depth = HUGE_VAL;
    job->far_depth = 0.0;
    for (size_t k = 0; k < t->image.nx * t->image.ny; k++) {
        const double east = t->image.west + ((double)(k % t->image.nx) + 0.5) * t->image.cell;
        const double north = t->image.south + ((double)(k / t->image.nx) + 0.5) * t->image.cell;
        double at[3];
        scene_place(t, east, north, (double)t->image.values[k], at);
        const float point[3] = {(float)at[0], (float)at[1], (float)at[2]};
        const float below[3] = {(float)at[0], (float)at[1], (float)t->base};
        job->nodes[k] = scene_project(&job->world->camera, point);
        job->skirt[k] = scene_project(&job->world->camera, below);
        if (has_node(t, k) && job->nodes[k].q > 0.0F) {
            job->near_depth = fmin(job->near_depth, 1.0 / (double)job->nodes[k].q);
            job->far_depth = fmax(job->far_depth, 1.0 / (double)job->nodes[k].q);
        }
    }
}

/// Bounds of a block with its skirt; near ones are drawn first, so that few samples are shaded twice.
static void add_block(paint_job *job, size_t i0, size_t j0)
{
    const scene_terrain *t = &job->world->terrain;
    block b = {i0, j0, i0 + BLOCK, j0 + BLOCK, HUGE_VALF, -HUGE_VALF, 0.0F};
    b.i1 = b.i1 < t->image.nx - 1 ? b.i1 : t->image.nx - 1;
    b.j1 = b.j1 < t->image.ny - 1 ? b.j1 : t->image.ny - 1;
    for (size_t j = b.j0; j <= b.j1; j++) {
        for (size_t i = b.i0; i <= b.i1; i++) {
            const size_t at = j * t->image.nx + i;
            if (has_node(t, at) && job->nodes[at].q > 0.0F) {
                const float below = job->skirt[at].q > 0.0F ? job->skirt[at].y : HUGE_VALF;
                b.low = fminf(b.low, fminf(job->nodes[at].y, below));
                b.high = fmaxf(b.high, fmaxf(job->nodes[at].y, below));
                b.near = fmaxf(b.near, job->nodes[at].q);
            }
        }
    }
    if (b.near > 0.0F) {
        job->blocks[job->block_count++] = b;
    }
}

typedef struct shining {
    float q;
    uint32_t index;
} shining;

static int compare_shining(const void *a, const void *b)
{
    const shining *x = a, *y = b;
    if (x->q != y->q) {
        return x->q < y->q ? -1 : 1;
    }
    return (x->index > y->index) - (x->index < y->index);
}

static bool sort_shining(paint_job *job)
{
    const scene_world *world = job->world;
    shining *list = malloc(world->triangle_count * sizeof *list + 1);
    if (list == NULL) {
        return false;
    }
    for (size_t k = 0; k < world->triangle_count; k++) {
        if (world->triangles[k].cover < 1.0F) {
            const scene_spot *c = job->corners[k];
            list[job->shining++] = (shining){c[0].q + c[1].q + c[2].q, (uint32_t)k};
        }
    }
    if (job->shining > 0) {
        qsort(list, job->shining, sizeof *list, compare_shining);
    }
    for (size_t k = 0; k < job->shining; k++) {
        job->order[k] = list[k].index;
    }
    free(list);
    return true;
}

static bool prepare(paint_job *job)
{
    const scene_world *world = job->world;
    const geo_image *image = &world->terrain.image;
    const size_t nodes = image->nx * image->ny;
    const size_t pixels = (size_t)world->camera.width * (size_t)world->camera.height;
    job->nodes = malloc(nodes * sizeof *job->nodes + 1);
    job->skirt = malloc(nodes * sizeof *job->skirt + 1);
    job->blocks = malloc((image->nx / BLOCK + 1) * (image->ny / BLOCK + 1) * sizeof *job->blocks);
    job->corners = malloc(world->triangle_count * sizeof *job->corners + 1);
    job->ends = malloc(world->stroke_count * sizeof *job->ends + 1);
    job->order = malloc(world->triangle_count * sizeof *job->order + 1);
    job->pixels = malloc(pixels * sizeof *job->pixels);
    job->nearest = malloc(pixels * sizeof *job->nearest);
    if (job->nodes == NULL || job->skirt == NULL || job->blocks == NULL || job->corners == NULL ||
        job->ends == NULL || job->order == NULL || job->pixels == NULL || job->nearest == NULL) {
        return false;
    }
    project_terrain(job);
    for (size_t j = 0; j + 1 < image->ny; j += BLOCK) {
        for (size_t i = 0; i + 1 < image->nx; i += BLOCK) {
            add_block(job, i, j);
        }
    }
    if (job->block_count > 0) {
        qsort(job->blocks, job->block_count, sizeof *job->blocks, compare_blocks);
    }
    for (size_t k = 0; k < 3 * world->triangle_count; k++) {
        job->corners[k / 3][k % 3] =
            scene_project(&world->camera, world->triangles[k / 3].points[k % 3]);
    }
    for (size_t k = 0; k < 2 * world->stroke_count; k++) {
        job->ends[k / 2][k % 2] =
            scene_project(&world->camera, world->strokes[k / 2].points[k % 2]);
    }
    return sort_shining(job);
}

talus_status scene_paint(const scene_world *world, unsigned threads, uint32_t **pixels,
                         float **nearest, talus_error *error)
{
    paint_job job = {.world = world};
    talus_status status = TALUS_OK;
    if (!prepare(&job)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a picture of %d x %d",
                                 world->camera.width, world->camera.height);
    } else {
        status = pool_run(threads, paint_bands, &job, NULL, NULL, error);
    }
    if (status == TALUS_OK && atomic_load(&job.failed)) {
        status = talus_error_set(error, TALUS_ERROR_MEMORY, "no memory for a picture of %d x %d",
                                 world->camera.width, world->camera.height);
    }
    free(job.nodes);
    free(job.skirt);
    free(job.blocks);
    free(job.corners);
    free(job.ends);
    free(job.order);
    if (status != TALUS_OK) {
        free(job.pixels);
        free(job.nearest);
        job.pixels = NULL;
        job.nearest = NULL;
    }
    *pixels = job.pixels;
    *nearest = job.nearest;
    return status;
}
