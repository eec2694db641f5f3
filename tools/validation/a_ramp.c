// SPDX-License-Identifier: GPL-3.0-or-later
// A. The ramp of [L21]: pooled values, their ratios, the branch test, spreading and run-out.
#include "a_ramp.h"
#include "runs/ensemble/accessors.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Energy (kJ) of a body that moves and turns with these means and deviations, all of the turning
/// about an axis of the moment `inertia`: 1/2 m (v^2 + sv^2) + 1/2 I (w^2 + sw^2).
static double branch_energy(const ramp_pooled *p, double mass, double inertia)
{
    const double turn = 2.0 * TALUS_PI;
    const double v2 = p->mean[RAMP_SPEED] * p->mean[RAMP_SPEED] +
                      p->deviation[RAMP_SPEED] * p->deviation[RAMP_SPEED];
    const double w2 = turn * turn *
                      (p->mean[RAMP_SPIN] * p->mean[RAMP_SPIN] +
                       p->deviation[RAMP_SPIN] * p->deviation[RAMP_SPIN]);
    return 1e-3 * (0.5 * mass * v2 + 0.5 * inertia * w2);
}

static void report_branches(validation *v, const talus_rock *rock,
                            const run_result results[SCHEME_PAIR])
{
    const double moments[SCHEME_PAIR] = {rock->inertia.x, rock->inertia.z};
    const char *const axes[SCHEME_PAIR] = {"minor", "major"};
    static const double bands[SCHEME_PAIR] = {0.05, 0.03};
    report_text(
        v,
        "About which axis do the rocks turn? The energy ½m(v̄² + σ_v²) + ½I(ω̄² + σ_ω²) equals the "
        "pooled energy if I is the moment of inertia about that axis (%.2f kg m² minor, %.2f kg m² "
        "major). The ratio of the two is closest to 1 with the minor axis for `explicit` and with "
        "the major axis for `midpoint`, in the published tables (first column) and here:",
        moments[0], moments[1]);
    report_table(v, "published");
    for (int i = 0; i < SCHEME_PAIR; i++) {
        const ramp_pooled found = ramp_pooled_of(&results[i].totals);
        const ramp_pooled *print = &ramp_published.published[i];
        for (int k = 0; k < SCHEME_PAIR; k++) {
            char what[128];
            const double ours = branch_energy(&found, rock->mass, moments[k]);
            const double theirs = branch_energy(print, rock->mass, moments[k]);
            const double band = i == k ? bands[i] : NONE;
            snprintf(what, sizeof what, "`%s`: energy with I of the %s axis / pooled energy",
                     talus_scheme_name(ramp_schemes[i]), axes[k]);
            const validation_row row = {
                what, theirs / print->mean[RAMP_ENERGY], 1.0 - band, 1.0 + band, false, NULL};
            report_row(v, &row, ours / found.mean[RAMP_ENERGY]);
        }
    }
}

/// How rocks spread: at the foot of the ramp, on the flat, and how far the way bends there.
typedef struct ramp_spread {
    double foot, end; ///< m, standard deviation of y
    double turn;      ///< degrees, mean change of heading from the foot to the end
    double bend;      ///< m, mean largest distance of the way on the flat from its chord
} ramp_spread;

/// Mean heading (rad) of a track between points a < b.
static double heading(const talus_track *track, size_t a, size_t b)
{
    return atan2(track->points[b].y - track->points[a].y, track->points[b].x - track->points[a].x);
}

/// Largest distance (m) of points a to b of a track from the chord between them.
static double bend_of(const talus_track *track, size_t a, size_t b)
{
    const talus_track_point *from = &track->points[a], *to = &track->points[b];
    const double x = to->x - from->x, y = to->y - from->y, length = hypot(x, y);
    double worst = 0.0;
    for (size_t i = a; i <= b; i++) {
        const talus_track_point *at = &track->points[i];
        worst = fmax(worst, fabs(x * (at->y - from->y) - y * (at->x - from->x)) / length);
    }
    return worst;
}

