// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of several blocks, made in code, and their runs.
#include "cases/bench/heaps.h"

#include "cases/bench/slope.h"
#include "foundation/math/linalg.h"
#include "runs/trajectory/event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct heap_entry {
    const char *name;
    size_t bodies;
    double seconds;
} heap_entry;

static const heap_entry entries[BENCH_HEAP_COUNT] = {
#define HEAP_ENTRY(id, name, bodies, seconds, doc) {name, bodies, seconds},
    BENCH_HEAP_LIST(HEAP_ENTRY)
#undef HEAP_ENTRY
};

const char *bench_heap_name(bench_heap_id id)
{
    return entries[id].name;
}

/// Flat ground of 2 m cells, 256 m wide, around the origin; the slope of inclined-40 for a cluster.
static talus_status make_ground(bench_heap *heap, bench_heap_id id, talus_error *error)
{
    if (id == BENCH_HEAP_CLUSTER) {
        return slope_make_inclined(&heap->terrain, error);
    }
    enum { NODES = 129 };
    const talus_grid grid = {.x0 = -128.0, .y0 = -128.0, .cell = 2.0, .nx = NODES, .ny = NODES};
    double *heights = calloc((size_t)NODES * NODES, sizeof *heights);
    if (heights == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for a scene's terrain");
    }
    const talus_status status = talus_terrain_create(&grid, heights, NULL, &heap->terrain, error);
    free(heights);
    return status;
}

static const talus_vec3 block_lengths[BENCH_HEAP_COUNT] = {
    [BENCH_HEAP_WALL] = {1.0, 1.0, 1.0},
    [BENCH_HEAP_COLUMN] = {1.0, 1.0, 1.0},
    [BENCH_HEAP_PILE] = {0.5, 0.5, 0.5},
    [BENCH_HEAP_CLUSTER] = {1.0, 0.8, 0.6},
};

/// Where block k of a scene starts, at rest.
static talus_state place_block(bench_heap_id id, size_t k)
{
    talus_state q = {.p = {1.0, 0.0, 0.0, 0.0}};
    double column = (double)(k % 10), row = (double)(k / 10), layer = 0.0;
    switch (id) {
    case BENCH_HEAP_WALL: // joints of 1 cm
        q.r = vec3(1.01 * column + (k / 10 % 2 == 0 ? 0.0 : 0.25), 0.0, 0.5 + row);
        break;
    case BENCH_HEAP_COLUMN:
        q.r = vec3(0.3, 0.0, 0.5 + (double)k);
        break;
    case BENCH_HEAP_PILE: // the diagonal of a cube is 0.87 m
        column = (double)(k % 16), row = (double)(k / 16 % 16), layer = (double)(k / 256);
        q.r = vec3(0.9 * column, 0.9 * row, 0.5 + 0.9 * layer);
        q.p = slope_orientation(k);
        break;
    case BENCH_HEAP_CLUSTER: // the diagonal of a block is 1.41 m
        column = (double)(k % 2), row = (double)(k / 2 % 5), layer = (double)(k / 10);
        q.r = vec3(10.0 + 1.5 * column, 47.0 + 1.5 * row, 162.0 + 1.5 * layer);
        q.p = slope_orientation(k);
        break;
    case BENCH_HEAP_COUNT:
        break;
    }
    return q;
}

static talus_status add_blocks(bench_heap *heap, bench_heap_id id, size_t bodies,
                               talus_scheme scheme, talus_error *error)
{
    bodies_options options = bodies_options_default();
    options.step.scheme = scheme;
    options.step.tolerance = BENCH_HEAP_TOLERANCE;
    heap->time_step = options.step.time_step;
    talus_status status =
        bodies_event_create(&heap->site, &options, heap->rock->vertex_count, &heap->event, error);
    for (size_t k = 0; k < bodies && status == TALUS_OK; k++) {
        const talus_state q = place_block(id, k);
        status =
            bodies_event_add(heap->event, heap->rock, 1.0, 0, TALUS_ROCK_WITHOUT_DRAWS, &q, error);
    }
    return status;
}

talus_status bench_heap_make(bench_heap *heap, bench_heap_id id, size_t bodies, talus_scheme scheme,
                             talus_error *error)
{
    *heap = (bench_heap){.seconds = entries[id].seconds,
                         .falls = id == BENCH_HEAP_PILE || id == BENCH_HEAP_CLUSTER};
    talus_status status = make_ground(heap, id, error);
    status = status == TALUS_OK
                 ? talus_rock_build("cuboid", block_lengths[id], 0, 2700.0, &heap->rock, error)
                 : status;
    if (status != TALUS_OK) {
        return status;
    }
    heap->ground = (talus_ground){.name = "bench", .mu_min = 0.6, .mu_max = 0.6};
    heap->site =
        (talus_site){.terrain = heap->terrain, .grounds = &heap->ground, .ground_count = 1};
    return add_blocks(heap, id, bodies == 0 ? entries[id].bodies : bodies, scheme, error);
}

