// SPDX-License-Identifier: GPL-3.0-or-later
// States of runs: killed and resumed, or split and merged, a campaign gives the same bits; files
// that are damaged or of another campaign are refused with a sentence.
#include "ensemble/campaign_case.h"
#include "foundation/files/files.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const talus_merge_options partial = {.size = sizeof(talus_merge_options),
                                            .allow_missing = true};

static void run_shard(const talus_campaign *campaign, unsigned shard, unsigned count,
                      const char *directory)
{
    talus_results_destroy(run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                             .checkpoint = directory,
                                                             .shard = shard,
                                                             .shard_count = count}));
}

Test(state, shards_add_up_to_the_whole_in_any_order)
{
    talus_campaign *campaign = make_scene();
    talus_results *whole = run_plainly(campaign), *merged = NULL;
    talus_error error = {0};
    const char *shards[] = {directory_of("c"), directory_of("a"), directory_of("b")};
    run_shard(campaign, 1, 3, shards[1]);
    run_shard(campaign, 2, 3, shards[2]);
    run_shard(campaign, 3, 3, shards[0]);
    cr_assert_eq(talus_campaign_merge(campaign, shards, 3, NULL, &merged, &error), TALUS_OK, "%s",
                 error.message);
    expect_same(merged, whole);
    talus_results_destroy(merged);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

/// Two releases and two rock classes, with frequencies: four strata.
static talus_campaign *make_stratified(talus_release releases[2], talus_rock_class classes[2])
{
    static const double frequency[] = {3.0, 0.5, 0.0, 0.02};
    talus_campaign *campaign = make_scene();
    for (int k = 0; k < 2; k++) {
        releases[k] = scene.release;
        releases[k].rocks = ROCKS / 4 * (1 + 2 * (uint64_t)k);
        classes[k] = scene.kind;
        classes[k].sized = true;
        classes[k].volume = (talus_distribution){.law = TALUS_LAW_FIXED, .a = 0.2 + 0.3 * k};
    }
    campaign->releases = releases;
    campaign->rocks = classes;
    campaign->release_count = campaign->rock_class_count = 2;
    campaign->stratified = true;
    campaign->frequency = frequency;
    return campaign;
}

static void expect_same_strata(const talus_results *a, const talus_results *b)
{
    size_t n = 0, m = 0;
    const talus_stratum *x = ensemble_strata(a, &n), *y = ensemble_strata(b, &m);
    cr_assert_eq(n, 4);
    cr_assert_eq(m, 4);
    cr_expect_eq(memcmp(x, y, 4 * sizeof *x), 0);
}

Test(state, strata_of_shards_add_up_to_those_of_the_whole)
{
    talus_release releases[2];
    talus_rock_class classes[2];
    talus_campaign *campaign = make_stratified(releases, classes);
    talus_results *whole = run_plainly(campaign), *merged = NULL;
    talus_error error = {0};
    const char *shards[] = {directory_of("s1"), directory_of("s2")};
    run_shard(campaign, 1, 2, shards[0]);
    run_shard(campaign, 2, 2, shards[1]);
    cr_assert_eq(talus_campaign_merge(campaign, shards, 2, NULL, &merged, &error), TALUS_OK, "%s",
                 error.message);
    expect_same(merged, whole);
    expect_same_strata(merged, whole);
    talus_results_destroy(merged);
    talus_results_destroy(whole);
    campaign->stratified = false;
    campaign->frequency = NULL;
    cr_expect_neq(talus_campaign_merge(campaign, shards, 2, NULL, &merged, &error), TALUS_OK);
    cr_expect_not_null(strstr(error.message, "statistics cells"), "%s", error.message);
    incline_clear(&scene);
}

Test(state, strata_know_their_rocks_and_weights)
{
    talus_release releases[2];
    talus_rock_class classes[2];
    talus_campaign *campaign = make_stratified(releases, classes);
    talus_results *results = run_plainly(campaign);
    size_t count = 0;
    uint64_t total = 0;
    const talus_stratum *strata = ensemble_strata(results, &count);
    for (uint32_t g = 0; g < 4; g++) {
        uint64_t rocks = 0;
        for (size_t k = 0; k < ROCKS; k++) {
            const talus_rock_record *record = &ensemble_records(results)[k];
            rocks += record->release == g / 2 && record->rock_class == g % 2;
        }
        cr_expect_eq(strata[g].release, g / 2);
        cr_expect_eq(strata[g].rock_class, g % 2);
        cr_expect_eq(strata[g].rocks, rocks);
        cr_expect_eq(strata[g].weight, campaign->frequency[g] / (double)rocks);
        total += rocks;
    }
    cr_expect_eq(total, ROCKS);
    talus_results_destroy(results);
    incline_clear(&scene);
}

Test(state, merges_of_merges_add_up_to_the_whole)
{
    talus_campaign *campaign = make_scene();
    talus_results *whole = run_plainly(campaign), *part = NULL, *merged = NULL;
    talus_error error = {0};
    const char *first[] = {directory_of("one"), directory_of("two")};
    const char *second[] = {directory_of("both"), directory_of("three")};
    run_shard(campaign, 1, 3, first[0]);
    run_shard(campaign, 3, 3, first[1]);
    run_shard(campaign, 2, 3, second[1]);
    cr_assert_eq(talus_campaign_merge(campaign, first, 2, &partial, &part, &error), TALUS_OK);
    cr_expect_eq(ensemble_totals(part)->rocks, ROCKS - ROCKS / 3);
    cr_assert_eq(talus_results_save(part, second[0], &error), TALUS_OK, "%s", error.message);
    cr_assert_eq(talus_campaign_merge(campaign, second, 2, NULL, &merged, &error), TALUS_OK, "%s",
                 error.message);
    expect_same(merged, whole);
    talus_results_destroy(merged);
    talus_results_destroy(part);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(state, what_a_merge_lacks_is_run_by_resuming_it)
{
    talus_campaign *campaign = make_scene();
    talus_results *whole = run_plainly(campaign), *part = NULL;
    const char *shards[] = {directory_of("four")};
    const char *merged = directory_of("rest");
    run_shard(campaign, 4, 4, shards[0]);
    cr_assert_eq(talus_campaign_merge(campaign, shards, 1, &partial, &part, NULL), TALUS_OK);
    cr_assert_eq(talus_results_save(part, merged, NULL), TALUS_OK);
    talus_results_destroy(part);
    talus_results *resumed =
        run(campaign, &(talus_run_options){
                          .size = sizeof(talus_run_options), .checkpoint = merged, .resume = true});
    cr_expect_eq(ensemble_checkpoint(resumed)->resumed_rocks, ROCKS / 4);
    expect_same(resumed, whole);
    talus_results_destroy(resumed);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

static void expect_merge_fails(const char *const *shards, size_t count, const char *sentence)
{
    talus_results *merged = NULL;
    talus_error error = {0};
    cr_expect_eq(talus_campaign_merge(&scene.campaign, shards, count, NULL, &merged, &error),
                 TALUS_ERROR_INPUT);
    cr_expect_null(merged);
    cr_expect_not_null(strstr(error.message, sentence), "%s", error.message);
}

Test(state, missing_repeated_and_foreign_shards_are_refused)
{
    talus_campaign *campaign = make_scene();
    const char *shards[] = {directory_of("1"), directory_of("2"), directory_of("3")};
    const char *twice[] = {shards[0], shards[1], shards[0]};
    const char *half = directory_of("half"), *overlapping[] = {shards[0], half};
    const char *nothing[] = {shards[0], directory_of("nothing")};
    run_shard(campaign, 1, 3, shards[0]);
    run_shard(campaign, 2, 3, shards[1]);
    run_shard(campaign, 2, 2, half);
    expect_merge_fails(shards, 2, "13 of 40 rocks are missing; not given: shard 3 of 3");
    expect_merge_fails(twice, 3, "are both shard 1 of 3");
    expect_merge_fails(overlapping, 2, "and in another state too");
    expect_merge_fails(nothing, 2, "holds no state");
    campaign->seed++;
    run_shard(campaign, 3, 3, shards[2]);
    campaign->seed--;
    expect_merge_fails(shards, 3, "of another campaign: seed or simulation options differ");
    incline_clear(&scene);
}

Test(state, shards_that_cannot_be_are_refused)
{
    talus_campaign *campaign = make_scene();
    static const struct {
        unsigned shard, count;
        const char *sentence;
    } wrong[] = {{0, 3, "shard 0 of 3"}, {4, 3, "shard 4 of 3"}, {41, 50, "has no rock"}};
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        talus_results *results = NULL;
        talus_error error = {0};
        const talus_run_options options = {.size = sizeof(talus_run_options),
                                           .checkpoint = directory_of("none"),
                                           .shard = wrong[k].shard,
                                           .shard_count = wrong[k].count};
        cr_expect_eq(try_run(campaign, &options, &results, &error), TALUS_ERROR_ARGUMENT);
        cr_expect_not_null(strstr(error.message, wrong[k].sentence), "%s", error.message);
    }
    incline_clear(&scene);
}

/// Run with checkpoints as often as they go, and be killed after `delay` microseconds.
static void run_and_be_killed(const talus_campaign *campaign, const char *directory, long delay)
{
    const pid_t child = fork();
    cr_assert(child >= 0);
    if (child == 0) {
        talus_results *results = NULL;
        const talus_run_options options = {.size = sizeof(talus_run_options),
                                           .checkpoint = directory,
                                           .checkpoint_interval = 1e-3,
                                           .resume = true};
        (void)try_run(campaign, &options, &results, NULL);
        _exit(0);
    }
    const struct timespec wait = {.tv_nsec = delay * 1000};
    nanosleep(&wait, NULL);
    kill(child, SIGKILL);
    int how = 0;
    cr_assert_eq(waitpid(child, &how, 0), child);
}

Test(state, killed_and_resumed_gives_the_same_bits)
{
    talus_campaign *campaign = make_scene();
    talus_results *whole = run_plainly(campaign);
    const char *directory = directory_of("killed");
    uint64_t resumed_rocks = 0;
    for (unsigned k = 1; k <= 3; k++) {
        for (unsigned kills = 0; kills < k; kills++) {
            run_and_be_killed(campaign, directory, 260000 + 37000 * (long)kills);
        }
        talus_results *resumed =
            run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                               .checkpoint = directory,
                                               .resume = true});
        resumed_rocks += ensemble_checkpoint(resumed)->resumed_rocks;
        expect_same(resumed, whole);
        talus_results_destroy(resumed);
        cr_assert_eq(talus_checkpoint_remove(directory, NULL), TALUS_OK);
    }
    cr_expect_gt(resumed_rocks, 0);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(state, what_a_kill_left_of_a_state_goes_with_it)
{
    static const char *const parts[] = {"state.part", "state.part-2"};
    talus_campaign *campaign = make_scene();
    const char *directory = directory_of("left");
    const talus_run_options options = {
        .size = sizeof options, .checkpoint = directory, .shard = 1, .shard_count = 2};
    talus_run_options again = options;
    again.resume = true;
    for (int k = 0; k < 3; k++) {
        // a new state, one that is taken up, and the removal of one
        if (k == 0) {
            cr_assert_eq(mkdir(directory, 0777), 0);
        }
        for (size_t n = 0; n < 2; n++) {
            char path[800];
            snprintf(path, sizeof path, "%s/%s", directory, parts[n]);
            FILE *file = fopen(path, "w");
            cr_assert_not_null(file);
            fclose(file);
        }
        if (k < 2) {
            talus_results_destroy(run(campaign, k == 0 ? &options : &again));
        } else {
            cr_assert_eq(talus_checkpoint_remove(directory, NULL), TALUS_OK);
        }
        for (size_t n = 0; n < 2; n++) {
            char path[800];
            snprintf(path, sizeof path, "%s/%s", directory, parts[n]);
            cr_expect_neq(access(path, F_OK), 0, "%s is left", path);
        }
    }
    cr_expect_neq(access(directory, F_OK), 0);
    incline_clear(&scene);
}

static talus_status stop_at_once(const talus_campaign *campaign, const char *directory)
{
    atomic_bool interrupt;
    atomic_init(&interrupt, true);
    talus_results *results = NULL;
    const talus_run_options options = {.size = sizeof(talus_run_options),
                                       .checkpoint = directory,
                                       .should_stop = is_pressed,
                                       .stop_user = &interrupt};
    const talus_status status = try_run(campaign, &options, &results, NULL);
    talus_results_destroy(results);
    return status;
}

Test(state, interrupted_run_leaves_a_state)
{
    talus_campaign *campaign = make_scene();
    const char *directory = directory_of("interrupted");
    cr_expect_eq(stop_at_once(campaign, directory), TALUS_ERROR_INTERRUPTED);
    cr_expect(talus_checkpoint_exists(directory));
    cr_assert_eq(talus_checkpoint_remove(directory, NULL), TALUS_OK);
    cr_expect_not(talus_checkpoint_exists(directory));
    cr_expect_neq(access(directory, F_OK), 0);
    incline_clear(&scene);
}

/// A state of half the rocks, and its two files in memory.
typedef struct stored {
    const char *directory;
    char state_path[600], rocks_path[600];
    char *state, *rocks;
    size_t state_size, rocks_size;
} stored;

static void make_stored(stored *s, const char *name)
{
    s->directory = directory_of(name);
    run_shard(&scene.campaign, 1, 2, s->directory);
    snprintf(s->state_path, sizeof s->state_path, "%s/state", s->directory);
    snprintf(s->rocks_path, sizeof s->rocks_path, "%s/rocks", s->directory);
    cr_assert_eq(files_read_all(s->state_path, &s->state, &s->state_size, NULL), TALUS_OK);
    cr_assert_eq(files_read_all(s->rocks_path, &s->rocks, &s->rocks_size, NULL), TALUS_OK);
}

static void clear_stored(stored *s)
{
    free(s->state);
    free(s->rocks);
}

static talus_status merge_stored(const stored *s, talus_error *error)
{
    talus_results *results = NULL;
    const talus_status status =
        talus_campaign_merge(&scene.campaign, &s->directory, 1, &partial, &results, error);
    talus_results_destroy(results);
    return status;
}

static void write_file(const char *path, const char *data, size_t size);

/// A whole state of the format before this one.
Test(state, of_an_older_format_is_refused_with_a_sentence)
{
    stored s;
    make_scene();
    make_stored(&s, "older");
    s.state[8]--; // behind the magic, a number below 128
    const size_t end = s.state_size - 8;
    const uint64_t digest = byte_digest(0, (const uint8_t *)s.state, end);
    for (size_t k = 0; k < 8; k++) {
        s.state[end + k] = (char)(digest >> (8 * k));
    }
    write_file(s.state_path, s.state, s.state_size);
    talus_error error = {0};
    cr_expect_eq(merge_stored(&s, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "format of another version of talus"), "%s",
                       error.message);
    clear_stored(&s);
    cr_assert_eq(talus_checkpoint_remove(s.directory, NULL), TALUS_OK);
    incline_clear(&scene);
}

static void write_file(const char *path, const char *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(data, 1, size, file), size);
    fclose(file);
}