static talus_status measure_spread(const run_result *result, double foot_x, ramp_spread *out,
                                   talus_error *error)
{
    enum { SECOND = 20, COLUMNS = 4 }; // points of a track in 1 s
    size_t count;
    const talus_track *tracks = ensemble_tracks(result->results, &count);
    double *values = malloc((count + 1) * COLUMNS * sizeof *values), mean, unused;
    if (!values) {
        return talus_error_set(error, TALUS_ERROR_MEMORY, "out of memory");
    }
    double *foot = values, *end = foot + count, *turn = end + count, *bend = turn + count;
    for (size_t i = 0; i < count; i++) {
        const talus_track *track = &tracks[i];
        const size_t last = track->count - 1;
        size_t at = 0;
        while (at < last && track->points[at].x < foot_x) {
            at++;
        }
        foot[i] = at < last ? track->points[at].y : NONE;
        end[i] = track->points[last].y;
        turn[i] = bend[i] = NONE;
        if (at + 2 * SECOND < last) {
            const double angle =
                heading(track, last - SECOND, last) - heading(track, at, at + SECOND);
            turn[i] = fabs(remainder(angle, 2.0 * TALUS_PI)) * 180.0 / TALUS_PI;
            bend[i] = bend_of(track, at, last);
        }
    }
    run_moments(foot, count, &mean, &out->foot);
    run_moments(end, count, &mean, &out->end);
    run_moments(turn, count, &out->turn, &unused);
    run_moments(bend, count, &out->bend, &unused);
    free(values);
    return TALUS_OK;
}

static talus_status report_spread(validation *v, const run_case *c,
                                  const run_result results[SCHEME_PAIR], talus_error *error)
{
    double east = 0.0, north = 0.0;
    ramp_spread spread[SCHEME_PAIR];
    talus_status status = talus_world_origin(c->world, &east, &north, error);
    for (int i = 0; i < SCHEME_PAIR && status == TALUS_OK; i++) {
        status = measure_spread(&results[i], 200.0 - east, &spread[i], error);
    }
    if (status != TALUS_OK) {
        return status;
    }
    report_text(v,
                "The paper also says in words: under the implicit scheme the rocks spread less on "
                "the slope, run farther, and run in curves on the flat. Midpoint over explicit:");
    report_table(v, "published");
    const validation_row rows[] = {
        {"run-out, mean", NONE, 1.0, NONE, false, NULL},
        {"lateral standard deviation at the foot of the ramp", NONE, NONE, 1.0, false, NULL},
        {"lateral standard deviation at the end", NONE, 1.0, NONE, false, NULL},
        {"bend of the path on the flat: largest distance from its chord, mean", NONE, 1.0, NONE,
         false, NULL},
        {"change of heading on the flat, mean", NONE, 1.0, NONE, false,
         "`explicit` rocks change heading as well, at random, while they tumble to a stop within "
         "about 50 m of flat"},
    };
    const ramp_spread *a = &spread[0], *b = &spread[1];
    const double runouts[2] = {results[0].totals.runout.mean, results[1].totals.runout.mean};
    const double ratios[] = {runouts[1] / runouts[0], b->foot / a->foot, b->end / a->end,
                             b->bend / a->bend, b->turn / a->turn};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        report_row(v, &rows[i], ratios[i]);
    }
    report_text(v,
                "The values behind these ratios, midpoint and explicit: run-out %.0f and %.0f m; "
                "share of the spin about the major axis %.3f and %.3f; lateral standard deviation "
                "at the foot %.1f and %.1f m, at the end %.1f and %.1f m; bend %.1f and %.1f m; "
                "change of heading %.0f° and %.0f°.",
                runouts[1], runouts[0], results[1].totals.axis_share[2],
                results[0].totals.axis_share[2], b->foot, a->foot, b->end, a->end, b->bend, a->bend,
                b->turn, a->turn);
    return TALUS_OK;
}

