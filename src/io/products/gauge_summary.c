// SPDX-License-Identifier: GPL-3.0-or-later
// Screens and objects in summary.json.
#include "io/products/gauges.h"

static void add_quantity(files_text *text, talus_gauge_quantity quantity,
                         const talus_gauge_moments *m)
{
    static const char *const names[4] = {"p50", "p90", "p95", "p99"};
    static const char *const lows[4] = {"p50_low", "p90_low", "p95_low", "p99_low"};
    static const char *const highs[4] = {"p50_high", "p90_high", "p95_high", "p99_high"};
    const double scale = output_gauge_quantities[quantity].scale;
    files_json_begin(text, output_gauge_quantities[quantity].key, '{');
    files_json_add_number(text, "mean", scale * m->mean);
    files_json_add_number(text, "mean_error", scale * m->mean_error);
    files_json_add_number(text, "std", scale * m->std);
    for (int k = 0; k < 4; k++) {
        files_json_add_number(text, names[k], scale * m->quantile[k]);
        files_json_add_number(text, lows[k], scale * m->low[k]);
        files_json_add_number(text, highs[k], scale * m->high[k]);
    }
    files_json_add_number(text, "max", scale * m->max);
    files_json_end(text, '}');
}

static void add_gauge(files_text *text, const char *name, const talus_gauge_result *g,
                      bool is_object)
{
    files_json_begin(text, NULL, '{');
    files_json_add_text(text, "name", name);
    files_json_add_unsigned(text, "released", g->released);
    files_json_add_unsigned(text, "rocks", g->rocks);
    files_json_add_unsigned(text, is_object ? "visits" : "crossings", g->passages);
    if (!is_object) {
        files_json_add_unsigned(text, "to_left", g->to_left);
        files_json_add_unsigned(text, "to_right", g->to_right);
    }
    files_json_add_number(text, "reach_probability", g->probability);
    files_json_add_number(text, "reach_probability_low", g->low);
    files_json_add_number(text, "reach_probability_high", g->high);
    files_json_add_number(text, "annual_frequency_1_yr", g->annual_frequency);
    files_json_add_number(text, "n_eff", g->n_eff);
    for (int k = 0; k < TALUS_GAUGE_QUANTITY_COUNT; k++) {
        if (talus_gauge_has((talus_gauge_quantity)k, is_object)) {
            add_quantity(text, (talus_gauge_quantity)k, &g->moments[k]);
        }
    }
    files_json_end(text, '}');
}

bool output_summary_gauges(files_text *text, const talus_output_context *context,
                           const talus_results *results)
{
    const talus_campaign *campaign = context->campaign;
    const size_t ends[3] = {0, campaign->screen_count, output_gauge_count(campaign)};
    bool is_whole = true;
    for (int part = 0; part < 2; part++) {
        if (ends[part] == ends[part + 1]) {
            continue;
        }
        files_json_begin(text, part == 0 ? "screens" : "objects", '[');
        for (size_t k = ends[part]; k < ends[part + 1]; k++) {
            talus_gauge_result g;
            if (output_gauge_figures(results, k, &g, NULL) == TALUS_OK) {
                add_gauge(text, output_gauge_name(campaign, k), &g, part == 1);
            } else {
                is_whole = false;
            }
        }
        files_json_end(text, ']');
    }
    return is_whole;
}