void bench_heap_clear(bench_heap *heap)
{
    bodies_event_destroy(heap->event);
    talus_rock_destroy(heap->rock);
    talus_terrain_destroy(heap->terrain);
    *heap = (bench_heap){0};
}

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// What a run keeps beside its result.
typedef struct heap_watch {
    talus_vec3 *places; ///< (bodies) that creep is measured from
    double still;       ///< s that all blocks have been slow
} heap_watch;

static void keep_places(const bench_heap *heap, heap_watch *watch)
{
    for (size_t k = 0; k < bodies_event_count(heap->event); k++) {
        watch->places[k] = bodies_event_state(heap->event, k)->r;
    }
}

static bool all_are_slow(const bench_heap *heap)
{
    for (size_t k = 0; k < bodies_event_count(heap->event); k++) {
        const talus_state *q = bodies_event_state(heap->event, k);
        if (!(vec3_norm(q->v) < 0.1 && vec3_norm(q->omega) < 0.1)) {
            return false;
        }
    }
    return true;
}

static void add_report(const bodies_report *report, bench_heap_result *result)
{
    result->contacts += report->contact_count;
    result->iterations += (uint64_t)report->iterations;
    result->unsolved += report->unsolved;
    result->worst_error = fmax(result->worst_error, report->worst_error);
}

/// Creep, penetration and hash of the last step.
static void measure_end(const bench_heap *heap, const heap_watch *watch, bench_heap_result *result)
{
    size_t count = 0;
    const bodies_contact *contacts = bodies_event_contacts(heap->event, &count);
    for (size_t k = 0; k < count; k++) {
        result->penetration = fmax(result->penetration, -contacts[k].gap);
    }
    result->creep = heap->falls && !(watch->still > 0.0) ? (double)NAN : 0.0;
    for (size_t k = 0; k < result->bodies; k++) {
        const talus_state *q = bodies_event_state(heap->event, k);
        const double way = vec3_norm(vec3_sub(q->r, watch->places[k]));
        result->creep = way > result->creep ? way : result->creep;
        const talus_rock_record record = {.rock = k, .outcome = TALUS_STOPPED, .end = *q};
        result->hash += trajectory_record_hash(&record);
    }
}

static talus_status run_watched(bench_heap *heap, double seconds, heap_watch *watch,
                                bench_heap_result *result, talus_error *error)
{
    const double rest = 0.5;
    const uint64_t most = (uint64_t)floor(seconds / heap->time_step + 0.5);
    keep_places(heap, watch);
    while (result->steps < most && !(heap->falls && watch->still >= rest)) {
        bodies_report report;
        const double start = processor_seconds();
        const talus_status status = bodies_event_step(heap->event, &report, error);
        result->cpu_time += processor_seconds() - start;
        if (status != TALUS_OK) {
            return status;
        }
        result->steps++;
        add_report(&report, result);
        const bool is_slow = all_are_slow(heap);
        watch->still = is_slow ? watch->still + heap->time_step : 0.0;
        if (heap->falls && !is_slow) {
            keep_places(heap, watch);
        }
    }
    result->time = (double)result->steps * heap->time_step;
    result->rests = watch->still >= rest;
    measure_end(heap, watch, result);
    return TALUS_OK;
}

talus_status bench_heap_run(bench_heap *heap, double seconds, bench_heap_result *result,
                            talus_error *error)
{
    *result = (bench_heap_result){.bodies = bodies_event_count(heap->event)};
    heap_watch watch = {.places = calloc(result->bodies + 1, sizeof(talus_vec3))};
    if (watch.places == NULL) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory for %zu blocks",
                               result->bodies);
    }
    const talus_status status =
        run_watched(heap, seconds > 0.0 ? seconds : heap->seconds, &watch, result, error);
    free(watch.places);
    return status;
}

static int compare_times(const void *x, const void *y)
{
    const double a = ((const bench_heap_result *)x)->cpu_time;
    const double b = ((const bench_heap_result *)y)->cpu_time;
    return (a > b) - (a < b);
}

const bench_heap_result *bench_heap_median(bench_heap_result *results, size_t count)
{
    qsort(results, count, sizeof *results, compare_times);
    return &results[count / 2];
}
