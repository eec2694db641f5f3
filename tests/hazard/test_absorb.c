// SPDX-License-Identifier: GPL-3.0-or-later
// Small patches of a map of zones: what joins what, and what stays.
#include "failing_memory.h"
#include "studies/hazard/assess.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 12 };

/// A map drawn as text, its first row in the north: '.' nothing, 'y' 'b' 'r' zones 1 to 3,
/// 'u' undecided between nothing and zone 3, 'v' undecided between zones 2 and 3.
typedef struct sketch {
    hazard_assessment a;
    uint8_t zones[MOST * MOST], low[MOST * MOST], high[MOST * MOST], mapped[MOST * MOST];
    const char *rows[MOST];
} sketch;

static void draw(sketch *s, const char *const *rows)
{
    static const char letters[] = ".ybr";
    size_t ny = 0;
    memset(s, 0, sizeof *s);
    while (rows[ny] != NULL) {
        s->rows[ny] = rows[ny];
        ny++;
    }
    s->a =
        (hazard_assessment){.zones = s->zones, .low = s->low, .high = s->high, .mapped = s->mapped};
    s->a.window = (talus_window){.nx = strlen(rows[0]), .ny = ny};
    for (size_t k = 0; k < s->a.window.nx * ny; k++) {
        const char c = rows[ny - 1 - k / s->a.window.nx][k % s->a.window.nx];
        const char *letter = strchr(letters, c);
        s->zones[k] = letter ? (uint8_t)(letter - letters) : HAZARD_UNDECIDED;
        s->low[k] = letter ? s->zones[k] : c == 'v' ? 2 : 0;
        s->high[k] = letter ? s->zones[k] : 3;
    }
    memcpy(s->mapped, s->zones, sizeof s->mapped);
}

/// The map as it is now against a drawing; every kind of undecided is 'u'.
static void expect(const sketch *s, const char *const *rows)
{
    const size_t nx = s->a.window.nx, ny = s->a.window.ny;
    for (size_t j = 0; j < ny; j++) {
        char found[MOST + 1] = "";
        for (size_t i = 0; i < nx; i++) {
            const uint8_t zone = s->mapped[(ny - 1 - j) * nx + i];
            found[i] = zone == HAZARD_UNDECIDED ? 'u' : ".ybr"[zone];
        }
        cr_expect_str_eq(found, rows[j], "row %zu: %s, expected %s", j, found, rows[j]);
    }
}

static void absorb(const char *const *rows, size_t least, const char *const *expected,
                   hazard_tally *tally)
{
    sketch s;
    draw(&s, rows);
    cr_assert(hazard_absorb(&s.a, least));
    expect(&s, expected);
    for (size_t k = 0; k < s.a.window.nx * s.a.window.ny; k++) {
        cr_expect(s.mapped[k] >= s.low[k], "cell %zu came below its lower bound", k);
    }
    *tally = s.a.tally;
}

Test(absorb, holes_are_filled_and_a_safer_speck_becomes_as_dangerous_as_its_surroundings)
{
    static const char *const map[] = {"rrrrrr", "r.rryr", "rrrrrr", "bbbbbb", "bb.bbb", NULL};
    static const char *const expected[] = {"rrrrrr", "rrrrrr", "rrrrrr", "bbbbbb", "bbbbbb", NULL};
    hazard_tally tally;
    absorb(map, 3, expected, &tally);
    cr_expect_eq(tally.filled, 2);
    cr_expect_eq(tally.raised, 1);
    cr_expect_eq(tally.kept_patches, 0);
    cr_expect_eq(tally.mapped[2], 18);
    cr_expect_eq(tally.mapped[1], 12);
}

Test(absorb, a_more_dangerous_speck_stays)
{
    static const char *const map[] = {"yyyyyy", "yryyby", "yyyyyy", "......", "....r.", NULL};
    hazard_tally tally;
    absorb(map, 3, map, &tally);
    cr_expect_eq(tally.kept_patches, 3);
    cr_expect_eq(tally.raised + tally.filled + tally.settled + tally.deferred, 0);
}

Test(absorb, an_undecided_speck_joins_a_zone_that_its_bounds_allow)
{
    static const char *const map[] = {"yyyyrrrr", "yuyyrvrr", "yyvyrrrr", "yyyyrrrr", NULL};
    static const char *const expected[] = {"yyyyrrrr", "yyyyrrrr", "yyuyrrrr", "yyyyrrrr", NULL};
    hazard_tally tally;
    absorb(map, 3, expected, &tally);
    cr_expect_eq(tally.settled, 2);
    cr_expect_eq(tally.kept_patches, 1, "what is at least blue does not become yellow");
}

Test(absorb, a_speck_among_undecided_cells_is_undecided_too)
{
    static const char *const map[] = {"uuuuuu", "uruuyu", "uuuuuu", "uuuuuu", NULL};
    static const char *const expected[] = {"uuuuuu", "uuuuuu", "uuuuuu", "uuuuuu", NULL};
    hazard_tally tally;
    absorb(map, 3, expected, &tally);
    cr_expect_eq(tally.deferred, 2);
    cr_expect_eq(tally.mapped_undecided, 24);
}

Test(absorb, what_joined_an_undecided_patch_never_comes_below_its_zone)
{
    // the red speck joins the undecided one beside it; together they are too small, and none of
    // their neighbours is as dangerous: they stay undecided
    static const char *const map[] = {"yyyyyyy", "yyyyyyy", "yyruuyy", "yyyyyyy", "yyyyyyy", NULL};
    sketch s;
    draw(&s, map);
    s.high[2 * 7 + 3] = s.high[2 * 7 + 4] = 3;
    cr_assert(hazard_absorb(&s.a, 4));
    for (size_t k = 0; k < 35; k++) {
        cr_expect(s.mapped[k] >= s.low[k], "cell %zu", k);
    }
    cr_expect_neq(s.mapped[2 * 7 + 2], 1, "a red cell became yellow");
}

Test(absorb, nothing_is_small_without_a_least_area)
{
    static const char *const map[] = {"yryb.u", "r.b.yu", NULL};
    hazard_tally tally;
    absorb(map, 0, map, &tally);
    absorb(map, 1, map, &tally);
    cr_expect_eq(tally.kept_patches, 0);
    cr_expect_eq(tally.mapped_undecided, 2);
}

Test(absorb, the_longest_border_decides_and_of_equal_ones_the_more_dangerous)
{
    static const char *const map[] = {"bbbrrr", "bb.rrr", "bbbrrr", "bbbrrr",
                                      "bb..rr", "bbbrrr", NULL};
    static const char *const expected[] = {"bbbrrr", "bbbrrr", "bbbrrr", "bbbrrr",
                                           "bbrrrr", "bbbrrr", NULL};
    hazard_tally tally;
    absorb(map, 3, expected, &tally);
    cr_expect_eq(tally.filled, 3);
}

Test(absorb, memory_that_runs_out_leaves_the_map_as_it_was)
{
    static const char *const map[] = {"rrrr", "r.yr", "rrrr", NULL};
    sketch s;
    draw(&s, map);
    requests = 0;
    cr_assert(hazard_absorb(&s.a, 3));
    const size_t all = requests;
    cr_assert_gt(all, 1);
    for (size_t k = 1; k <= all; k++) {
        draw(&s, map);
        requests = 0;
        failing = k;
        cr_expect_not(hazard_absorb(&s.a, 3), "request %zu of %zu", k, all);
        expect(&s, map);
    }
    failing = 0;
}
