// SPDX-License-Identifier: GPL-3.0-or-later
// The seismic integral, piece by piece between the points of both curves.
#include "input/sources/seismic.h"

#include <math.h>

static talus_status check_points(const seismic_curve *curve, const char *noun, talus_error *error)
{
    if (curve->count < 2) {
        return talus_error_set(error, TALUS_ERROR_INPUT,
                               "the %s curve has %zu point, expected two "
                               "or more",
                               noun, curve->count);
    }
    for (size_t k = 0; k < curve->count; k++) {
        const double before = k > 0 ? curve->x[k - 1] : 0.0;
        if (!(curve->x[k] > before) || !isfinite(curve->x[k])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the %s curve: intensity %g follows %g in point %zu, expected "
                                   "intensities above 0 that ascend",
                                   noun, curve->x[k], before, k + 1);
        }
    }
    return TALUS_OK;
}

static talus_status check_values(const seismic_curve *fragility, const seismic_curve *hazard,
                                 talus_error *error)
{
    for (size_t k = 0; k < fragility->count; k++) {
        if (!(fragility->y[k] >= 0.0 && fragility->y[k] <= 1.0)) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the fragility curve: %g in point %zu, expected a probability "
                                   "from 0 to 1",
                                   fragility->y[k], k + 1);
        }
    }
    for (size_t k = 0; k < hazard->count; k++) {
        if (!(hazard->y[k] > 0.0) || !isfinite(hazard->y[k]) ||
            (k > 0 && hazard->y[k] > hazard->y[k - 1])) {
            return talus_error_set(error, TALUS_ERROR_INPUT,
                                   "the hazard curve: rate %g in point %zu, expected annual rates "
                                   "of exceedance above 0 that do not rise with the intensity",
                                   hazard->y[k], k + 1);
        }
    }
    return TALUS_OK;
}

/// Value of a fragility; beyond its points `outside`.
static double probability_at(const seismic_curve *c, double x, double below, double beyond)
{
    if (x < c->x[0]) {
        return below;
    }
    for (size_t k = 1; k < c->count; k++) {
        if (x <= c->x[k]) {
            const double f = (x - c->x[k - 1]) / (c->x[k] - c->x[k - 1]);
            return c->y[k - 1] + f * (c->y[k] - c->y[k - 1]);
        }
    }
    return beyond;
}

/// H = y (x / x_j)^-slope in a piece of the hazard curve.
static double hazard_slope(const seismic_curve *h, size_t j)
{
    return talus_log(h->y[j] / h->y[j + 1]) / talus_log(h->x[j + 1] / h->x[j]);
}

static double hazard_at(const seismic_curve *h, double x)
{
    size_t j = 0;
    while (j + 2 < h->count && x > h->x[j + 1]) {
        j++;
    }
    return h->y[j] * talus_exp(-hazard_slope(h, j) * talus_log(x / h->x[j]));
}

/// Integral of x |dH| from s to t where H falls from hs to ht as a power `slope`:
///   slope s hs (e^z - 1) / (1 - slope),  z = (1 - slope) ln(t / s)
static double first_moment(double slope, double s, double t, double hs)
{
    const double width = talus_log(t / s);
    const double z = (1.0 - slope) * width;
    const double quotient = fabs(z) < 1e-5 ? 1.0 + z * (0.5 + z / 6.0) : (talus_exp(z) - 1.0) / z;
    return slope * s * hs * width * quotient;
}

/// Piece from s to t inside one piece of both curves; probabilities at its ends.
static double piece(double slope, const double x[2], const double h[2], double ps, double pt)
{
    const double gradient = (pt - ps) / (x[1] - x[0]);
    return (ps - gradient * x[0]) * (h[0] - h[1]) +
           gradient * first_moment(slope, x[0], x[1], h[0]);
}

/// Integral with given values outside the fragility's range.
static double integrate(const seismic_curve *p, const seismic_curve *h, double below, double beyond)
{
    const size_t last = h->count - 1;
    double sum = 0.0;
    for (size_t j = 0; j < last; j++) {
        const double slope = hazard_slope(h, j);
        double s = h->x[j];
        size_t next = 0;
        while (s < h->x[j + 1]) {
            while (next < p->count && p->x[next] <= s) {
                next++;
            }
            const bool cut = next < p->count && p->x[next] < h->x[j + 1];
            const double x[2] = {s, cut ? p->x[next] : h->x[j + 1]};
            const double rates[2] = {
                s == h->x[j] ? h->y[j] : hazard_at(h, s),
                cut ? hazard_at(h, x[1]) : h->y[j + 1],
            };
            // the curve may jump where its range begins and ends
            if (x[1] <= p->x[0]) {
                sum += below * (rates[0] - rates[1]);
            } else if (x[0] >= p->x[p->count - 1]) {
                sum += beyond * (rates[0] - rates[1]);
            } else {
                sum += piece(slope, x, rates, probability_at(p, x[0], below, beyond),
                             probability_at(p, x[1], below, beyond));
            }
            s = x[1];
        }
    }
    // motions stronger than the hazard curve's last point happen at its last rate
    return sum + h->y[last] * probability_at(p, h->x[last], below, beyond);
}

talus_status seismic_rate_of(const seismic_curve *fragility, const seismic_curve *hazard,
                             seismic_rate *rate, talus_error *error)
{
    talus_status status = check_points(fragility, "fragility", error);
    status = status == TALUS_OK ? check_points(hazard, "hazard", error) : status;
    status = status == TALUS_OK ? check_values(fragility, hazard, error) : status;
    if (status != TALUS_OK) {
        return status;
    }
    const size_t last = hazard->count - 1;
    const double from = fragility->x[0], to = fragility->x[fragility->count - 1];
    const double top = fragility->y[fragility->count - 1];
    *rate = (seismic_rate){
        .rate = integrate(fragility, hazard, 0.0, top),
        .high = integrate(fragility, hazard, fragility->y[0], 1.0),
        .first = probability_at(fragility, hazard->x[0], fragility->y[0], top),
    };
    // beyond the hazard curve's last point the probability is at least that of the point
    if (hazard->x[last] <= to) {
        rate->high += hazard->y[last] *
                      (1.0 - probability_at(fragility, hazard->x[last], fragility->y[0], 1.0));
    }
    if (from > hazard->x[0]) {
        const double start = from < hazard->x[last] ? from : hazard->x[last];
        rate->below = hazard->y[0] - hazard_at(hazard, start);
    }
    if (to < hazard->x[last]) {
        rate->above = to > hazard->x[0] ? hazard_at(hazard, to) : hazard->y[0];
    }
    return TALUS_OK;
}
