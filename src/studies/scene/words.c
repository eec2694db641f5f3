// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in words below and above the picture of a scene.
#include "studies/scene/job.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void scene_add_note(scene_job *job, const char *note)
{
    const size_t used = strlen(job->page.notes);
    snprintf(job->page.notes + used, sizeof job->page.notes - used, "%s%s", used > 0 ? "; " : "",
             note);
}

void scene_note_world(scene_job *job, bool are_symbols)
{
    if (job->report.rocks > 0) {
        char rocks[128], bodies[48] = "";
        const talus_scene_report *report = &job->report;
        if (report->bodies > 0) {
            snprintf(bodies, sizeof bodies, " with %zu further bodies", report->bodies);
        }
        snprintf(rocks, sizeof rocks, "%zu rock%s%s run again, drawn %.3g times their size",
                 report->rocks, report->rocks == 1 ? "" : "s", bodies, report->rock_scale);
        scene_add_note(job, rocks);
    }
    if (job->report.trees > 0) {
        scene_add_note(job, are_symbols ? "trees stand for the forest, not for single stems"
                                        : "trees where the run has stems");
    }
}

/// A length (m) in the unit that suits it.
static void word_length(double length, char text[24])
{
    const bool is_far = length >= 999.5; // 1e+03 m otherwise
    snprintf(text, 24, "%.3g %s", is_far ? 1e-3 * length : length, is_far ? "km" : "m");
}

void scene_word_camera(scene_job *job)
{
    static const char *const points[] = {"north", "north-east", "east", "south-east",
                                         "south", "south-west", "west", "north-west"};
    const scene_camera *camera = &job->world.camera;
    const size_t point = (size_t)floor(camera->azimuth / 45.0 + 0.5) % 8;
    const double e = job->world.terrain.exaggeration;
    char heights[64] = "heights not exaggerated";
    if (e != 1.0) {
        snprintf(heights, sizeof heights, "heights times %.3g", e);
    }
    char away[24], width[24], depth[24];
    word_length(camera->distance, away);
    word_length(job->report.width, width);
    word_length(job->report.depth, depth);
    snprintf(job->page.camera, sizeof job->page.camera,
             "view to the %s (azimuth %.0f\xC2\xB0), from %.0f\xC2\xB0 above and %s away; "
             "terrain %s x %s, %s",
             points[point], camera->azimuth, camera->elevation, away, width, depth, heights);
}

/// " and 3 fragments" in `text`; nothing for none.
static void word_bodies(const scene_tracks *tracks, char *text, size_t size)
{
    size_t fragments = 0;
    for (size_t k = tracks->rocks; k < tracks->shown; k++) {
        fragments += scene_track_key(tracks, k, SCENE_GENERATION) > 0.0;
    }
    const size_t others = tracks->shown - tracks->rocks - fragments;
    char part[48] = "";
    if (fragments > 0) {
        snprintf(part, sizeof part, " and %zu fragment%s", fragments, fragments == 1 ? "" : "s");
    }
    text[0] = '\0';
    if (others > 0) {
        snprintf(text, size, "%s %zu released with %s%s", fragments > 0 ? "," : " and", others,
                 tracks->rocks == 1 ? "it" : "them", part);
    } else {
        snprintf(text, size, "%s", part);
    }
}

void scene_word_subtitle(scene_job *job)
{
    char paths[192] = "";
    if (job->page.tracks != NULL) {
        char more[96];
        word_bodies(&job->tracks, more, sizeof more);
        const size_t rocks = job->report.tracks;
        snprintf(paths, sizeof paths, "Path%s of %zu rock%s%s, coloured by %s",
                 rocks == 1 && more[0] == '\0' ? "" : "s", rocks, rocks == 1 ? "" : "s", more,
                 job->tracks.meaning.what);
    }
    const bool has_layer = job->options.layer != NULL;
    snprintf(job->page.subtitle, sizeof job->page.subtitle, "%s%s%s%s",
             has_layer ? job->layer.title : "", has_layer && paths[0] != '\0' ? "; " : "",
             paths[0] != '\0' || has_layer ? paths : "Terrain",
             job->page.is_partial ? "   PARTIAL RESULTS: the run was interrupted" : "");
}
