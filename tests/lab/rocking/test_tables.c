// SPDX-License-Identifier: GPL-3.0-or-later
// Tables 1 to 5 of C18 and table 1 of L93 as printed; misprints are named (tests/data/reference/errata.md).
#include "talus/lab/rocking.h"

#include <criterion/criterion.h>
#include <math.h>

enum { SCALES = 3, SHAPES = 10, TESTS = SCALES * (SHAPES - 1) };

/// Full widths of S, M, L in m, and height / width of B1 to B10.
static const double widths[SCALES] = {0.03, 0.045, 0.06};
static const double aspects[SHAPES] = {1.0, 1.5, 2.25, 3.0, 3.75, 4.5, 6.0, 6.75, 8.25, 9.75};

/// Half a unit of the last printed digit.
static bool prints_as(double value, double printed, int digits)
{
    double unit = 1.0;
    for (int i = 0; i < digits; i++) {
        unit *= 0.1;
    }
    return fabs(value - printed) <= 0.5 * unit * (1.0 + 1e-9);
}

static talus_rocking_pivot pivot_of(double width, double height)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.5 * width, 0.5 * height);
    return talus_rocking_block_pivot(&block, true, 9.81);
}

Test(c18, table_1_blocks_of_the_simulations)
{
    const double printed[2][4] = {{0.135, 0.2187, 0.0691, 0.9294}, {0.045, 0.5880, 0.0270, 0.5385}};
    for (int i = 0; i < 2; i++) {
        const talus_rocking_pivot pivot = pivot_of(0.03, printed[i][0]);
        cr_expect(prints_as(pivot.alpha, printed[i][1], 4) &&
                  prints_as(pivot.radius, printed[i][2], 4));
        const double eta = talus_rocking_eta(printed[i][0] / 0.03, 1.0);
        cr_expect(prints_as(eta, printed[i][3], 4));
        cr_expect(talus_rocking_pattern_of(eta) == TALUS_ROCKING_ROCKS);
    }
}

static const double table2_mass_g[SCALES][SHAPES] = {
    {113.3, 113.3, 161.2, 226.6, 274.5, 339.6, 453.2, 500.8, 614.1, 727.4},
    {363.6, 363.6, 544.4, 727.2, 907.7, 1089.6, 1453.2, 1634.0, 1997.6, 2361.2},
    {856.6, 856.6, 1284.3, 1713.2, 2140.9, 2569.2, 3425.8, 3853.5, 4710.1, 5566.7}};

Test(c18, table_2_angles_and_radii)
{
    const double alphas[SHAPES] = {0.7854, 0.5880, 0.4182, 0.3218, 0.2606,
                                   0.2187, 0.1651, 0.1471, 0.1206, 0.1022};
    const double radii[SCALES][SHAPES] = {
        {0.0212, 0.0270, 0.0369, 0.0474, 0.0582, 0.0691, 0.0912, 0.1024, 0.1247, 0.1470},
        {0.0318, 0.0406, 0.0554, 0.0712, 0.0873, 0.1037, 0.1369, 0.1535, 0.1870, 0.2205},
        {0.0424, 0.0541, 0.0739, 0.0949, 0.1164, 0.1383, 0.1825, 0.2047, 0.2493, 0.2940}};
    for (int s = 0; s < SCALES; s++) {
        for (int i = 0; i < SHAPES; i++) {
            const talus_rocking_pivot pivot = pivot_of(widths[s], widths[s] * aspects[i]);
            cr_expect(prints_as(pivot.alpha, alphas[i], 4), "B%d: alpha %.6f", i + 1, pivot.alpha);
            cr_expect(prints_as(pivot.radius, radii[s][i], 4), "B%d: R %.6f", i + 1, pivot.radius);
        }
    }
}

Test(c18, table_2_masses_are_of_aluminium_as_deep_as_wide_but_b1)
{
    for (int s = 0; s < SCALES; s++) {
        for (int i = 0; i < SHAPES; i++) {
            const double w = widths[s];
            const double density = 1e-3 * table2_mass_g[s][i] / (w * w * w * aspects[i]);
            // B1 is thicker than wide by half: its mass is that of B2
            cr_expect(i == 0 ? density > 3960.0 && density < 4200.0
                             : density > 2640.0 && density < 2805.0,
                      "scale %d, B%d: %.0f kg/m3", s, i + 1, density);
        }
    }
}

