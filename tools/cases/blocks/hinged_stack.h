// SPDX-License-Identifier: GPL-3.0-or-later
/// @file hinged_stack.h
/// The impact of two blocks that are hinged on each other. It knows formulas only.
#ifndef TALUS_CASES_BLOCKS_HINGED_STACK_H
#define TALUS_CASES_BLOCKS_HINGED_STACK_H

/// Two homogeneous blocks of width 2b, one on top of the other, hinged on the centre line.   [L93]
typedef struct hinged_stack {
    double b, lower_height, upper_height, lower_mass, upper_mass; ///< m, kg
} hinged_stack;
typedef struct hinged_stack_ratios {
    double lower, upper; ///< angular velocities after / before
    double energy;       ///< sqrt(T+ / T-)
    double rigid;        ///< r of the stack as one body; never above `energy`
} hinged_stack_ratios;
hinged_stack_ratios hinged_stack_impact(const hinged_stack *stack);

#endif
