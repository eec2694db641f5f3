// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on several ranks, here threads that pass messages in memory: the same bits as one process,
// all end alike, and nobody waits for what cannot come.
#include "ensemble/campaign_case.h"
#include "runs/ensemble/hard.h"

#include <pthread.h>

enum { MOST_RANKS = 4 };

typedef struct mail {
    struct mail *next;
    unsigned from;
    uint8_t *bytes;
    size_t size;
} mail;

typedef struct post_office {
    pthread_mutex_t mutex;
    mail *boxes[MOST_RANKS];
    unsigned size;
    atomic_uint sent[MOST_RANKS]; ///< messages of each rank
    unsigned most_sent;           ///< one more fails, and so does everything after it; 0 = no limit
    atomic_bool is_closed;
    atomic_bool pressed; ///< by the third message of rank 2: it has got its first rocks
} post_office;

typedef struct post_rank {
    post_office *office;
    unsigned rank;
} post_rank;

static unsigned rank_of(void *context)
{
    return ((const post_rank *)context)->rank;
}

static unsigned size_of(void *context)
{
    return ((const post_rank *)context)->office->size;
}

static talus_status refuse(talus_error *error)
{
    return talus_error_set(error, TALUS_ERROR_IO, "the post office is closed");
}

static talus_status post(void *context, unsigned to, const uint8_t *bytes, size_t size,
                         talus_error *error)
{
    const post_rank *self = context;
    post_office *office = self->office;
    const unsigned sent = atomic_fetch_add(&office->sent[self->rank], 1) + 1;
    if (office->most_sent > 0 && self->rank != 0 && sent > office->most_sent) {
        atomic_store(&office->is_closed, true);
    }
    if (atomic_load(&office->is_closed)) {
        return refuse(error);
    }
    if (self->rank == 2 && sent == 3) {
        atomic_store(&office->pressed, true);
    }
    mail *letter = calloc(1, sizeof *letter);
    *letter = (mail){.from = self->rank, .bytes = malloc(size), .size = size};
    memcpy(letter->bytes, bytes, size);
    pthread_mutex_lock(&office->mutex);
    mail **end = &office->boxes[to];
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = letter;
    pthread_mutex_unlock(&office->mutex);
    return TALUS_OK;
}

static talus_status fetch(void *context, unsigned *from, uint8_t **bytes, size_t *size,
                          talus_error *error)
{
    const post_rank *self = context;
    post_office *office = self->office;
    if (atomic_load(&office->is_closed)) {
        return refuse(error);
    }
    pthread_mutex_lock(&office->mutex);
    mail *letter = office->boxes[self->rank];
    *bytes = NULL;
    if (letter != NULL) {
        office->boxes[self->rank] = letter->next;
        *from = letter->from;
        *bytes = letter->bytes;
        *size = letter->size;
        free(letter);
    }
    pthread_mutex_unlock(&office->mutex);
    return TALUS_OK;
}

/// One rank of a run and what it came to.
typedef struct rank_run {
    post_rank self;
    talus_exchange exchange;
    const talus_campaign *campaign;
    talus_run_options options;
    talus_results *results;
    talus_status status;
    talus_error error;
    pthread_t thread;
} rank_run;

static post_office office;
static rank_run runs[MOST_RANKS];

static void open_office(unsigned size)
{
    office = (post_office){.size = size};
    pthread_mutex_init(&office.mutex, NULL);
    for (unsigned k = 0; k < size; k++) {
        runs[k] = (rank_run){.self = {.office = &office, .rank = k}};
        runs[k].exchange = (talus_exchange){.context = &runs[k].self,
                                            .rank = rank_of,
                                            .size = size_of,
                                            .send = post,
                                            .receive = fetch};
        runs[k].options = (talus_run_options){
            .size = sizeof(talus_run_options), .threads = 2, .exchange = &runs[k].exchange};
    }
}

static void *run_rank(void *argument)
{
    rank_run *r = argument;
    r->status = try_run(r->campaign, &r->options, &r->results, &r->error);
    return NULL;
}

