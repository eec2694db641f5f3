// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes inclined-40 and inclined-40-block for other engines: the rock, terrain, releases and stop
// rule of `talus-cases bench`, the loop that runs an engine through them, and its row of CSV.
//
//   struct engine { engine(); void reset(const state &); void step(); state now(); };
//   int main(int argc, char **argv) { return peers::run<engine>(argc, argv, "name"); }
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <vector>

namespace peers
{

constexpr double time_step = 0.002, gravity = 9.81, friction = 0.6;
constexpr double restitution = 0.1;
constexpr int node_columns = 251, node_rows = 51, vertex_count = 24;
constexpr double cell = 2.0, width = cell * (node_columns - 1), depth = cell * (node_rows - 1);
constexpr double stop_speed = 0.1, stop_spin = 0.1;
constexpr int stop_steps = 250, most_steps = 30000; // 0.5 s, 60 s

using vec = std::array<double, 3>;

/// Pose and velocities; q = (w, x, y, z) body to world, v and w in the world frame.
struct state {
    vec p;
    std::array<double, 4> q;
    vec v, w;
};

/// Half axes of the box that the rock is cut from; a vertex has one whole and two half of them.
inline vec half_axes;
inline double mass;
inline std::array<vec, vertex_count> rock;
inline vec inertia; ///< principal moments

/// The wheel, or the block of three different moments that is as dense. @return false: no such scene
inline bool choose(const char *scene)
{
    const bool is_block = std::strcmp(scene, "inclined-40-block") == 0;
    if (!is_block && std::strcmp(scene, "inclined-40") != 0) {
        return false;
    }
    half_axes = {0.465, is_block ? 0.40 : 0.465, 0.235};
    mass = 780.0 * half_axes[1] / 0.465;
    for (int k = 0; k < vertex_count; k++) {
        for (int a = 0; a < 3; a++) {
            rock[k][a] = (k >> a & 1 ? 1.0 : -1.0) * half_axes[a] * (a == k / 8 ? 1.0 : 0.5);
        }
    }
    // the mean square of x over this shape is 21/85 of its half axis squared
    vec square;
    for (int a = 0; a < 3; a++) {
        square[a] = mass * 21.0 / 85.0 * half_axes[a] * half_axes[a];
    }
    inertia = {square[1] + square[2], square[0] + square[2], square[0] + square[1]};
    return true;
}

/// heights[j][i] at (2 i, 2 j): 40 degrees down to x = 200 m, then flat, with noise of +-0.15 m
/// from a linear congruential generator, to six decimals.
struct terrain {
    double heights[node_rows][node_columns];
    terrain()
    {
        const double slope = std::tan(40.0 * std::acos(-1.0) / 180.0);
        uint64_t bits = 12345;
        for (int j = 0; j < node_rows; j++) {
            for (int i = 0; i < node_columns; i++) {
                bits = bits * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
                const double noise = double(bits >> 11) / 9007199254740992.0 * 2.0 - 1.0;
                const double x = cell * i, z = (x < 200.0 ? (200.0 - x) * slope : 0.0);
                heights[j][i] = std::floor(1e6 * (z + 0.15 * noise) + 0.5) / 1e6;
            }
        }
    }
};
inline const terrain ground;

/// Orientation uniform over all rotations, from splitmix64 of the rock's number; at rest 2 m over
/// the ground at (10, 50).
inline state release(uint64_t rock_number)
{
    uint64_t x = UINT64_C(0x9e3779b97f4a7c15) * (rock_number + 1) * 16;
    const auto uniform = [&x] {
        x += UINT64_C(0x9e3779b97f4a7c15);
        uint64_t z = x;
        z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
        return double((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
    };
    const double pi = std::acos(-1.0), a = uniform(), b = 2 * pi * uniform(),
                 c = 2 * pi * uniform();
    const double p = std::sqrt(1 - a), r = std::sqrt(a);
    return {{10.0, 50.0, ground.heights[25][5] + 2.0},
            {r * std::cos(c), p * std::sin(b), p * std::cos(b), r * std::sin(c)},
            {0, 0, 0},
            {0, 0, 0}};
}

/// v turned from the body into the world.
inline vec turn(const std::array<double, 4> &q, const vec &v)
{
    const vec t = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                   2 * (q[1] * v[1] - q[2] * v[0])};
    return {v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1],
            v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2],
            v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0]};
}

inline double length(const vec &v)
{
    return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

inline double seconds(clockid_t clock)
{
    timespec now;
    clock_gettime(clock, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// Time in the engine alone, by a clock around its calls, less what the clock itself takes.
struct totals {
    double reset = 0, flight = 0, contact = 0; // s
    uint64_t flight_steps = 0, contact_steps = 0;
    double look;
    totals() : look(1.0)
    {
        for (int k = 0; k < 1000; k++) {
            const double a = seconds(CLOCK_MONOTONIC);
            look = std::min(look, seconds(CLOCK_MONOTONIC) - a);
        }
    }
    template <class call> double clocked(call f) const
    {
        const double start = seconds(CLOCK_MONOTONIC);
        f();
        return seconds(CLOCK_MONOTONIC) - start - look;
    }
};

template <class engine> void run_rock(engine &e, uint64_t number, totals &t)
{
    state before = release(number);
    t.reset += t.clocked([&] { e.reset(before); });
    for (int step = 0, still = 0; step < most_steps && still < stop_steps; step++) {
        state after;
        const double took = t.clocked([&] {
            e.step();
            after = e.now();
        });
        // no impulse acted: only gravity changed the velocity
        const vec change = {after.v[0] - before.v[0], after.v[1] - before.v[1],
                            after.v[2] - before.v[2] + gravity * time_step};
        const bool is_flight = length(change) < 1e-4;
        (is_flight ? t.flight : t.contact) += took;
        (is_flight ? t.flight_steps : t.contact_steps)++;
        still = length(after.v) < stop_speed && length(after.w) < stop_spin ? still + 1 : 0;
        before = after;
        const vec &p = after.p;
        if (!(p[0] >= 0 && p[0] <= width && p[1] >= 0 && p[1] <= depth && p[2] > -10.0)) {
            break;
        }
    }
}

/// argv[1] rocks (100), argv[2] scene (inclined-40); prints a row as `talus-cases bench` does, with what
/// does not exist left empty.
template <class engine> int run(int argc, char **argv, const char *name)
{
    const int rocks = argc > 1 ? std::atoi(argv[1]) : 100;
    const char *scene = argc > 2 ? argv[2] : "inclined-40";
    if (!choose(scene)) {
        std::fprintf(stderr, "no scene %s: inclined-40 or inclined-40-block\n", scene);
        return 2;
    }
    totals t;
    engine e;
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int k = 0; k < rocks; k++) {
        run_rock(e, uint64_t(k), t);
    }
    // what other processes take is shared out evenly
    const double share =
        (seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / (seconds(CLOCK_MONOTONIC) - wall);
    const double steps = double(t.flight_steps + t.contact_steps), in_steps = t.flight + t.contact;
    std::printf("%s,%s,1,%d,%.2f,%.1f,%.1f,%.1f,,,%.1f,%.4f,\n", scene, name, rocks,
                rocks / (share * (in_steps + t.reset)), 1e9 * share * in_steps / steps,
                1e9 * share * t.flight / double(t.flight_steps),
                1e9 * share * t.contact / double(t.contact_steps), steps / rocks,
                double(t.flight_steps) / steps);
    return 0;
}

} // namespace peers
