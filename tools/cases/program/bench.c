// SPDX-License-Identifier: GPL-3.0-or-later
// talus-cases bench: named scenes, timed.
#include "cases/bench/bench.h"
#include "cases/bench/heaps.h"
#include "cases/bench/scenes.h"
#include "cases/evaluate/evaluate.h"
#include "cases/program/commands.h"
#include "input/command/command.h"
#include "io/table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_REPEATS = 5,
    MOST_REPEATS = 10000,
    /// scenes of single rocks come first, then those of several blocks
    SCENE_COUNT = STUDY_SCENE_COUNT + BENCH_HEAP_COUNT
};

static const char *scene_name(int scene)
{
    return scene < STUDY_SCENE_COUNT ? study_scene_name((study_scene_id)scene)
                                     : bench_heap_name((bench_heap_id)(scene - STUDY_SCENE_COUNT));
}

static const char *scene_file(int scene)
{
    return scene < STUDY_SCENE_COUNT ? study_scene_file((study_scene_id)scene) : NULL;
}

/// --data, else where the program finds it.
static const char *find_data(const cli_arguments *arguments, char room[EVALUATE_DATA])
{
    const char *given = cli_value(arguments, "data");
    return given != NULL ? given : evaluate_data(room);
}

/// A line of the output. A number that does not exist is NAN.
typedef struct bench_line {
    const char *scene, *scheme;
    unsigned threads;
    uint64_t rocks;
    double rocks_per_s, ns_per_step, ns_flight_step, ns_contact_step;
    double contacts_per_step, iterations_per_contact_step, steps_per_rock, flight_fraction;
    char hash[20];
    double simulated_s_per_s;
    uint64_t unsolved;
    double penetration, creep; ///< m
    double rests;
} bench_line;

#define BENCH_COLUMNS(X)                                                                           \
    X(WORD, scene, NULL, "name", row->scene)                                                       \
    X(WORD, scheme, NULL, "of the rotation", row->scheme)                                          \
    X(INTEGER, threads, "1", "that ran", row->threads)                                             \
    X(UNSIGNED, rocks, "1", "completed; blocks of a heap", row->rocks)                             \
    X(FIXED1, rocks_per_s, "1/s", "of processor time; with several threads of wall time",          \
      row->rocks_per_s)                                                                            \
    X(FIXED2, ns_per_step, "ns", "processor time of a step", row->ns_per_step)                     \
    X(FIXED2, ns_flight_step, "ns", "of a step without a closed contact", row->ns_flight_step)     \
    X(FIXED1, ns_contact_step, "ns", "of a step with a closed contact", row->ns_contact_step)      \
    X(FIXED4, contacts_per_step, "1", "closed", row->contacts_per_step)                            \
    X(FIXED3, iterations_per_contact_step, "1", "of the contact solver",                           \
      row->iterations_per_contact_step)                                                            \
    X(FIXED1, steps_per_rock, "1", "of a heap: in all", row->steps_per_rock)                       \
    X(FIXED4, flight_fraction, "1", "share of steps without a closed contact",                     \
      row->flight_fraction)                                                                        \
    X(WORD, hash, NULL, "of the results", row->hash)                                               \
    X(REAL6, simulated_s_per_s, "1", "simulated time over time taken", row->simulated_s_per_s)     \
    X(UNSIGNED, unsolved, "1", "contact problems", row->unsolved)                                  \
    X(REAL3, penetration_m, "m", "of a heap: largest", row->penetration)                           \
    X(REAL3, creep_m, "m", "of a heap that stands", row->creep)                                    \
    X(REAL6, rests, "1", "of a heap: 1 if all blocks came to rest", row->rests)
TABLE_DEFINE(bench, BENCH_COLUMNS, const bench_line *row = TABLE_ROW(bench_line))

static cli_exit print_line(bench_line *line, uint64_t hash)
{
    (void)snprintf(line->hash, sizeof line->hash, "0x%016llx", (unsigned long long)hash);
    const talus_table table = TABLE(bench, line, 1);
    return cli_print_csv_row(&table, 0);
}

