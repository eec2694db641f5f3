// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds of rocks: their order, their growth, and their bytes.
#include "runs/ensemble/rounds.h"

#include "runs/trajectory/trajectory.h"

#include <math.h>
#include <stdlib.h>

/// Rocks of a stratum without which its share in anything is unknown.
static const double least_rocks = 50.0;

double rounds_share(const talus_campaign *campaign, size_t stratum)
{
    if (campaign->frequency != NULL) {
        return campaign->frequency[stratum];
    }
    if (!campaign->stratified) {
        return (double)talus_campaign_rock_count(campaign);
    }
    const size_t classes = campaign->rock_class_count;
    const size_t release = stratum / classes;
    return (double)campaign->releases[release].rocks *
           trajectory_class_share(campaign, (uint32_t)release, (uint32_t)(stratum % classes));
}

bool rounds_init(rounds *r, const talus_campaign *campaign)
{
    *r = (rounds){0};
    if (!campaign_has_rounds(campaign)) {
        return true;
    }
    r->stratum_count = talus_campaign_stratum_count(campaign);
    r->strata = calloc(r->stratum_count, sizeof *r->strata);
    if (!campaign->stratified) {
        r->places = calloc(campaign->release_count, sizeof *r->places);
        r->step = trajectory_spread_step(talus_campaign_rock_count(campaign));
    }
    return r->strata != NULL && (campaign->stratified || r->places != NULL);
}

void rounds_clear(rounds *r)
{
    free(r->strata);
    free(r->places);
    free(r->looks);
    *r = (rounds){0};
}

static void add_up(rounds *r)
{
    r->total = 0;
    for (size_t g = 0; g < r->stratum_count; g++) {
        r->total += r->strata[g].planned;
    }
    r->expected = r->expected > r->total ? r->expected : r->total;
}

void rounds_begin(rounds *r, const talus_campaign *campaign)
{
    double all = 0.0;
    for (size_t g = 0; g < r->stratum_count; g++) {
        all += rounds_share(campaign, g);
    }
    for (size_t g = 0; g < r->stratum_count && r->look_count == 0; g++) {
        const double share = rounds_share(campaign, g);
        const double rocks = ceil((double)campaign->precision.first_rocks * share / all);
        r->strata[g].planned =
            share > 0.0 ? (uint64_t)(rocks > least_rocks ? rocks : least_rocks) : 0;
    }
    add_up(r);
}

/// Next rock where all releases are one stratum. The releases take turns in proportion to their
/// rocks; of each the rocks come in their own order, in which they lie spread over its places.
static bool next_of_all(rounds *r, const talus_campaign *campaign, uint64_t *rock)
{
    const uint64_t all = talus_campaign_rock_count(campaign);
    rounds_stratum *s = &r->strata[0];
    if (s->at == all) {
        return false;
    }
    size_t release = 0;
    uint64_t first = 0, turn = trajectory_spread(s->at++, r->step, all);
    while (turn >= campaign->releases[release].rocks) {
        turn -= campaign->releases[release].rocks;
        first += campaign->releases[release++].rocks;
    }
    *rock = first + r->places[release]++;
    return true;
}

/// Next rock of stratum g. @return false when there is none
static bool next_rock(rounds *r, const talus_campaign *campaign, size_t g, uint64_t *rock)
{
    if (r->places != NULL) {
        return next_of_all(r, campaign, rock);
    }
    rounds_stratum *s = &r->strata[g];
    const size_t release = g / campaign->rock_class_count, kind = g % campaign->rock_class_count;
    uint64_t first = 0;
    for (size_t k = 0; k < release; k++) {
        first += campaign->releases[k].rocks;
    }
    while (s->at < campaign->releases[release].rocks) {
        *rock = first + s->at++;
        if (trajectory_rock_class(campaign, *rock) == kind) {
            return true;
        }
    }
    return false;
}