static void run_all(const talus_campaign *campaign)
{
    for (unsigned k = 0; k < office.size; k++) {
        runs[k].campaign = runs[k].campaign == NULL ? campaign : runs[k].campaign;
        pthread_create(&runs[k].thread, NULL, run_rank, &runs[k]);
    }
    for (unsigned k = 0; k < office.size; k++) {
        pthread_join(runs[k].thread, NULL);
    }
}

static void close_office(void)
{
    for (unsigned k = 0; k < office.size; k++) {
        talus_results_destroy(runs[k].results);
        if (!atomic_load(&office.is_closed)) {
            cr_expect_null(office.boxes[k], "rank %u has not read all its messages", k);
        }
        while (office.boxes[k] != NULL) {
            mail *letter = office.boxes[k];
            office.boxes[k] = letter->next;
            free(letter->bytes);
            free(letter);
        }
    }
    pthread_mutex_destroy(&office.mutex);
}

static void expect_all(talus_status status, const char *message)
{
    for (unsigned k = 0; k < office.size; k++) {
        cr_expect_eq(runs[k].status, status, "rank %u: %s", k, runs[k].error.message);
        cr_expect_not_null(strstr(runs[k].error.message, message), "rank %u: %s", k,
                           runs[k].error.message);
    }
}

Test(ranks, any_number_gives_the_bits_of_one_process)
{
    talus_campaign *campaign = make_scene();
    talus_results *whole = run_plainly(campaign);
    for (unsigned size = 1; size <= MOST_RANKS; size++) {
        open_office(size);
        run_all(campaign);
        expect_all(TALUS_OK, "");
        expect_same(runs[0].results, whole);
        cr_expect_eq(ensemble_totals(runs[0].results)->ranks, size);
        cr_expect_eq(ensemble_totals(runs[0].results)->threads, 2 * size);
        for (unsigned k = 1; k < size; k++) {
            cr_expect_null(runs[k].results);
        }
        close_office();
    }
    talus_results_destroy(whole);
    incline_clear(&scene);
}

