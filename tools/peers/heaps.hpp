// SPDX-License-Identifier: GPL-3.0-or-later
// Scenes of several blocks for other engines: the cubes of `talus-cases bench wall-100`, `column-20` and
// `pile-1000` on a plane, the loop that runs an engine through them, and its row of CSV.
//
//   struct engine { engine(const scene &, int accuracy); void step(); state now(size_t block); };
//   int main(int argc, char **argv) { return peers::run_heap<engine>(argc, argv, "name"); }
#pragma once

#include "scene.hpp"

#include <cstring>
#include <string>

namespace peers
{

constexpr double heap_friction = 0.6, heap_density = 2700.0;

struct scene {
    std::string name;
    double side;    // m, of all cubes
    double seconds; // the longest run
    bool falls;     // ends when all rest
    std::vector<state> starts;
    double mass() const
    {
        return heap_density * side * side * side;
    }
    double moment() const
    {
        return mass() * side * side / 6.0;
    }
};

/// blocks = 0: the scene's own number.
inline scene make_heap(const std::string &name, int blocks)
{
    scene s{name,
            name == "pile-1000" ? 0.5 : 1.0,
            name == "pile-1000" ? 20.0 : 10.0,
            name == "pile-1000",
            {}};
    blocks = blocks > 0 ? blocks : name == "pile-1000" ? 1000 : name == "wall-100" ? 100 : 20;
    for (int k = 0; k < blocks; k++) {
        state q = {{0.3, 0, 0.5 + k}, {1, 0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        if (name == "wall-100") {
            q.p = {1.01 * (k % 10) + (k / 10 % 2 == 0 ? 0.0 : 0.25), 0, 0.5 + k / 10};
        } else if (name == "pile-1000") {
            q.p = {0.9 * (k % 16), 0.9 * (k / 16 % 16), 0.5 + 0.9 * (k / 256)};
            q.q = release(uint64_t(k)).q;
        }
        s.starts.push_back(q);
    }
    return s;
}

/// Axes of a block in the world.
inline std::array<vec, 3> axes_of(const state &s)
{
    return {turn(s.q, {1, 0, 0}), turn(s.q, {0, 1, 0}), turn(s.q, {0, 0, 1})};
}
inline double dot(const vec &a, const vec &b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
inline vec cross(const vec &a, const vec &b)
{
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Half the width of a cube along a unit direction.
inline double reach(const std::array<vec, 3> &axes, double side, const vec &n)
{
    return 0.5 * side *
           (std::fabs(dot(axes[0], n)) + std::fabs(dot(axes[1], n)) + std::fabs(dot(axes[2], n)));
}

/// How deep two cubes lie in each other: least overlap over the 15 separating axes, at least 0.
inline double overlap(const state &a, const state &b, double side)
{
    const vec d = {b.p[0] - a.p[0], b.p[1] - a.p[1], b.p[2] - a.p[2]};
    if (length(d) > std::sqrt(3.0) * side) {
        return 0;
    }
    const auto x = axes_of(a), y = axes_of(b);
    std::vector<vec> directions(x.begin(), x.end());
    directions.insert(directions.end(), y.begin(), y.end());
    for (const vec &u : x) {
        for (const vec &w : y) {
            const vec n = cross(u, w);
            if (length(n) > 1e-6) {
                directions.push_back({n[0] / length(n), n[1] / length(n), n[2] / length(n)});
            }
        }
    }
    double least = 1e9;
    for (const vec &n : directions) {
        least = std::min(least, reach(x, side, n) + reach(y, side, n) - std::fabs(dot(d, n)));
    }
    return std::max(0.0, least);
}

/// Deepest contact of blocks with each other and with the plane z = 0.
inline double penetration(const std::vector<state> &now, double side)
{
    double worst = 0;
    for (size_t k = 0; k < now.size(); k++) {
        worst = std::max(worst, reach(axes_of(now[k]), side, {0, 0, 1}) - now[k].p[2]);
        for (size_t j = k + 1; j < now.size(); j++) {
            worst = std::max(worst, overlap(now[k], now[j], side));
        }
    }
    return worst;
}

inline double farthest(const std::vector<state> &from, const std::vector<state> &to)
{
    double way = 0;
    for (size_t k = 0; k < from.size(); k++) {
        const vec d = {to[k].p[0] - from[k].p[0], to[k].p[1] - from[k].p[1],
                       to[k].p[2] - from[k].p[2]};
        way = std::max(way, length(d));
    }
    return way;
}

/// argv: SCENE [BLOCKS [SECONDS [ACCURACY]]]; ACCURACY is the number of iterations of an engine, or
/// for Siconos the exponent of its tolerance; 0 = as the engine comes. Prints a row as `talus-cases bench`.
template <class engine> int run_heap(int argc, char **argv, const char *name)
{
    scene s = make_heap(argc > 1 ? argv[1] : "wall-100", argc > 2 ? std::atoi(argv[2]) : 0);
    s.seconds = argc > 3 && std::atof(argv[3]) > 0 ? std::atof(argv[3]) : s.seconds;
    const int accuracy = argc > 4 ? std::atoi(argv[4]) : 0;
    const std::string label =
        accuracy > 0 ? std::string(name) + "-" + std::to_string(accuracy) : std::string(name);
    engine e(s, accuracy);
    std::vector<state> now = s.starts, kept = s.starts;
    double cpu = 0, still = 0;
    int steps = 0;
    while (steps * time_step < s.seconds - 1e-9 && !(s.falls && still >= 0.5)) {
        const double start = seconds(CLOCK_PROCESS_CPUTIME_ID);
        e.step();
        cpu += seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
        steps++;
        bool slow = true;
        for (size_t k = 0; k < now.size(); k++) {
            now[k] = e.now(k);
            slow = slow && length(now[k].v) < stop_speed && length(now[k].w) < stop_spin;
        }
        still = slow ? still + time_step : 0;
        if (s.falls && !slow) {
            kept = now;
        }
    }
    std::printf("%s,%s,1,%zu,,%.1f,,,,,%d,,,%.6g,,%.3g,%.3g,%d\n", s.name.c_str(), label.c_str(),
                now.size(), 1e9 * cpu / steps, steps, steps * time_step / cpu,
                penetration(now, s.side), farthest(kept, now), still >= 0.5);
    return 0;
}

} // namespace peers