static cli_exit print_row(const char *scene, talus_scheme scheme, const bench_result *r)
{
    const double steps = (double)(r->flight_steps + r->contact_steps);
    const double contact_steps = (double)r->contact_steps;
    bench_line line = {
        .scene = scene,
        .scheme = talus_scheme_name(scheme),
        .threads = r->threads,
        .rocks = r->rocks,
        .rocks_per_s = bench_rate(r),
        .ns_per_step = 1e9 * r->cpu_time / steps,
        .ns_flight_step = 1e9 * r->flight_time / (double)r->flight_steps,
        .ns_contact_step = 1e9 * r->contact_time / contact_steps,
        .contacts_per_step = (double)r->contacts / steps,
        .iterations_per_contact_step = (double)r->iterations / contact_steps,
        .steps_per_rock = steps / (double)r->rocks,
        .flight_fraction = (double)r->flight_steps / steps,
        .simulated_s_per_s = r->simulated_time / (r->threads > 1 ? r->wall_time : r->cpu_time),
        .unsolved = r->unsolved,
        .penetration = (double)NAN,
        .creep = (double)NAN,
        .rests = (double)NAN,
    };
    return print_line(&line, r->hash);
}

static cli_exit print_heap_row(const char *scene, talus_scheme scheme, const bench_heap_result *r)
{
    const double steps = (double)r->steps;
    bench_line line = {
        .scene = scene,
        .scheme = talus_scheme_name(scheme),
        .threads = 1,
        .rocks = r->bodies,
        .rocks_per_s = (double)NAN,
        .ns_per_step = 1e9 * r->cpu_time / steps,
        .ns_flight_step = (double)NAN,
        .ns_contact_step = (double)NAN,
        .contacts_per_step = (double)r->contacts / steps,
        .iterations_per_contact_step = (double)r->iterations / steps,
        .steps_per_rock = steps,
        .flight_fraction = (double)NAN,
        .simulated_s_per_s = r->time / r->cpu_time,
        .unsolved = r->unsolved,
        .penetration = r->penetration,
        .creep = r->creep,
        .rests = r->rests ? 1.0 : 0.0,
    };
    return print_line(&line, r->hash);
}

static cli_exit end_scene(talus_status status, talus_error *error)
{
    if (status == TALUS_OK) {
        return CLI_OK;
    }
    error->status = status;
    cli_print_error(error);
    return cli_exit_of(status);
}

/// One scene of single rocks under all schemes.
static cli_exit bench_scene(const cli_arguments *arguments, study_scene_id id, const char *data,
                            const bench_options *options, const cli_schemes *schemes)
{
    study_scene scene;
    talus_error error = {0};
    const uint64_t seed = cli_count(arguments, "seed", 0);
    talus_status status = study_scene_make(&scene, id, data, cli_count(arguments, "rocks", 0),
                                           cli_has(arguments, "seed") ? &seed : NULL, &error);
    cli_exit printed = CLI_OK;
    for (size_t k = 0; k < schemes->count && status == TALUS_OK && printed == CLI_OK; k++) {
        bench_result result;
        scene.campaign.step.scheme = schemes->items[k];
        status = bench_run(&scene.campaign, options, &result, &error);
        if (status == TALUS_OK) {
            printed = print_row(study_scene_name(id), schemes->items[k], &result);
        }
    }
    study_scene_clear(&scene);
    return status == TALUS_OK ? printed : end_scene(status, &error);
}

/// A scene of several blocks under one scheme: the run of median time.
static cli_exit repeat_heap(const cli_arguments *arguments, bench_heap_id id, talus_scheme scheme,
                            size_t repeats)
{
    talus_error error = {0};
    bench_heap_result *results = calloc(repeats, sizeof *results);
    if (results == NULL) {
        return end_scene(
            talus_error_set(&error, TALUS_ERROR_MEMORY, "out of memory for %zu runs", repeats),
            &error);
    }
    talus_status status = TALUS_OK;
    for (size_t k = 0; k < repeats && status == TALUS_OK; k++) {
        bench_heap heap;
        status =
            bench_heap_make(&heap, id, (size_t)cli_count(arguments, "rocks", 0), scheme, &error);
        if (status == TALUS_OK) {
            status = bench_heap_run(&heap, cli_number(arguments, "time", 0.0), &results[k], &error);
        }
        bench_heap_clear(&heap);
    }
    const cli_exit result = status == TALUS_OK ? print_heap_row(bench_heap_name(id), scheme,
                                                                bench_heap_median(results, repeats))
                                               : end_scene(status, &error);
    free(results);
    return result;
}