static void report_ground(validation *v, const run_case *c)
{
    const talus_ground *ground = &c->campaign.site.grounds[0];
    report_text(v,
                "The two schemes differ as the paper says: under `midpoint` the rocks turn about "
                "their major axis, spin faster and run farther than under `explicit`. The paper "
                "does not give length, release height, noise and drag. Only ratios and the axis of "
                "rotation are therefore compared, not the values. `scenarios/ramp.yaml` has %llu "
                "rocks (EOTA221, 0.93 x 0.93 x 0.47 m, 780 kg). The slope is 40° steep over 200 m "
                "(horizontal), then flat; its nodes are 1 m apart and have a fixed noise of ±0.15 "
                "m. The rocks start in random orientations on a line of 20 m across the slope, "
                "with the lowest vertex 1 m above the ground. Ground `%s`: μ %g to %g, κ %g 1/m, β "
                "%g 1/s, ground drag %g 1/s, ε = 0. The time step is 2 ms.",
                (unsigned long long)talus_campaign_rock_count(&c->campaign), ground->name,
                ground->mu_min, ground->mu_max, ground->kappa, ground->beta, ground->drag);
}

/// Processor time with every step taken singly, as the published code does; talus takes the steps
/// of a free flight at once where it can.
static talus_status report_times(validation *v, run_case *c, talus_error *error)
{
    run_result results[SCHEME_PAIR];
    const bool flights = c->campaign.step.flights;
    c->campaign.step.flights = false;
    const talus_status status = ramp_run_pair(c, results, error);
    c->campaign.step.flights = flights;
    if (status == TALUS_OK) {
        const validation_row rows[] = {
            {"midpoint / explicit: processor time of the run, every step taken singly",
             ramp_published.time_ratio, NONE, NONE, false, NULL},
            {"midpoint / explicit: processor time per step, likewise", NONE, NONE, NONE, false,
             NULL}};
        const double ratio = results[1].seconds / results[0].seconds;
        report_text(v, "Processor times of whole campaigns on one machine, with every step "
                       "computed singly, as the published code does; in the first table talus "
                       "takes a free flight at once where it can. Rocks that roll as wheels move "
                       "for longer, so the ratio per run is larger than the ratio per step:");
        report_table(v, "published");
        report_row(v, &rows[0], ratio);
        report_row(v, &rows[1],
                   ratio * (double)results[0].totals.steps / (double)results[1].totals.steps);
    }
    run_result_clear(&results[0]);
    run_result_clear(&results[1]);
    return status;
}

talus_status validate_ramp(validation *v, talus_error *error)
{
    static const char *const reasons[RAMP_VALUE_COUNT] = {
        [RAMP_SPEED] = "above 1 on every ramp tried below; it falls towards 1 on short ramps"};
    run_case c;
    run_result results[SCHEME_PAIR];
    talus_status status = run_load(v, "scenarios/ramp.yaml", &c, error);
    if (status != TALUS_OK) {
        return status;
    }
    run_set_rocks(&c, v->full ? 1000 : 250);
    c.campaign.recorded_rocks = v->full ? 1000 : 250;
    status = ramp_run_pair(&c, results, error);
    if (status == TALUS_OK) {
        report_heading(v, "A. Ramp (Leine et al. 2021, Tables 1 and 2)");
        report_ground(v, &c);
        ramp_report_ratios(v, &ramp_published, results, reasons);
        report_branches(v, c.campaign.rocks[0].rock, results);
        status = report_spread(v, &c, results, error);
    }
    if (status == TALUS_OK && v->full) {
        status = report_times(v, &c, error);
    }
    if (status == TALUS_OK && v->full) {
        report_text(v, "The pooled values themselves, for information: the published ones belong "
                       "to a slope whose dimensions are not known.");
        ramp_report_pooled(v, &ramp_published, results);
    }
    if (status == TALUS_OK && v->pictures) {
        status = ramp_draw(v, &c, results, error);
    }
    run_result_clear(&results[0]);
    run_result_clear(&results[1]);
    run_clear(&c);
    return status;
}