Test(c18, table_4_places_of_the_edge_contact)
{
    const double printed[SCALES][2] = {{0.9, 0.95}, {0.93, 0.96}, {0.95, 0.975}};
    for (int s = 0; s < SCALES; s++) {
        const double inner = talus_rocking_k_edge(widths[s], 0.0015);
        const double middle = talus_rocking_k_edge(widths[s], 0.00075);
        if (s == 1) { // .9333 and .9667: cut off, not rounded
            cr_expect(inner - printed[s][0] > 0.0 && inner - printed[s][0] < 0.01);
            cr_expect(middle - printed[s][1] > 0.0 && middle - printed[s][1] < 0.01);
        } else {
            cr_expect(fabs(inner - printed[s][0]) < 1e-15 && fabs(middle - printed[s][1]) < 1e-15);
        }
    }
}

/// Measured ratios of the full contact, B2 to B10.
static const double table3[SCALES][SHAPES - 1] = {
    {0.690, 0.825, 0.890, 0.919, 0.948, 0.958, 0.960, 0.964, 0.966},
    {0.670, 0.840, 0.882, 0.914, 0.941, 0.959, 0.966, 0.969, 0.974},
    {0.708, 0.852, 0.904, 0.937, 0.952, 0.970, 0.972, 0.978, 0.979}};
static const double table5_k[SCALES][SHAPES - 1] = {
    {0.7704, 0.8001, 0.8059, 0.8364, 0.7602, 0.8766, 0.9526, 1.0787, 1.2214},
    {0.8005 /* printed .8805 */, 0.7595, 0.8397, 0.8670, 0.8241, 0.8621, 0.8468, 0.9634, 0.9838},
    {0.7429, 0.7259, 0.7440, 0.7175, 0.7214, 0.6838, 0.7266, 0.7121, 0.8016}};
static const double table5_place[SCALES][SHAPES - 1] = {
    {0.0116, 0.0120, 0.0121, 0.0125, 0.0114, 0.0131, 0.0143, 0.0162, 0.0183},
    {0.0180, 0.0171, 0.0189, 0.0195, 0.0185, 0.0194, 0.0191, 0.0217, 0.0221},
    {0.0223, 0.0218, 0.0223, 0.0215, 0.0216, 0.0205, 0.0218, 0.0214, 0.0240}};

/// k of a test by (16) to (18); the printed values were made with eta_mat = .98895, not .989.
static double k_of_test(int scale, int test)
{
    return talus_rocking_k(aspects[test + 1], table3[scale][test] / 0.98895);
}

Test(c18, table_3_gives_table_5)
{
    double worst = 0.0;
    for (int s = 0; s < SCALES; s++) {
        for (int i = 0; i < SHAPES - 1; i++) {
            const double k = k_of_test(s, i);
            worst = fmax(worst, fabs(k - table5_k[s][i]));
            cr_expect(prints_as(0.5 * widths[s] * k, table5_place[s][i], 4));
        }
    }
    cr_expect(worst < 6e-5, "%g", worst); /* measured 5.6e-5 */
}

Test(c18, table_5_averages_with_their_misprints)
{
    const double by_shape[SHAPES - 1] = {0.7713, 0.7619, 0.7965, 0.8070, 0.7685,
                                         0.8075, 0.8420, 0.9181, 1.0023 /* .9181 */};
    const double by_scale[SCALES] = {0.9003, 0.8608, 0.7306};
    double all = 0.0, scales[SCALES] = {0.0};
    for (int i = 0; i < SHAPES - 1; i++) {
        double sum = 0.0;
        for (int s = 0; s < SCALES; s++) {
            sum += k_of_test(s, i);
            scales[s] += k_of_test(s, i) / 9.0;
        }
        all += sum / TESTS;
        cr_expect(fabs(sum / 3.0 - by_shape[i]) < 1e-4, "B%d: %.5f", i + 2, sum / 3.0);
    }
    for (int s = 0; s < SCALES; s++) {
        cr_expect(fabs(scales[s] - by_scale[s]) < 1e-4, "%.5f", scales[s]);
    }
    cr_expect(fabs(all - 0.8306) < 1e-4, "%.5f", all);
}

/// Coefficients of (19) from table 5, whose entry M B2 may be the printed one.
static void fit_table_5(double entry_m_b2, double coefficients[4])
{
    double x[TESTS], w[TESTS], k[TESTS];
    for (int n = 0; n < TESTS; n++) {
        const int s = n / (SHAPES - 1), i = n % (SHAPES - 1);
        x[n] = aspects[i + 1];
        w[n] = widths[s];
        k[n] = table5_k[s][i];
    }
    k[SHAPES - 1] = entry_m_b2;
    cr_assert(talus_rocking_k_regression(TESTS, x, w, k, coefficients, NULL) == TALUS_OK);
}

Test(c18, the_fit_of_k_follows_from_table_5)
{
    const double wanted[4] = {0.00466, -0.02581, 1.06344, -0.05654};
    const double printed[4] = {0.0047, -0.0258, 1.0635, -0.0565};
    double found[4];
    fit_table_5(0.8005, found);
    for (int i = 0; i < 4; i++) {
        cr_expect(fabs(found[i] - wanted[i]) < 6e-6, "c%d = %.7f", i, found[i]);
        cr_expect(fabs(found[i] - printed[i]) < 1e-4);
    }
}

