// SPDX-License-Identifier: GPL-3.0-or-later
// talus bench: named scenes, timed.
#include "studies/bench/bench.h"
#include "app/cli/cli.h"
#include "studies/bench/scenes.h"

#include <string.h>
#include <unistd.h>

enum { DEFAULT_REPEATS = 5, MOST_REPEATS = 10000, PATH_ROOM = 4096 };

/// Whether the directory holds the scenarios of the scenes.
static bool has_scenarios(const char *directory)
{
    char path[PATH_ROOM + 256];
    (void)snprintf(path, sizeof path, "%s/%s", directory, study_scene_file(STUDY_RAMP));
    return access(path, R_OK) == 0;
}

/// Where scenarios/ and terrain/ are: --data; else beside the program as it is installed
/// (../share/talus) or built (build/PRESET in the source tree), or here.
static const char *find_data(const cli_arguments *arguments, char room[PATH_ROOM + 64])
{
    static const char *const beside[] = {"../share/talus", "../.."};
    const char *given = cli_value(arguments, "data");
    if (given != NULL) {
        return given;
    }
    char program[PATH_ROOM];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    char *slash = NULL;
    if (length > 0) {
        program[length] = '\0';
        slash = strrchr(program, '/');
    }
    for (size_t k = 0; slash != NULL && k < 2; k++) {
        (void)snprintf(room, PATH_ROOM + 64, "%.*s/%s", (int)(slash - program), program, beside[k]);
        if (has_scenarios(room)) {
            return room;
        }
    }
    return has_scenarios(".") ? "." : NULL;
}

static void print_row(const char *scene, talus_scheme scheme, const bench_result *r)
{
    const double steps = (double)(r->flight_steps + r->contact_steps);
    const double contact_steps = (double)r->contact_steps;
    printf("%s,%s,%u,%llu,%.1f,%.2f,%.2f,%.1f,%.4f,%.3f,%.1f,%.4f,0x%016llx\n", scene,
           talus_scheme_name(scheme), r->threads, (unsigned long long)r->rocks, bench_rate(r),
           1e9 * r->cpu_time / steps, 1e9 * r->flight_time / (double)r->flight_steps,
           1e9 * r->contact_time / contact_steps, (double)r->contacts / steps,
           (double)r->iterations / contact_steps, steps / (double)r->rocks,
           (double)r->flight_steps / steps, (unsigned long long)r->hash);
    fflush(stdout);
}

/// One scene under all schemes.
static cli_exit bench_scene(const cli_arguments *arguments, study_scene_id id, const char *data,
                            const bench_options *options, const cli_schemes *schemes)
{
    study_scene scene;
    talus_error error = {0};
    const uint64_t seed = cli_count(arguments, "seed", 0);
    talus_status status = study_scene_make(&scene, id, data, cli_count(arguments, "rocks", 0),
                                           cli_has(arguments, "seed") ? &seed : NULL, &error);
    for (size_t k = 0; k < schemes->count && status == TALUS_OK; k++) {
        bench_result result;
        scene.campaign.step.scheme = schemes->items[k];
        status = bench_run(&scene.campaign, options, &result, &error);
        if (status == TALUS_OK) {
            print_row(study_scene_name(id), schemes->items[k], &result);
        }
    }
    study_scene_clear(&scene);
    if (status == TALUS_OK) {
        return CLI_OK;
    }
    error.status = status;
    cli_print_error(&error);
    return cli_exit_of(status);
}

static bool name_scene(const char *name, study_scene_id *id)
{
    if (study_scene_from_name(name, id)) {
        return true;
    }
    const char *names[STUDY_SCENE_COUNT + 1] = {NULL};
    cli_say("talus bench: there is no scene \"%s\", expected one of", name);
    for (int k = 0; k < STUDY_SCENE_COUNT; k++) {
        names[k] = study_scene_name((study_scene_id)k);
        fprintf(stderr, "%s %s", k == 0 ? "" : ",", names[k]);
    }
    const char *near = cli_nearest(name, names);
    fprintf(stderr, "%s%s%s\n", near ? " (did you mean " : "", near ? near : "", near ? "?)" : "");
    return false;
}

/// Scenes in the order of the command line, all without operands.
static bool read_scenes(const cli_arguments *arguments, study_scene_id scenes[], size_t *count)
{
    *count = arguments->operand_count;
    if (*count == 0) {
        *count = STUDY_SCENE_COUNT;
        for (int k = 0; k < STUDY_SCENE_COUNT; k++) {
            scenes[k] = (study_scene_id)k;
        }
    }
    if (*count > STUDY_SCENE_COUNT) {
        fprintf(stderr, "talus bench: %zu scenes, there are %d\n", *count, (int)STUDY_SCENE_COUNT);
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
    study_scene_id scenes[STUDY_SCENE_COUNT];
    size_t count;
    cli_schemes schemes = {0};
    const uint64_t repeats = cli_count(arguments, "repeat", DEFAULT_REPEATS);
    if (!read_scenes(arguments, scenes, &count) ||
        !cli_schemes_read(arguments, "scheme", &schemes)) {
        return CLI_USAGE;
    }
    if (repeats < 1 || repeats > MOST_REPEATS) {
        fprintf(stderr, "talus bench: --repeat %llu, expected 1 to %d\n",
                (unsigned long long)repeats, MOST_REPEATS);
        return CLI_USAGE;
    }
    const bench_options options = {.threads = (unsigned)cli_count(arguments, "threads", 1),
                                   .repeats = (size_t)repeats};
    char room[PATH_ROOM + 64];
    const char *data = find_data(arguments, room);
    for (size_t k = 0; k < count; k++) {
        const char *file = study_scene_file(scenes[k]);
        if (file != NULL && (data == NULL || !has_scenarios(data))) {
            fprintf(stderr,
                    "talus bench: %s needs %s, which is not in %s; give the directory that holds "
                    "scenarios/ and terrain/ with --data\n",
                    study_scene_name(scenes[k]), file,
                    data == NULL ? "the installed data or this directory" : data);
            return CLI_BAD_INPUT;
        }
    }
    printf("scene,scheme,threads,rocks,rocks_per_s,ns_per_step,ns_flight_step,ns_contact_step,"
           "contacts_per_step,iterations_per_contact_step,steps_per_rock,flight_fraction,hash\n");
    cli_exit result = CLI_OK;
    for (size_t k = 0; k < count && result == CLI_OK; k++) {
        result = bench_scene(arguments, scenes[k], data, &options, &schemes);
    }
    return result;
}
