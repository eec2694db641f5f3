// SPDX-License-Identifier: GPL-3.0-or-later
// Ways to find contacts with the ground: a table, so that no other file asks which one is in use.
#ifndef TALUS_SRC_PHYSICS_STEPPER_DETECTION_H
#define TALUS_SRC_PHYSICS_STEPPER_DETECTION_H

#include "physics/stepper/stepper_internal.h"

/// What a way to find contacts is to a step. [docs/detection.md]
struct stepper_detection {
    size_t least_contacts; ///< room that it needs, however few vertices a rock has
    bool looks_back;       ///< a step evaluates poses up to half a step before it
    bool is_by_vertex;     ///< vertices alone make contacts: flights may follow each of them
    /// Closed contacts of a step in s->set, at its midpoint or at an earlier pose, which is then
    /// `pose` with its way back. NULL: at the midpoint.
    void (*find)(talus_stepper *s, const talus_state *state, talus_vec3 r_mid, stepper_pose *pose,
                 talus_step_report *report);
    /// Contacts in one pose in s->set.
    void (*look)(talus_stepper *s, const stepper_pose *pose);
    /// The contacts of the last look become those with the hard plane `drop` (m, vertical) under
    /// the surface. @param normal_z of the deepest contact
    void (*lower)(talus_stepper *s, const stepper_pose *pose, double drop, double normal_z);
    /// The contacts of the last look on ground with bumps.
    void (*roughen)(talus_stepper *s, const contact_bumps *bumps, const stepper_pose *pose);
    /// Smallest vertical gap between rock and terrain, m; +infinity if no part is over the surface.
    double (*gap)(const talus_site *site, const contact_body *body, talus_vec3 r,
                  const talus_mat3 *a);
    /// Vertical gap of a flight that leaves out contacts and the slippage margin, m.
    double (*clearance)(const talus_stepper *s);
};

extern const stepper_detection stepper_published, stepper_two_way;

/// Widest gap that a step has to know exactly, m.
static inline double stepper_margin(const talus_stepper *s)
{
    return s->options.slip_gap > 0.0 ? s->options.slip_gap : 0.0;
}

#endif