/// One byte changed at many places, then many lengths: always a sentence, never results.
static void expect_damage_is_found(const stored *s, const char *path, char *data, size_t size)
{
    enum { PLACES = 90, LENGTHS = 40 };
    for (size_t k = 0; k < PLACES; k++) {
        const size_t at = k < 48 ? k : size - 1 - (k - 48) * (size - 49) / (PLACES - 49);
        talus_error error = {0};
        data[at] = (char)(data[at] ^ (1 << k % 8));
        write_file(path, data, size);
        data[at] = (char)(data[at] ^ (1 << k % 8));
        cr_expect_eq(merge_stored(s, &error), TALUS_ERROR_INPUT, "byte %zu of %zu", at, size);
        cr_expect_not_null(strstr(error.message, path), "%s", error.message);
    }
    for (size_t k = 0; k < LENGTHS; k++) {
        const size_t length = k < 24 ? k : (k - 24) * (size - 1) / (LENGTHS - 25);
        talus_error error = {0};
        write_file(path, data, length);
        cr_expect_eq(merge_stored(s, &error), TALUS_ERROR_INPUT, "%zu of %zu bytes", length, size);
        cr_expect_not_null(strstr(error.message, path), "%s", error.message);
    }
    write_file(path, data, size);
    cr_expect_eq(merge_stored(s, NULL), TALUS_OK);
}