Test(c18, the_fit_of_k_was_not_made_with_the_misprint)
{
    double found[4];
    fit_table_5(0.8805, found);
    cr_expect(fabs(found[0] - 0.0054) < 5e-5 && fabs(found[1] + 0.0353) < 5e-5 &&
                  fabs(found[2] - 1.0910) < 5e-5,
              "%g %g %g", found[0], found[1], found[2]);
}

Test(c18, the_larger_block_of_the_text_was_fitted_with_six_centimetres)
{
    // (19) with the block's own 9 cm
    const double k = talus_rocking_k_fit(4.5, 0.09);
    cr_expect(fabs(k - 0.534075) < 1e-12);
    cr_expect(prints_as(talus_rocking_eta(4.5, k), 0.9793, 4));
    // what the text quotes
    cr_expect(prints_as(talus_rocking_k_fit(4.5, 0.06), 0.7036, 4));
    cr_expect(prints_as(talus_rocking_eta(4.5, 0.7036), 0.9644, 4));
}

Test(c18, too_few_tests_are_refused)
{
    const double x[4] = {2.0, 3.0, 4.0, 5.0}, w[4] = {0.03, 0.03, 0.03, 0.03};
    double found[4];
    talus_error error = {0};
    cr_expect(talus_rocking_k_regression(3, x, w, x, found, &error) == TALUS_ERROR_INPUT);
    cr_expect(talus_rocking_k_regression(4, x, w, x, found, &error) == TALUS_ERROR_INPUT);
}

static double srm(double aspect)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 1.0, aspect);
    return talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, 0.0);
}

Test(l93, table_1_predictions_of_the_simple_model)
{
    // made with the rounded h / b: 914 / 229 and 762 / 152 would give .911 and .943
    cr_expect(prints_as(srm(2.0), 0.700, 3) && prints_as(srm(4.0), 0.912, 3) &&
              prints_as(srm(5.0), 0.942, 3));
    cr_expect(prints_as(srm(914.0 / 229.0), 0.911, 3) && prints_as(srm(762.0 / 152.0), 0.943, 3));
    // h / b = 4.33 is not a rectangle: its .944 is that of a rectangle of 5.07
    cr_expect(prints_as(srm(4.33), 0.924, 3) && prints_as(srm(5.07), 0.944, 3));
}

/// Feet narrower than the body, h = aspect times half the base.
static double ratio_with_feet(double aspect, double base, double body, double e)
{
    const double b = 0.5 * base;
    talus_rocking_block block = talus_rocking_block_rectangle(1.0, 0.5 * body, aspect * b);
    block.b1 = block.b2 = b;
    return talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, e);
}

Test(l93, ratios_of_the_actual_geometry)
{
    // both numbers of the text need a base of 44.8 mm under the body of 50.8 mm
    cr_expect(prints_as(ratio_with_feet(1.0, 0.0448, 0.0508, 0.0), 0.276, 3));
    cr_expect(prints_as(ratio_with_feet(2.0, 0.0448, 0.0508, 0.0), 0.704, 3));
    // the average base of the text, 45.8 mm, does not give them
    cr_expect(prints_as(ratio_with_feet(1.0, 0.0458, 0.0508, 0.0), 0.271, 3));
    cr_expect(prints_as(ratio_with_feet(2.0, 0.0458, 0.0508, 0.0), 0.703, 3));
    // a rectangle would need h / b = 1.0353 and 2.0168
    cr_expect(prints_as(srm(1.0353), 0.276, 3) && prints_as(srm(2.0168), 0.704, 3));
}

Test(l93, the_quoted_rebound_is_nominal_and_negative)
{
    const talus_rocking_block block = talus_rocking_block_rectangle(1.0, 1.0, 1.0);
    cr_expect(fabs(talus_rocking_ratio(&block, TALUS_ROCKING_LIPSCOMBE, 0.9) + 0.425) < 1e-15);
    // the geometry that gives .276 would bounce less
    cr_expect(prints_as(ratio_with_feet(1.0, 0.0448, 0.0508, 0.9), -0.376, 3));
}

Test(l93, slenderness_of_the_four_blocks_and_bouncing)
{
    // (3) as the limit e_c: below it bouncing dies out before the next impact
    const double printed[4] = {0.25, 0.70, 0.91176, 0.97692};
    for (int i = 0; i < 4; i++) {
        cr_expect(prints_as(srm((double)(1 << i)), printed[i], 5));
    }
    cr_expect(srm(2.0) < 0.9 && srm(4.0) > 0.9 && srm(8.0) > 0.9);
}
