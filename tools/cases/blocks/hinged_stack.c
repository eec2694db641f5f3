// SPDX-License-Identifier: GPL-3.0-or-later
// Two blocks hinged on the centre line that rock on A as one body until B hits the ground. [L93]
#include "cases/blocks/hinged_stack.h"

#include <math.h>

/// Moment about the centre of mass of a rectangle.
static double rectangle_inertia(double mass, double b, double height)
{
    return mass * (4.0 * b * b + height * height) / 12.0;
}

hinged_stack_ratios hinged_stack_impact(const hinged_stack *stack)
{
    const double b = stack->b, h1 = stack->lower_height;
    const double m1 = stack->lower_mass, m2 = stack->upper_mass;
    const double i1 = rectangle_inertia(m1, b, h1);
    const double i2 = rectangle_inertia(m2, b, stack->upper_height);
    // heights over the ground of both centres of mass; c: of the upper one over the hinge
    const double a = 0.5 * h1, c = 0.5 * stack->upper_height, z = h1 + c;
    // per unit angular velocity before: angular momentum of the whole about B, of the upper block
    // about the hinge, which passes forces but no moment
    const double lower_part = i1 + m1 * (a * a + b * b) + m2 * (b * b + z * h1);
    const double upper_part = i2 + m2 * z * c;
    const double about_b = i1 + i2 + m1 * (a * a - b * b) + m2 * (z * z - b * b);
    const double lower_hinge = m2 * c * h1;
    const double upper_hinge = i2 + m2 * c * c;
    const double about_hinge = i2 + m2 * c * z;
    const double det = lower_part * upper_hinge - upper_part * lower_hinge;
    const double lower = (about_b * upper_hinge - upper_part * about_hinge) / det;
    const double upper = (lower_part * about_hinge - lower_hinge * about_b) / det;
    const double whole = i1 + i2 + m1 * (a * a + b * b) + m2 * (z * z + b * b);
    const double sideways = h1 * lower + c * upper; // of the upper centre of mass
    const double after = (i1 + m1 * (a * a + b * b)) * lower * lower + i2 * upper * upper +
                         m2 * (sideways * sideways + b * b * lower * lower);
    return (hinged_stack_ratios){lower, upper, sqrt(after / whole), about_b / whole};
}
