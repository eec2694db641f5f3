// SPDX-License-Identifier: GPL-3.0-or-later
// Open Dynamics Engine: height field and convex body, QuickStep (20 iterations), or with PEER_LCP
// the exact solver.
#include "scene.hpp"

#include <ode/ode.h>

#ifdef PEER_LCP
#define PEER_NAME "ode-lcp"
#define PEER_STEP dWorldStep
#else
#define PEER_NAME "ode"
#define PEER_STEP dWorldQuickStep
#endif

namespace
{

/// Faces of the rock as ODE wants them: planes (n, d), and for each face its number of vertices and
/// their indices, counter-clockwise from outside.
struct hull {
    std::vector<double> planes, points;
    std::vector<unsigned> faces;

    void add_face(const peers::vec &n)
    {
        const auto dot = [&n](const peers::vec &p) {
            return n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
        };
        double d = 0;
        for (const auto &p : peers::rock) {
            d = std::max(d, dot(p));
        }
        std::vector<unsigned> on;
        peers::vec middle = {0, 0, 0};
        for (unsigned k = 0; k < peers::rock.size(); k++) {
            if (dot(peers::rock[k]) > d - 1e-9) {
                on.push_back(k);
                for (int a = 0; a < 3; a++) {
                    middle[a] += peers::rock[k][a];
                }
            }
        }
        for (double &x : middle) {
            x /= double(on.size());
        }
        // two axes in the plane, from the middle to the first vertex and across
        const peers::vec &first = peers::rock[on[0]];
        const peers::vec e = {first[0] - middle[0], first[1] - middle[1], first[2] - middle[2]};
        const peers::vec f = {n[1] * e[2] - n[2] * e[1], n[2] * e[0] - n[0] * e[2],
                              n[0] * e[1] - n[1] * e[0]};
        const auto angle = [&](unsigned k) {
            double x = 0, y = 0;
            for (int a = 0; a < 3; a++) {
                x += (peers::rock[k][a] - middle[a]) * e[a];
                y += (peers::rock[k][a] - middle[a]) * f[a];
            }
            return std::atan2(y, x);
        };
        std::sort(on.begin(), on.end(),
                  [&](unsigned a, unsigned b) { return angle(a) < angle(b); });
        planes.insert(planes.end(), {n[0], n[1], n[2], d});
        faces.push_back(unsigned(on.size()));
        faces.insert(faces.end(), on.begin(), on.end());
    }

    /// 6 faces across the axes and 8 across the corners of the box.
    hull()
    {
        for (const auto &p : peers::rock) {
            points.insert(points.end(), p.begin(), p.end());
        }
        for (int a = 0; a < 3; a++) {
            for (double sign : {-1.0, 1.0}) {
                peers::vec n = {0, 0, 0};
                n[a] = sign;
                add_face(n);
            }
        }
        for (int k = 0; k < 8; k++) {
            peers::vec n;
            double size = 0;
            for (int a = 0; a < 3; a++) {
                n[a] = (k >> a & 1 ? 1.0 : -1.0) / peers::half_axes[a];
                size += n[a] * n[a];
            }
            for (double &x : n) {
                x /= std::sqrt(size);
            }
            add_face(n);
        }
    }
};

struct engine {
    dWorldID world;
    dSpaceID space;
    dJointGroupID joints;
    dBodyID body = nullptr;
    dGeomID shape;
    hull faces;
    std::vector<double> heights;

    engine()
    {
        dInitODE2(0);
        world = dWorldCreate();
        dWorldSetGravity(world, 0, 0, -peers::gravity);
        dWorldSetAutoDisableFlag(world, 0);
        space = dSimpleSpaceCreate(nullptr);
        joints = dJointGroupCreate(0);
        // the field's own z runs against our y
        for (int j = peers::node_rows; j-- > 0;) {
            const double *row = peers::ground.heights[j];
            heights.insert(heights.end(), row, row + peers::node_columns);
        }
        const dHeightfieldDataID data = dGeomHeightfieldDataCreate();
        dGeomHeightfieldDataBuildDouble(data, heights.data(), 0, peers::width, peers::depth,
                                        peers::node_columns, peers::node_rows, 1, 0, 5, 0);
        const dGeomID field = dCreateHeightfield(space, data, 1);
        dMatrix3 upright;
        dRFromAxisAndAngle(upright, 1, 0, 0, std::acos(-1.0) / 2);
        dGeomSetRotation(field, upright);
        dGeomSetPosition(field, peers::width / 2, peers::depth / 2, 0);
        shape = dCreateConvex(space, faces.planes.data(), unsigned(faces.planes.size() / 4),
                              faces.points.data(), peers::vertex_count, faces.faces.data());
    }
    void reset(const peers::state &s)
    {
        if (body) {
            dBodyDestroy(body);
        }
        dJointGroupEmpty(joints);
        dRandSetSeed(0); // QuickStep shuffles by it
        body = dBodyCreate(world);
        dMass m;
        dMassSetParameters(&m, peers::mass, 0, 0, 0, peers::inertia[0], peers::inertia[1],
                           peers::inertia[2], 0, 0, 0);
        dBodySetMass(body, &m);
        dGeomSetBody(shape, body);
        dBodySetPosition(body, s.p[0], s.p[1], s.p[2]);
        dBodySetQuaternion(body, s.q.data());
    }
    static void meet(void *self, dGeomID a, dGeomID b)
    {
        engine *e = static_cast<engine *>(self);
        dContact contacts[32];
        const int count = dCollide(a, b, 32, &contacts[0].geom, sizeof contacts[0]);
        for (int k = 0; k < count; k++) {
            contacts[k].surface = {};
            contacts[k].surface.mode = dContactBounce | dContactApprox1;
            contacts[k].surface.mu = peers::friction;
            contacts[k].surface.bounce = peers::restitution;
            dJointAttach(dJointCreateContact(e->world, e->joints, &contacts[k]), dGeomGetBody(a),
                         dGeomGetBody(b));
        }
    }
    void step()
    {
        dSpaceCollide(space, this, meet);
        PEER_STEP(world, peers::time_step);
        dJointGroupEmpty(joints);
    }
    peers::state now() const
    {
        const dReal *p = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
        const dReal *v = dBodyGetLinearVel(body), *w = dBodyGetAngularVel(body);
        return {
            {p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::run<engine>(argc, argv, PEER_NAME);
}
