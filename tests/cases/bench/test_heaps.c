// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of several blocks: what stands creeps by nothing, what falls comes to rest.
#include "cases/bench/heaps.h"

#include <criterion/criterion.h>
#include <math.h>

static bench_heap_result run(bench_heap_id id, size_t bodies, double seconds)
{
    bench_heap heap;
    bench_heap_result result;
    talus_error error = {0};
    cr_assert(bench_heap_make(&heap, id, bodies, TALUS_SCHEME_MIDPOINT, &error) == TALUS_OK, "%s",
              error.message);
    cr_assert(bench_heap_run(&heap, seconds, &result, &error) == TALUS_OK, "%s", error.message);
    bench_heap_clear(&heap);
    cr_expect(result.unsolved == 0, "%s: %llu", bench_heap_name(id),
              (unsigned long long)result.unsolved);
    cr_expect(result.worst_error <= BENCH_HEAP_TOLERANCE);
    return result;
}

/// Neither deeper nor farther than 1 um, and rest takes no iterations: percussions of the step
/// before solve the next one.
static void check_standing(bench_heap_id id, size_t bodies)
{
    const bench_heap_result r = run(id, bodies, 2.0);
    cr_expect(r.steps == 1000 && r.time == 2.0 && r.bodies == bodies);
    cr_expect(r.rests);
    cr_expect(r.creep < 1e-9, "%s: %g m", bench_heap_name(id), r.creep); /* measured 3e-12 m */
    cr_expect(r.penetration < 1e-8, "%g m",
              r.penetration); /* measured 9e-10 m: closed at 1e-9 of R */
    const double iterations = (double)r.iterations / (double)r.steps;
    cr_expect(iterations < 1.0, "%s: %g", bench_heap_name(id),
              iterations); /* measured 0.1 to 0.2 */
}

Test(heaps, a_column_stands)
{
    check_standing(BENCH_HEAP_COLUMN, 20);
}

Test(heaps, a_wall_stands)
{
    check_standing(BENCH_HEAP_WALL, 40);
}

Test(heaps, a_pile_comes_to_rest)
{
    const bench_heap_result r = run(BENCH_HEAP_PILE, 40, 0.0),
                            again = run(BENCH_HEAP_PILE, 40, 0.0);
    cr_expect(r.rests && r.time < 10.0, "%g s", r.time);
    cr_expect(r.contacts > 10 * r.steps);
    cr_expect(r.creep < 0.05, "%g m", r.creep); // below 0.1 m/s for 0.5 s
    cr_expect(r.penetration < 0.02, "%g m", r.penetration);
    cr_expect(r.hash == again.hash && r.steps == again.steps);
}

Test(heaps, a_cluster_goes_down_together)
{
    const bench_heap_result few = run(BENCH_HEAP_CLUSTER, 4, 0.0);
    cr_expect(few.rests && few.time > 5.0, "%g s", few.time);
    const bench_heap_result cut = run(BENCH_HEAP_CLUSTER, 20, 0.5);
    cr_expect(!cut.rests && cut.steps == 250 && isnan(cut.creep));
}

Test(heaps, the_run_of_median_time_counts)
{
    bench_heap_result results[3] = {{.cpu_time = 3.0}, {.cpu_time = 1.0}, {.cpu_time = 2.0}};
    cr_expect(bench_heap_median(results, 3)->cpu_time == 2.0);
}
