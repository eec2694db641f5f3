// SPDX-License-Identifier: GPL-3.0-or-later
// The wrench law in the step as CSV.
#include "lab/bridge/rocking_wrench_study.h"
#include "lab/study/rocking_internal.h"
#include "lab/study/rocking_stepper_charts.h"

static talus_status write_impacts(talus_directory *directory, const rocking_wrench_study *study,
                                  talus_error *error)
{
    files_text text = {0};
    files_text_add(&text, "impact,lam,tau_n_m_s,lat,lon,scheme,slope_rad,wx,wy,wz,wx_map,wy_map,"
                          "wz_map,difference,refused\n");
    for (size_t i = 0; i < ROCKING_WRENCH_HITS; i++) {
        const rocking_wrench_hit *h = &study->hits[i];
        if (h->facet) {
            files_text_add(&text, "facet,,,%.9g,%.9g,", h->lat, h->lon);
        } else {
            files_text_add(&text, "edge,%.9g,%.9g,,,", h->lam, h->tau);
        }
        files_text_add(&text, "%s,%.9g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.3g,%d\n",
                       talus_scheme_name(h->scheme), h->slope, h->w_plus.x, h->w_plus.y,
                       h->w_plus.z, h->expected.x, h->expected.y, h->expected.z, h->difference,
                       h->refused);
    }
    return directory_write_text(directory, "wrench_impacts.csv", &text, error);
}

static void add_series(files_text *text, const char *model, const rocking_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
        files_text_add(text, "%s,%zu,%.9g,%u\n", model, i + 1, series->time[i], series->corners[i]);
    }
}

const char *const rocking_wrench_files[] = {"wrench_impacts.csv", "wrench_runs.csv", "wrench.svg",
                                            NULL};

talus_status rocking_wrench_write(talus_directory *directory, const rocking_wrench_study *study,
                                  talus_error *error)
{
    talus_status status = write_impacts(directory, study, error);
    if (status == TALUS_OK) {
        files_text text = {0};
        files_text_add(&text, "model,impact,time_s,corners\n");
        add_series(&text, "stepper", &study->run.found);
        add_series(&text, "event", &study->run.expected);
        status = directory_write_text(directory, "wrench_runs.csv", &text, error);
    }
    return status == TALUS_OK ? rocking_wrench_draw(directory, study, error) : status;
}
