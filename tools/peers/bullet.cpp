// SPDX-License-Identifier: GPL-3.0-or-later
// Bullet: height field and convex hull, sequential impulses (10 iterations).
#include "scene.hpp"

#include <memory>

#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>

#ifdef BT_USE_DOUBLE_PRECISION
#define PEER_NAME "bullet-f64"
#else
#define PEER_NAME "bullet"
#endif

namespace
{

btVector3 vector_of(const peers::vec &v)
{
    return btVector3(btScalar(v[0]), btScalar(v[1]), btScalar(v[2]));
}

peers::vec vec_of(const btVector3 &v)
{
    return {double(v.x()), double(v.y()), double(v.z())};
}

/// Everything that lives as long as one rock.
struct world {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase pairs;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics{&dispatcher, &pairs, &solver, &configuration};
    std::unique_ptr<btRigidBody> ground, rock;
    ~world()
    {
        dynamics.removeRigidBody(rock.get());
        dynamics.removeRigidBody(ground.get());
    }
};

struct engine {
    std::vector<float> heights;
    std::unique_ptr<btHeightfieldTerrainShape> field;
    btConvexHullShape hull;
    btScalar middle;
    std::unique_ptr<world> now_running;

    engine()
    {
        for (const auto &row : peers::ground.heights) {
            heights.insert(heights.end(), row, row + peers::node_columns);
        }
        const auto range = std::minmax_element(heights.begin(), heights.end());
        const btScalar low = *range.first, high = *range.second;
        middle = (low + high) / 2; // the shape is centred on its box
        field = std::make_unique<btHeightfieldTerrainShape>(peers::node_columns, peers::node_rows,
                                                            heights.data(), low, high, 2, false);
        field->setLocalScaling(btVector3(btScalar(peers::cell), btScalar(peers::cell), 1));
        field->setMargin(0);
        for (const auto &p : peers::rock) {
            hull.addPoint(vector_of(p), false);
        }
        hull.recalcLocalAabb();
        hull.setMargin(btScalar(0.01));
    }
    void reset(const peers::state &s)
    {
        now_running.reset();
        now_running = std::make_unique<world>();
        world &w = *now_running;
        w.dynamics.setGravity(btVector3(0, 0, btScalar(-peers::gravity)));
        btRigidBody::btRigidBodyConstructionInfo still(0, nullptr, field.get());
        still.m_startWorldTransform.setIdentity();
        still.m_startWorldTransform.setOrigin(
            btVector3(btScalar(peers::width / 2), btScalar(peers::depth / 2), middle));
        still.m_friction = still.m_restitution = 1; // those of a pair are multiplied
        w.ground = std::make_unique<btRigidBody>(still);
        w.dynamics.addRigidBody(w.ground.get());
        btRigidBody::btRigidBodyConstructionInfo info(btScalar(peers::mass), nullptr, &hull,
                                                      vector_of(peers::inertia));
        info.m_startWorldTransform = btTransform(
            btQuaternion(btScalar(s.q[1]), btScalar(s.q[2]), btScalar(s.q[3]), btScalar(s.q[0])),
            vector_of(s.p));
        info.m_friction = btScalar(peers::friction);
        info.m_restitution = btScalar(peers::restitution);
        w.rock = std::make_unique<btRigidBody>(info);
        w.rock->setActivationState(DISABLE_DEACTIVATION);
        w.dynamics.addRigidBody(w.rock.get());
    }
    void step()
    {
        now_running->dynamics.stepSimulation(btScalar(peers::time_step), 0);
    }
    peers::state now() const
    {
        const btRigidBody &b = *now_running->rock;
        const btQuaternion q = b.getWorldTransform().getRotation();
        return {vec_of(b.getWorldTransform().getOrigin()),
                {double(q.w()), double(q.x()), double(q.y()), double(q.z())},
                vec_of(b.getLinearVelocity()),
                vec_of(b.getAngularVelocity())};
    }
};

} // namespace

int main(int argc, char **argv)
{
    return peers::run<engine>(argc, argv, PEER_NAME);
}
