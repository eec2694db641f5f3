// SPDX-License-Identifier: GPL-3.0-or-later
// What the physics counted that a user must see: the same sentences for warnings.log and terminal.
#include "io/products/output.h"

#include <inttypes.h>
#include <stdio.h>

/// X(number that was counted, of how many, what was counted and what to do)
#define FINDING_LIST(X)                                                                            \
    X(outcomes[TALUS_LEFT_DOMAIN], rocks,                                                          \
      "rocks left the DEM: run-out beyond its edge is unknown; use a larger DEM")                  \
    X(outcomes[TALUS_ENTERED_NODATA], rocks,                                                       \
      "rocks met NODATA: their paths end there; fill the DEM or move the release")                 \
    X(outcomes[TALUS_TIME_LIMIT], rocks,                                                           \
      "rocks were still moving at the time limit; raise simulation.time_limit_s")                  \
    X(outcomes[TALUS_DIVERGED], rocks,                                                             \
      "rocks diverged (non-finite state); use a smaller simulation.time_step_s")                   \
    X(under_ground, rocks,                                                                         \
      "rocks had their centre of mass under the ground, at a step or between two; use "            \
      "terrain.detection: two_way or a smaller simulation.time_step_s")                            \
    X(freed, rocks,                                                                                \
      "rocks were released in stems or walls, which were taken out of their way; move the "        \
      "releases or the obstacles if these are many")                                               \
    X(unsolved, problems, "contact problems were not solved to the tolerance")                     \
    X(retried_plastic, problems,                                                                   \
      "contact problems had no solution with restitution and were solved without")                 \
    X(limited, problems,                                                                           \
      "contact problems were solved with less restitution, with which they would have gained "     \
      "energy: use a lower epsilon_n or epsilon_t")                                                \
    X(rotation_failures, steps, "steps whose rotation iteration did not converge")

typedef struct finding {
    uint64_t count, total;
    const char *sentence;
} finding;

bool output_next_finding(const talus_totals *totals, size_t *at, char sentence[OUTPUT_SENTENCE])
{
#define FINDING(number, of, text) {totals->number, totals->of, text},
    const finding list[] = {FINDING_LIST(FINDING)};
#undef FINDING
    const size_t count = sizeof list / sizeof *list;
    while (*at < count && list[*at].count == 0) {
        (*at)++;
    }
    if (*at == count && output_gains_energy(totals)) {
        (*at)++;
        snprintf(sentence, OUTPUT_SENTENCE,
                 "rock %" PRIu64 " gained %.2g of its energy by the percussions of step %" PRIu64
                 ", the most of all; expected at most %g: use another scheme, or a smaller "
                 "simulation.time_step_s",
                 totals->worst_gain_rock, totals->worst_gain_relative, totals->worst_gain_step,
                 OUTPUT_MOST_GAIN);
        return true;
    }
    if (*at >= count) {
        return false;
    }
    const finding *found = &list[(*at)++];
    snprintf(sentence, OUTPUT_SENTENCE, "%" PRIu64 " of %" PRIu64 " %s", found->count, found->total,
             found->sentence);
    return true;
}

bool output_gains_energy(const talus_totals *totals)
{
    return totals->worst_gain_relative > OUTPUT_MOST_GAIN;
}

double output_lost_share(const talus_totals *totals)
{
    const uint64_t lost = totals->outcomes[TALUS_LEFT_DOMAIN] +
                          totals->outcomes[TALUS_ENTERED_NODATA] +
                          totals->outcomes[TALUS_TIME_LIMIT];
    return totals->rocks > 0 ? (double)lost / (double)totals->rocks : 0.0;
}