Test(state, damage_of_either_file_is_found)
{
    stored s;
    make_scene();
    scene.release.rocks = 4;
    make_stored(&s, "damaged");
    expect_damage_is_found(&s, s.state_path, s.state, s.state_size);
    expect_damage_is_found(&s, s.rocks_path, s.rocks, s.rocks_size);
    clear_stored(&s);
    incline_clear(&scene);
}

/// Beyond accidents: with a digest that fits, wrong numbers are refused or harmless.
Test(state, forged_states_do_no_harm)
{
    stored s;
    make_scene();
    scene.release.rocks = 4;
    make_stored(&s, "forged");
    size_t refused = 0;
    for (size_t k = 0; k < 150; k++) {
        const size_t body = s.state_size - 8;
        const size_t at = 9 + (size_t)(talus_random_bits(3, k, 0) % (body - 9));
        const char before = s.state[at];
        s.state[at] = (char)talus_random_bits(3, k, 1);
        const uint64_t digest = byte_digest(0, s.state, body);
        for (unsigned i = 0; i < 8; i++) {
            s.state[body + i] = (char)(digest >> (8 * i));
        }
        write_file(s.state_path, s.state, s.state_size);
        s.state[at] = before;
        const talus_status status = merge_stored(&s, NULL);
        cr_expect(status == TALUS_OK || status == TALUS_ERROR_INPUT, "%d", (int)status);
        refused += status == TALUS_ERROR_INPUT;
    }
    cr_expect_gt(refused, 25);
    clear_stored(&s);
    incline_clear(&scene);
}