/// Rank 0 looks at what all have found before it hands out the next round.
Test(ranks, rounds_take_the_same_rocks_on_any_number)
{
    talus_campaign *campaign = make_scene();
    scene.release.rocks = 300;
    campaign->precision =
        (talus_precision){.reach_halfwidth = 0.09, .cell_share = 1.0, .first_rocks = 40};
    talus_results *whole = run_plainly(campaign);
    size_t looks = 0, others = 0;
    (void)ensemble_rounds(whole, &looks);
    cr_expect_gt(looks, 1);
    cr_expect_lt(ensemble_totals(whole)->rocks, 300);
    for (unsigned size = 1; size <= MOST_RANKS; size++) {
        open_office(size);
        run_all(campaign);
        expect_all(TALUS_OK, "");
        expect_same(runs[0].results, whole);
        (void)ensemble_rounds(runs[0].results, &others);
        cr_expect_eq(others, looks);
        close_office();
    }
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(ranks, findings_that_are_sent_often_add_up_too)
{
    talus_campaign *campaign = make_scene();
    const char *directory = directory_of("ranks_often");
    talus_results *whole = run_plainly(campaign);
    open_office(3);
    runs[0].options.checkpoint = directory;
    runs[0].options.checkpoint_interval = 1e-9;
    run_all(campaign);
    expect_all(TALUS_OK, "");
    expect_same(runs[0].results, whole);
    cr_expect_geq(ensemble_checkpoint(runs[0].results)->count, 1);
    close_office();
    cr_assert_eq(talus_checkpoint_remove(directory, NULL), TALUS_OK);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(ranks, one_that_is_interrupted_interrupts_all_and_a_resumed_run_has_the_same_bits)
{
    talus_campaign *campaign = make_scene();
    scene.release.rocks = 150;
    const char *directory = directory_of("ranks_interrupted");
    talus_results *whole = run_plainly(campaign);
    open_office(3);
    runs[0].options.checkpoint = directory;
    runs[2].options.should_stop = is_pressed;
    runs[2].options.stop_user = &office.pressed;
    run_all(campaign);
    expect_all(TALUS_ERROR_INTERRUPTED, "interrupted after");
    const uint64_t done = ensemble_totals(runs[0].results)->rocks;
    cr_expect_lt(done, 150);
    close_office();
    for (unsigned size = 1; size <= 2; size++) {
        open_office(size);
        runs[0].options.checkpoint = directory;
        runs[0].options.resume = true;
        run_all(campaign);
        expect_all(TALUS_OK, "");
        expect_same_totals(runs[0].results, whole);
        cr_expect_eq(ensemble_checkpoint(runs[0].results)->resumed_rocks, done);
        close_office();
    }
    cr_assert_eq(talus_checkpoint_remove(directory, NULL), TALUS_OK);
    talus_results_destroy(whole);
    incline_clear(&scene);
}

Test(ranks, campaigns_that_differ_are_refused_by_all)
{
    static incline other;
    talus_campaign *campaign = make_scene();
    incline_make(&other, 0.7, 0.16, false);
    other.campaign.recorded_rocks = RECORDED;
    open_office(3);
    runs[2].campaign = incline_campaign(&other);
    run_all(campaign);
    expect_all(TALUS_ERROR_INPUT, "terrain differ from those of rank 0");
    cr_expect_not_null(strstr(runs[0].error.message, "rank 2 of 3: "));
    cr_expect_null(runs[0].results);
    close_office();
    incline_clear(&other);
    incline_clear(&scene);
}

Test(ranks, one_that_cannot_begin_stops_all)
{
    talus_campaign *campaign = make_scene(), wrong = *campaign;
    for (unsigned bad = 0; bad < 2; bad++) {
        open_office(2);
        wrong.step.time_step = -1.0;
        runs[bad].campaign = &wrong;
        run_all(campaign);
        expect_all(TALUS_ERROR_ARGUMENT, "time step -1 s");
        close_office();
    }
    incline_clear(&scene);
}

Test(ranks, a_lost_connection_ends_every_rank_with_its_reason)
{
    talus_campaign *campaign = make_scene();
    for (unsigned most = 1; most <= 4; most++) {
        open_office(3);
        office.most_sent = most;
        run_all(campaign);
        expect_all(TALUS_ERROR_IO, "the post office is closed");
        close_office();
    }
    incline_clear(&scene);
}

static void *agree(void *argument)
{
    rank_run *r = argument;
    talus_agreement agreement = {.code = r->self.rank >= 2 ? 10 + r->self.rank : 0};
    snprintf(agreement.message, sizeof agreement.message, "from %u", r->self.rank);
    r->status = talus_exchange_agree(&r->exchange, &agreement, &r->error);
    cr_expect_eq(agreement.code, 12);
    cr_expect_eq(agreement.rank, 2);
    cr_expect_str_eq(agreement.message, "from 2");
    return NULL;
}

Test(ranks, agree_on_the_lowest_that_has_something_to_tell)
{
    open_office(4);
    for (unsigned k = 0; k < 4; k++) {
        pthread_create(&runs[k].thread, NULL, agree, &runs[k]);
    }
    for (unsigned k = 0; k < 4; k++) {
        pthread_join(runs[k].thread, NULL);
        cr_expect_eq(runs[k].status, TALUS_OK);
    }
    close_office();
}

Test(ranks, hard_problems_that_come_twice_count_once)
{
    double numbers[9 + 3 + 3 + 1] = {1.0};
    hard_list from = {0}, to = {0};
    byte_writer writer = {0};
    cr_assert(hard_list_init(&from, 3) && hard_list_init(&to, 3));
    from.count = 2;
    for (size_t k = 0; k < from.count; k++) {
        from.items[k] = (talus_hard_problem){.rock = k,
                                             .step = 1,
                                             .problem = {.contact_count = 1,
                                                         .blocks = numbers,
                                                         .c = numbers + 9,
                                                         .mu = numbers + 15},
                                             .percussion = numbers + 12};
    }
    hard_list_put(&from, &writer);
    for (int k = 0; k < 2; k++) {
        byte_reader reader = {.data = writer.data, .size = writer.size};
        cr_assert(hard_list_take(&to, &reader));
        cr_expect_not(reader.failed);
        cr_expect_eq(to.count, 2);
    }
    byte_writer_clear(&writer);
    hard_list_clear(&from);
    hard_list_clear(&to);
}