bool rounds_collect(rounds *r, const talus_campaign *campaign, const talus_rock_record *records,
                    rock_list *rocks)
{
    bool has_room = true;
    for (size_t g = 0; g < r->stratum_count; g++) {
        rounds_stratum *s = &r->strata[g];
        uint64_t rock = 0;
        while (has_room && s->taken < s->planned && next_rock(r, campaign, g, &rock)) {
            s->taken++;
            has_room = records[rock].done || rock_list_add(rocks, rock);
        }
        s->is_exhausted = s->is_exhausted || s->taken < s->planned;
        s->planned = s->taken;
    }
    r->expected = 0;
    add_up(r);
    return has_room;
}

/// Rocks that a stratum still lacks, or none.
static double lack_of(const rounds_stratum *s, double target)
{
    const double lack = target - (double)s->planned;
    return s->is_exhausted || !(lack > 0.0) ? 0.0 : lack;
}

void rounds_grow(rounds *r, const double *targets)
{
    const double least = 0.1, most = 1.0; // of the rocks so far
    double lacking = 0.0, aimed = 0.0, expected = (double)r->total;
    for (size_t g = 0; g < r->stratum_count; g++) {
        lacking += lack_of(&r->strata[g], targets[g]);
        aimed += r->strata[g].is_exhausted ? 0.0 : targets[g];
    }
    expected += lacking;
    const double rocks = (double)r->total;
    const double cut = lacking > most * rocks ? most * rocks / lacking : 1.0;
    // targets may be met and the aim missed: some more of everything that counts
    const bool is_short = lacking < least * rocks;
    r->is_over = !(aimed > 0.0);
    for (size_t g = 0; g < r->stratum_count; g++) {
        rounds_stratum *s = &r->strata[g];
        const double more = is_short && !s->is_exhausted && aimed > 0.0
                                ? least * rocks * targets[g] / aimed
                                : cut * lack_of(s, targets[g]);
        s->planned += (uint64_t)ceil(more);
    }
    r->expected = (uint64_t)expected;
    add_up(r);
}

static void code_look(byte_coder coder, talus_round *look)
{
    byte_code_count(coder, &look->rocks);
    byte_code_f64(coder, &look->cell_share);
    byte_code_f64(coder, &look->reach_halfwidth);
    byte_code_f64(coder, &look->energy_error);
    byte_code_f64(coder, &look->height_error);
    byte_code_f64(coder, &look->decided_share);
    byte_code_flag(coder, &look->is_precise);
}

void rounds_put(const rounds *r, byte_writer *out)
{
    const size_t strata = r->total > 0 ? r->stratum_count : 0; // other ranks plan nothing
    byte_write_count(out, strata);
    for (size_t g = 0; g < strata; g++) {
        byte_write_count(out, r->strata[g].planned);
        byte_write_u8(out, r->strata[g].is_exhausted);
    }
    byte_write_count(out, r->look_count);
    for (size_t k = 0; k < r->look_count; k++) {
        talus_round look = r->looks[k];
        code_look((byte_coder){.writer = out}, &look);
    }
}

bool rounds_take(rounds *r, byte_reader *reader)
{
    const size_t strata = byte_read_length(reader, 2);
    reader->failed =
        reader->failed || (strata != 0 && (strata != r->stratum_count || r->total > 0));
    for (size_t g = 0; g < strata && !reader->failed; g++) {
        r->strata[g].planned = byte_read_count(reader);
        r->strata[g].is_exhausted = byte_read_u8(reader) != 0;
    }
    add_up(r);
    const size_t looks = byte_read_length(reader, 42);
    if (reader->failed || looks == 0) {
        return true;
    }
    talus_round *items = calloc(looks, sizeof *items);
    for (size_t k = 0; k < looks && items != NULL; k++) {
        code_look((byte_coder){.reader = reader}, &items[k]);
    }
    free(r->looks);
    r->looks = items;
    r->look_count = r->look_capacity = items != NULL ? looks : 0;
    return items != NULL;
}
