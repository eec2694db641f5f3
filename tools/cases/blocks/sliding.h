// SPDX-License-Identifier: GPL-3.0-or-later
/// @file sliding.h
/// Planar blocks on a base with Coulomb friction (static = kinetic): which motion starts, pure
/// sliding, lift-off, and the event-driven motion with rocking, slip and plastic impacts. It knows
/// one block and its base; the time-stepper is checked against it. Relative to the base, x to the
/// right, theta counter-clockwise.                                        [docs/rocking.md, 4.5]
#ifndef TALUS_CASES_BLOCKS_SLIDING_H
#define TALUS_CASES_BLOCKS_SLIDING_H

#include "lab/rocking/shaking.h"

// --- Which motion starts --- [She96]

typedef enum sliding_mode {
    SLIDING_REST,
    SLIDING_SLIDE,
    SLIDING_ROCK,
    SLIDING_SLIDE_ROCK
} sliding_mode;
/// "rest", "slide", "rock", "slide-rock"
const char *sliding_mode_name(sliding_mode mode);
typedef struct sliding_start {
    sliding_mode mode;
    bool painleve;               ///< a slide-rock without a unique solution
    double mu_rock;              ///< friction that rocking asks for; NaN where a <= G b/h
    double angular_acceleration; ///< rad/s2
    double slip_acceleration;    ///< m/s2, of the corner that it tips about
    double normal;               ///< N / (m g)
    double friction;             ///< F / N, signed
} sliding_start;
/// At rest under accelerations `across` and `up` of the base, up > -gravity. Equalities: rest and
/// rock win.
sliding_start sliding_start_of(const talus_rocking_block *block, double mu, double gravity,
                               double across, double up);
/// Rectangle: a/g from which a block slides and rocks at once; NaN where it never does.
double sliding_rock_limit(double b, double h, double mu);
/// Friction from which it never does: (4 + rho^2) / (3 rho), rho = h/b.
double sliding_rock_never(double b, double h);

// --- Sliding without rotation ---

enum { SLIDING_EVENTS = 64 };
typedef struct sliding_event {
    double time;
    char name[12]; ///< "start", "slip", "stick", "releaseA", "releaseB", "impactA", "impactB",
                   ///< "lift"
} sliding_event;
typedef struct sliding_slide {
    sliding_event events[SLIDING_EVENTS]; ///< slip and stick
    size_t event_count;
    double displacement; ///< m, at the end
    double peak_speed;   ///< m/s, relative
} sliding_slide;
/// Under a horizontal shaking with a constant vertical acceleration for 0 <= t < up_until, until
/// it sticks for good.
sliding_slide sliding_slide_of(const talus_shaking *shaking, double gravity, double mu, double up,
                               double up_until);

/// Upright block on a base with the vertical acceleration -A sin(w t), A > g.
typedef struct sliding_flight {
    double lift_time, land_time; ///< s; NaN = it never lifts
    double landing_speed;        ///< m/s, closing
} sliding_flight;
sliding_flight sliding_flight_of(double amplitude, double frequency, double gravity);

// --- Rocking with slip, event-driven ---

typedef struct sliding_run_result {
    sliding_event events[SLIDING_EVENTS];
    size_t event_count; ///< all, the first SLIDING_EVENTS are kept
    double pose[3];     ///< x, z, theta of the centre of mass, from (0, h, 0)
    double velocity[3];
    double base_work; ///< J, -int m a v dt
    bool lifts;       ///< the block would leave the base: the run ends there
    bool painleve;    ///< a mode without a unique solution was met: the run ends there
    double time;      ///< s, of the end
} sliding_run_result;
/// From rest at t = 0 to `end`; plastic impacts with Coulomb percussions at both corners.
/// @return TALUS_ERROR_ARGUMENT for blocks and motions that cannot be
talus_status sliding_run(const talus_rocking_block *block, double mu, double gravity,
                         const talus_shaking *shaking, double end, sliding_run_result *result,
                         talus_error *error);

/// An impact of an upright block: velocities (x', z', omega) in and out. Corner i leaves with
/// `least[i]` (m/s, A and B; zeros = plastic) at least, and with just that where it is pushed.
/// @param closed  out: bit 0 = A stays on the base, bit 1 = B
/// @return false where no state is consistent
bool sliding_impact(const talus_rocking_block *block, double mu, const double least[2],
                    double velocity[3], unsigned *closed);

#endif
