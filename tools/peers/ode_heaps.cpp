// SPDX-License-Identifier: GPL-3.0-or-later
// Open Dynamics Engine: boxes on a plane, QuickStep with ACCURACY iterations (20).
#include "heaps.hpp"

#include <ode/ode.h>

namespace
{

struct engine {
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    std::vector<dBodyID> bodies;

    engine(const peers::scene &s, int accuracy)
    {
        dInitODE2(0);
        world = dWorldCreate();
        dWorldSetGravity(world, 0, 0, -peers::gravity);
        dWorldSetAutoDisableFlag(world, 0);
        dWorldSetQuickStepNumIterations(world, accuracy > 0 ? accuracy : 20);
        dRandSetSeed(0); // QuickStep shuffles by it
        space = dHashSpaceCreate(nullptr);
        joints = dJointGroupCreate(0);
        dCreatePlane(space, 0, 0, 1, 0);
        dMass m;
        dMassSetBoxTotal(&m, s.mass(), s.side, s.side, s.side);
        for (const peers::state &q : s.starts) {
            const dBodyID body = dBodyCreate(world);
            const dGeomID box = dCreateBox(space, s.side, s.side, s.side);
            dBodySetMass(body, &m);
            dGeomSetBody(box, body);
            dBodySetPosition(body, q.p[0], q.p[1], q.p[2]);
            dBodySetQuaternion(body, q.q.data());
            bodies.push_back(body);
        }
    }
    static void meet(void *self, dGeomID a, dGeomID b)
    {
        engine *e = static_cast<engine *>(self);
        dContact contacts[8];
        const int count = dCollide(a, b, 8, &contacts[0].geom, sizeof contacts[0]);
        for (int k = 0; k < count; k++) {
            contacts[k].surface = {};
            contacts[k].surface.mode = dContactApprox1;
            contacts[k].surface.mu = peers::heap_friction;
            dJointAttach(dJointCreateContact(e->world, e->joints, &contacts[k]), dGeomGetBody(a),
                         dGeomGetBody(b));
        }
    }
    void step()
    {
        dSpaceCollide(space, this, meet);
        dWorldQuickStep(world, peers::time_step);
        dJointGroupEmpty(joints);
    }
    peers::state now(size_t block) const
    {
        const dBodyID body = bodies[block];
        const dReal *p = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
        const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
        return {
            {p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::run_heap<engine>(argc, argv, "ode");
}
