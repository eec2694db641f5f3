// SPDX-License-Identifier: GPL-3.0-or-later
// How far apart the recorded rocks are where they cross lines square to the mean direction.
#include "runs/ensemble/accessors.h"
#include "studies/study/compare.h"

#include <math.h>

/// Sums over the rocks that crossed a line, about 0: deviations are of the size of their spread.
typedef struct crossings {
    size_t count[COMPARE_SCREENS];
    double sum[COMPARE_SCREENS], squares[COMPARE_SCREENS];
} crossings;

/// A rock on its way over the lines: the next one, and where it is, m from the release.
typedef struct follower {
    const compare_study *study;
    talus_vec3 start;
    size_t next;
    double along, lateral;
} follower;

/// First crossings between the points of a track, by straight pieces.
static void follow(follower *f, const talus_track_point *points, size_t count, crossings *all)
{
    const double *direction = f->study->direction, *screens = f->study->screens;
    for (size_t k = 0; k < count; k++) {
        const double dx = points[k].x - f->start.x, dy = points[k].y - f->start.y;
        const double to = dx * direction[0] + dy * direction[1];
        const double side = dy * direction[0] - dx * direction[1];
        for (; f->next < COMPARE_SCREENS && to >= screens[f->next]; f->next++) {
            const double t = (screens[f->next] - f->along) / (to - f->along);
            const double at = f->lateral + t * (side - f->lateral);
            all->count[f->next]++;
            all->sum[f->next] += at;
            all->squares[f->next] += at * at;
        }
        f->along = to;
        f->lateral = side;
    }
}

enum { MOST_PARTS = TALUS_MOST_GENERATIONS + 1 };

/// The bodies of an event that lead to the one that ended where the event did: from the released
/// one on. @param fragments (count) of the event, by body; body k of it is fragments[k - 1]
/// @return their number
static size_t find_chain(const talus_fragment *fragments, size_t count,
                         const talus_rock_record *record, uint32_t chain[MOST_PARTS])
{
    const talus_vec3 end = record->end.r;
    uint32_t body = 0;
    for (size_t k = 0; k < count && body == 0; k++) {
        body = fragments[k].end.x == end.x && fragments[k].end.y == end.y ? fragments[k].body : 0;
    }
    size_t length = 1;
    for (uint32_t b = body; b > 0 && fragments[b - 1].generation > 0; length++) {
        b = fragments[b - 1].parent;
    }
    for (size_t k = length; k > 0; k--) {
        chain[k - 1] = body;
        body = body > 0 ? fragments[body - 1].parent : 0;
    }
    return length;
}

static void follow_event(const compare_study *study, const talus_track *track,
                         const talus_fragment *fragments, size_t count,
                         const talus_rock_record *record, crossings *all)
{
    uint32_t chain[MOST_PARTS];
    follower f = {.study = study, .start = record->start.r};
    const size_t length = find_chain(fragments, count, record, chain);
    for (size_t k = 0; k < length; k++) {
        const talus_fragment *part = chain[k] > 0 ? &fragments[chain[k] - 1] : NULL;
        follow(&f, part != NULL ? part->points : track->points,
               part != NULL ? part->count : track->count, all);
    }
}

void compare_describe_profile(const compare_study *study, const talus_results *results,
                              compare_profile *profile)
{
    crossings all = {0};
    size_t tracks, fragments;
    const talus_track *track = ensemble_tracks(results, &tracks);
    const talus_fragment *fragment = ensemble_fragments(results, &fragments);
    const talus_rock_record *records = ensemble_records(results);
    for (size_t k = 0, at = 0; k < tracks && study->screens[0] > 0.0; k++) {
        size_t end = at;
        while (end < fragments && fragment[end].rock == track[k].rock) {
            end++;
        }
        follow_event(study, &track[k], end > at ? &fragment[at] : NULL, end - at,
                     &records[track[k].rock], &all);
        at = end;
    }
    for (size_t s = 0; s < COMPARE_SCREENS; s++) {
        const double n = (double)all.count[s];
        const double squares = all.squares[s] - all.sum[s] * all.sum[s] / n;
        profile->rocks[s] = all.count[s];
        profile->std[s] = all.count[s] < 2 ? (double)NAN
                          : squares > 0.0  ? sqrt(squares / (n - 1.0))
                                           : 0.0;
    }
}