/// A kill between the growth of the log and the new state: the state does not speak of what is new.
Test(state, log_that_is_longer_than_its_state_is_cut)
{
    stored s;
    talus_campaign *campaign = make_scene();
    make_stored(&s, "longer");
    FILE *file = fopen(s.rocks_path, "ab");
    fputs("half a batch", file);
    fclose(file);
    talus_results *resumed = run(campaign, &(talus_run_options){.size = sizeof(talus_run_options),
                                                                .checkpoint = s.directory,
                                                                .resume = true,
                                                                .shard = 1,
                                                                .shard_count = 2});
    cr_expect_eq(ensemble_checkpoint(resumed)->resumed_rocks, ROCKS / 2);
    cr_expect_eq(ensemble_totals(resumed)->rocks, ROCKS / 2);
    talus_results_destroy(resumed);
    char *data = NULL;
    size_t size = 0;
    cr_assert_eq(files_read_all(s.rocks_path, &data, &size, NULL), TALUS_OK);
    cr_assert_eq(size, s.rocks_size);
    cr_expect_eq(memcmp(data, s.rocks, size), 0);
    free(data);
    clear_stored(&s);
    incline_clear(&scene);
}

Test(state, resuming_refuses_other_shards_and_harder_questions)
{
    stored s;
    talus_campaign *campaign = make_scene();
    talus_results *results = NULL;
    talus_error error = {0};
    make_stored(&s, "other");
    talus_run_options options = {
        .size = sizeof(talus_run_options), .checkpoint = s.directory, .resume = true};
    cr_expect_eq(try_run(campaign, &options, &results, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "is of shard 1 of 2, this run is of the whole"), "%s",
                       error.message);
    options.shard = 1;
    options.shard_count = 2;
    options.hard_problems = HARD + 1;
    cr_expect_eq(talus_campaign_run(campaign, &options, &results, &error), TALUS_ERROR_INPUT);
    cr_expect_not_null(strstr(error.message, "has kept the 6 hardest"), "%s", error.message);
    clear_stored(&s);
    incline_clear(&scene);
}
