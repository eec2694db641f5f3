// SPDX-License-Identifier: GPL-3.0-or-later
/// @file core.h
/// The physics of talus as a module of WebAssembly: a campaign comes as bytes (runs/campaign/copy.h), rocks
/// go out as numbers. It knows no file, no clock, no thread; it refuses to draw. One campaign at a time.
///
/// A rock has the bits of the program: the sources are the program's, compiled with its floating-point
/// flags. tests/wasm compares.
#ifndef TALUS_WASM_CORE_H
#define TALUS_WASM_CORE_H

#include "talus/base.h"

#define CORE_EXPORT(name) __attribute__((export_name(#name))) name

/// Members of a request to drop a rock, doubles at core_request().
typedef enum core_member {
    CORE_X, ///< m, local
    CORE_Y,
    CORE_HEIGHT,                        ///< m, of the lowest vertex over the ground
    CORE_VELOCITY,                      ///< m/s, world, with the next two
    CORE_SPIN = CORE_VELOCITY + 3,      ///< rad/s, with the next two
    CORE_SPIN_IN_WORLD = CORE_SPIN + 3, ///< 0: in the body frame
    CORE_ORIENTATION,                   ///< quaternion w, x, y, z; w NaN: drawn by the seed
    CORE_ROCK = CORE_ORIENTATION + 4,   ///< class
    CORE_VOLUME, ///< m^3, to which the rock is scaled at its density; 0: as the class says
    CORE_SCHEME,
    CORE_GROUND,                ///< -1: the campaign's; k: the k-th of core_ground_name, everywhere
    CORE_SEED,                  ///< low and high 32 bits
    CORE_ROCKS = CORE_SEED + 2, ///< rocks of the release, which start at one place and draw apart
    CORE_INDEX,                 ///< the one of them that falls
    CORE_REQUEST
} core_member;

/// Numbers of a rock's record, doubles at core_record().
typedef enum core_number {
    CORE_OUTCOME,
    CORE_TIME,
    CORE_PATH,
    CORE_MASS,
    CORE_SIZE, ///< m^3
    CORE_ENERGY_MAX,
    CORE_SPEED_MAX,
    CORE_JUMP_MAX,
    CORE_SPIN_MAX,
    CORE_STEPS,
    CORE_CONTACT_STEPS,
    CORE_RELEASE_CLASS,
    CORE_SCALE, ///< of the lengths of the class's shape
    CORE_RECORD
} core_number;

/// Whether a rock asked for what the module does not have.
bool core_lacks(bool forget);

#endif
