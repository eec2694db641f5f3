// SPDX-License-Identifier: GPL-3.0-or-later
// Rocks that did what has not been observed of rocks: the limits and their sources are in
// output/observed.def.
#include "io/products/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/// Reach angle that few rocks undercut, degrees, and its source; short falls do not count.
#define LEAST_REACH 27.5
#define LEAST_RUNOUT 50.0 ///< m
#define REACH_SOURCE                                                                               \
    "the least shadow angle that Evans and Hungr (1993) suggest for rockfall; reach angles from "  \
    "the source are steeper"

/// Rocks beyond a limit, and the farthest of them.
typedef struct beyond {
    uint64_t count, rocks;
    double most;
} beyond;

static double reach_angle_of(const talus_rock_record *record)
{
    const double dx = record->end.r.x - record->start.r.x, dy = record->end.r.y - record->start.r.y;
    const double way = sqrt(dx * dx + dy * dy), fall = record->start.r.z - record->end.r.z;
    const bool counts = record->outcome == TALUS_STOPPED && way > LEAST_RUNOUT;
    return counts ? talus_atan(fall / way) * (180.0 / TALUS_PI) : (double)INFINITY;
}

/// Sentence about a limit of observed.def, number `at`. @return false when no rock is beyond it
static bool find_beyond(const talus_results *results, uint64_t rocks, size_t at,
                        char sentence[OUTPUT_SENTENCE])
{
    static const struct {
        const char *words, *unit, *source;
        double limit, scale;
    } limits[] = {
#define X(key, member, limit, scale, unit, words, source) {words, unit, source, limit, scale},
#include "io/products/observed.def"
#undef X
    };
    const talus_rock_record *records = ensemble_records(results);
    beyond found = {0};
    for (uint64_t k = 0; k < rocks; k++) {
        const double values[] = {
#define X(key, member, limit, scale, unit, words, source) records[k].member,
#include "io/products/observed.def"
#undef X
        };
        found.rocks += records[k].done;
        if (records[k].done && values[at] > limits[at].limit) {
            found.count++;
            found.most = values[at] > found.most ? values[at] : found.most;
        }
    }
    snprintf(sentence, OUTPUT_SENTENCE,
             "%" PRIu64 " of %" PRIu64 " rocks were %s %.3g %s (largest %.3g %s): %s", found.count,
             found.rocks, limits[at].words, limits[at].scale * limits[at].limit, limits[at].unit,
             limits[at].scale * found.most, limits[at].unit, limits[at].source);
    return found.count > 0;
}

static bool find_flat(const talus_results *results, uint64_t rocks, char sentence[OUTPUT_SENTENCE])
{
    const talus_rock_record *records = ensemble_records(results);
    beyond found = {.most = LEAST_REACH};
    for (uint64_t k = 0; k < rocks; k++) {
        const double angle = records[k].done ? reach_angle_of(&records[k]) : (double)INFINITY;
        found.rocks += records[k].done;
        found.count += angle < LEAST_REACH;
        found.most = angle < found.most ? angle : found.most;
    }
    snprintf(sentence, OUTPUT_SENTENCE,
             "%" PRIu64 " of %" PRIu64
             " rocks came to rest under a reach angle below %.3g degrees (flattest %.3g): %s",
             found.count, found.rocks, LEAST_REACH, found.most, REACH_SOURCE);
    return found.count > 0;
}

bool output_next_implausible(const talus_campaign *campaign, const talus_results *results,
                             size_t *at, char sentence[OUTPUT_SENTENCE])
{
    enum {
#define X(key, member, limit, scale, unit, words, source) COUNTED_##member,
#include "io/products/observed.def"
#undef X
        LIMITS
    };
    const uint64_t rocks = talus_campaign_rock_count(campaign);
    while (*at <= LIMITS) {
        const size_t k = (*at)++;
        if (k < LIMITS ? find_beyond(results, rocks, k, sentence)
                       : find_flat(results, rocks, sentence)) {
            return true;
        }
    }
    return false;
}
