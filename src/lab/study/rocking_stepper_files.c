// SPDX-License-Identifier: GPL-3.0-or-later
// The time-stepper on a rocking block as CSV.
#include "lab/bridge/rocking_stepper.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_stepper_charts.h"

static void add_impact(files_text *text, const rocking_stepper_impact *impact)
{
    files_text_add(text, "%.9g,%.9g,%.9g,%.12g,%.12g,%.12g,%.9g,%.9g,%.9g,%.9g\n", impact->aspect,
                   impact->mu, impact->en21, impact->ratio, impact->expected, impact->law,
                   impact->place, impact->lift, impact->slip, impact->energy);
}

static talus_status write_impacts(talus_directory *directory, const rocking_stepper *study,
                                  talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "h_over_b,mu,en21,ratio,closed_form,impact_law,lambda,lift_of_a,slip,"
                          "energy_ratio\n");
    for (size_t k = 0; k < ROCKING_FRICTIONS; k++) {
        for (size_t i = 0; i < ROCKING_ASPECTS; i++) {
            add_impact(&text, &study->sweep[k][i]);
        }
    }
    for (size_t i = 0; i < ROCKING_ENTRIES; i++) {
        add_impact(&text, &study->entries[i]);
    }
    const talus_status status = directory_write_text(directory, "impacts.csv", &text, error);
    if (status != TALUS_OK) {
        return status;
    }
    text = (files_text){0};
    files_text_add(&text, "h_over_b,en21,ratio,mu_found,mu_expected\n");
    for (size_t i = 0; i < ROCKING_THRESHOLDS; i++) {
        const rocking_stepper_threshold *one = &study->thresholds[i];
        files_text_add(&text, "%.9g,%.9g,%.12g,%.9g,%.9g\n", one->aspect, one->en21, one->ratio,
                       one->found, one->expected);
    }
    return directory_write_text(directory, "thresholds.csv", &text, error);
}

static talus_status write_convergence(talus_directory *directory, const rocking_stepper *study,
                                      talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "law,time_step_s,impact_time_error_s,speed_error,ratio_error,"
                          "rest_error_s,deepest_m,tilt_at_rest_rad,steps,unsolved,limited\n");
    for (size_t law = 0; law < ROCKING_LAWS; law++) {
        for (size_t i = 0; i < ROCKING_STEPS; i++) {
            const rocking_errors *one = &study->errors[law][i];
            files_text_add(&text, "%s,%.9g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g,%zu,%zu,%zu\n",
                           rocking_law_name((rocking_law)law), one->time_step, one->time,
                           one->speed, one->ratio, one->rest, one->deepest, one->tilt, one->steps,
                           one->unsolved, one->limited);
        }
    }
    return directory_write_text(directory, "convergence.csv", &text, error);
}

/// Impact by impact: the runs at the longest and shortest step, and the event-driven one.
static talus_status write_decay(talus_directory *directory, const rocking_stepper *study,
                                talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "time_step_s,impact,time_s,omega_minus,ratio,energy_ratio,time_event_s,"
                          "omega_event,ratio_event\n");
    for (size_t k = 0; k < 2; k++) {
        const rocking_stepper_run *run = &study->runs[k];
        const rocking_reference *reference = &study->reference;
        for (size_t i = 0; i < run->hit_count && i < reference->count; i++) {
            const rocking_hit *hit = &run->hits[i];
            files_text_add(&text, "%.9g,%zu,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n",
                           rocking_stepper_time_step(k == 0 ? 0 : ROCKING_STEPS - 1), i + 1,
                           hit->time, hit->w_minus.y, hit->w_plus.y / hit->w_minus.y,
                           hit->energy_plus / hit->energy_minus, reference->time[i],
                           reference->speed[i], reference->ratio);
        }
    }
    return directory_write_text(directory, "decay.csv", &text, error);
}

static void add_series(files_text *text, double label, const char *model,
                       const rocking_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
        files_text_add(text, "%.9g,%s,%zu,%.9g,%u\n", label, model, i + 1, series->time[i],
                       series->corners[i]);
    }
}

static talus_status write_series(talus_directory *directory, const rocking_stepper *study,
                                 talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "e,model,impact,time_s,corners\n");
    for (size_t i = 0; i < ROCKING_BOUNCES; i++) {
        add_series(&text, study->bouncing[i].e, "stepper", &study->bouncing[i].found);
        add_series(&text, study->bouncing[i].e, "event", &study->bouncing[i].expected);
    }
    const talus_status status = directory_write_text(directory, "bounces.csv", &text, error);
    if (status != TALUS_OK) {
        return status;
    }
    text = (files_text){0};
    files_text_add(&text, "lateral_rad,model,impact,time_s,corners\n");
    for (size_t i = 0; i < ROCKING_SPATIAL_CASES; i++) {
        add_series(&text, study->spatial[i].start.lateral, "stepper", &study->spatial[i].found);
        add_series(&text, study->spatial[i].start.lateral, "event", &study->spatial[i].expected);
    }
    return directory_write_text(directory, "spatial.csv", &text, error);
}

const char *const rocking_stepper_files[] = {
    "impacts.csv", "thresholds.csv", "convergence.csv", "decay.csv",   "bounces.csv",
    "spatial.csv", "impacts.svg",    "convergence.svg", "bounces.svg", "spatial.svg",
    NULL};

talus_status rocking_stepper_write(talus_directory *directory, const rocking_stepper *study,
                                   talus_error *error)
{
    talus_status status = write_impacts(directory, study, error);
    if (status == TALUS_OK) {
        status = write_convergence(directory, study, error);
    }
    if (status == TALUS_OK) {
        status = write_decay(directory, study, error);
    }
    if (status == TALUS_OK) {
        status = write_series(directory, study, error);
    }
    return status == TALUS_OK ? rocking_stepper_draw(directory, study, error) : status;
}
