// SPDX-License-Identifier: GPL-3.0-or-later
// Bullet: boxes on a plane, sequential impulses with ACCURACY iterations (10).
#include "heaps.hpp"

#include <memory>

#include <btBulletDynamicsCommon.h>

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

struct engine {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase pairs;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld dynamics{&dispatcher, &pairs, &solver, &configuration};
    btStaticPlaneShape plane{btVector3(0, 0, 1), 0};
    btBoxShape box;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    engine(const peers::scene &s, int accuracy)
        : box(vector_of({s.side / 2, s.side / 2, s.side / 2}))
    {
        dynamics.setGravity(btVector3(0, 0, btScalar(-peers::gravity)));
        dynamics.getSolverInfo().m_numIterations = accuracy > 0 ? accuracy : 10;
        btRigidBody::btRigidBodyConstructionInfo still(0, nullptr, &plane);
        still.m_friction =
            btScalar(std::sqrt(peers::heap_friction)); // those of a pair are multiplied
        add(still);
        btRigidBody::btRigidBodyConstructionInfo info(
            btScalar(s.mass()), nullptr, &box, vector_of({s.moment(), s.moment(), s.moment()}));
        info.m_friction = still.m_friction;
        for (const peers::state &q : s.starts) {
            info.m_startWorldTransform =
                btTransform(btQuaternion(btScalar(q.q[1]), btScalar(q.q[2]), btScalar(q.q[3]),
                                         btScalar(q.q[0])),
                            vector_of(q.p));
            add(info);
        }
    }
    ~engine()
    {
        for (const auto &body : bodies) {
            dynamics.removeRigidBody(body.get());
        }
    }
    void add(const btRigidBody::btRigidBodyConstructionInfo &info)
    {
        bodies.push_back(std::make_unique<btRigidBody>(info));
        bodies.back()->setActivationState(DISABLE_DEACTIVATION);
        dynamics.addRigidBody(bodies.back().get());
    }
    void step()
    {
        dynamics.stepSimulation(btScalar(peers::time_step), 0);
    }
    peers::state now(size_t block) const
    {
        const btRigidBody &b = *bodies[block + 1]; // the plane comes first
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
#ifdef BT_USE_DOUBLE_PRECISION
    return peers::run_heap<engine>(argc, argv, "bullet-f64");
#else
    return peers::run_heap<engine>(argc, argv, "bullet");
#endif
}