static cli_exit bench_blocks(const cli_arguments *arguments, bench_heap_id id, size_t repeats,
                             const cli_schemes *schemes)
{
    cli_exit result = CLI_OK;
    for (size_t k = 0; k < schemes->count && result == CLI_OK; k++) {
        result = repeat_heap(arguments, id, schemes->items[k], repeats);
    }
    return result;
}

static bool name_scene(const char *name, int *scene)
{
    const char *names[SCENE_COUNT + 1] = {NULL};
    for (*scene = 0; *scene < SCENE_COUNT; ++*scene) {
        names[*scene] = scene_name(*scene);
        if (strcmp(name, names[*scene]) == 0) {
            return true;
        }
    }
    cli_say("talus-cases bench: there is no scene \"%s\", expected one of", name);
    for (int k = 0; k < SCENE_COUNT; k++) {
        fprintf(stderr, "%s %s", k == 0 ? "" : ",", names[k]);
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "%s%s%s\n", near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return false;
}

/// Scenes in the order of the command line; without operands all of single rocks.
static bool read_scenes(const cli_arguments *arguments, int scenes[], size_t *count)
{
    *count = arguments->operand_count;
    if (*count == 0) {
        *count = STUDY_SCENE_COUNT;
        for (int k = 0; k < STUDY_SCENE_COUNT; k++) {
            scenes[k] = k;
        }
    }
    if (*count > SCENE_COUNT) {
        fprintf(stderr, "talus-cases bench: %zu scenes, there are %d\n", *count, (int)SCENE_COUNT);
        return false;
    }
    for (size_t k = 0; k < arguments->operand_count; k++) {
        if (!name_scene(arguments->operands[k], &scenes[k])) {
            return false;
        }
    }
    return true;
}

cli_exit cli_bench(const cli_arguments *arguments)
{
    int scenes[SCENE_COUNT];
    size_t count;
    cli_schemes schemes = {0};
    const uint64_t repeats = cli_count(arguments, "repeat", DEFAULT_REPEATS);
    if (!read_scenes(arguments, scenes, &count) ||
        !cli_schemes_read(arguments, "scheme", &schemes)) {
        return CLI_USAGE;
    }
    if (repeats < 1 || repeats > MOST_REPEATS) {
        fprintf(stderr, "talus-cases bench: --repeat %llu, expected 1 to %d\n",
                (unsigned long long)repeats, MOST_REPEATS);
        return CLI_USAGE;
    }
    const bench_options options = {.threads = (unsigned)cli_count(arguments, "threads", 1),
                                   .at_once = (unsigned)cli_count(arguments, "at-once", 0),
                                   .repeats = (size_t)repeats};
    char room[EVALUATE_DATA];
    const char *data = find_data(arguments, room);
    for (size_t k = 0; k < count; k++) {
        const char *file = scene_file(scenes[k]);
        if (file != NULL && (data == NULL || !evaluate_has_data(data))) {
            fprintf(
                stderr,
                "talus-cases bench: %s needs %s, which is not in %s; give the directory that holds "
                "scenarios/ and terrain/ with --data\n",
                scene_name(scenes[k]), file,
                data == NULL ? "the installed data or this directory" : data);
            return CLI_BAD_INPUT;
        }
    }
    const talus_table table = TABLE(bench, NULL, 0);
    cli_exit result = cli_print_csv_head(&table);
    for (size_t k = 0; k < count && result == CLI_OK; k++) {
        result = scenes[k] < STUDY_SCENE_COUNT
                     ? bench_scene(arguments, (study_scene_id)scenes[k], data, &options, &schemes)
                     : bench_blocks(arguments, (bench_heap_id)(scenes[k] - STUDY_SCENE_COUNT),
                                    options.repeats, &schemes);
    }
    return result;
}
