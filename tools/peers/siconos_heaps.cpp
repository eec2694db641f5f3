// SPDX-License-Identifier: GPL-3.0-or-later
// Siconos: Moreau-Jean time stepping (theta = 1/2), nonsmooth Gauss-Seidel to 10^-ACCURACY (1e-8) in
// at most 10000 iterations, boxes on a plane by its Bullet manager.
#include "heaps.hpp"

#include <Friction_cst.h>
#include <RigidBodyDS.hpp>
#include <SiconosBodies.hpp>
#include <SiconosBulletCollisionManager.hpp>
#include <SiconosKernel.hpp>
#include <SolverOptions.h>

namespace
{

SP::SiconosVector vector_of(std::initializer_list<double> values)
{
    auto v = std::make_shared<SiconosVector>(unsigned(values.size()));
    unsigned k = 0;
    for (double x : values) {
        v->setValue(k++, x);
    }
    return v;
}

struct engine {
    std::vector<SP::RigidBodyDS> bodies;
    SP::TimeStepping simulation;

    engine(const peers::scene &s, int accuracy)
    {
        auto inertia = std::make_shared<SimpleMatrix>(3, 3);
        inertia->eye();
        *inertia *= s.moment();
        auto system = std::make_shared<NonSmoothDynamicalSystem>(0, 1e4);
        auto box = std::make_shared<SiconosBox>(s.side, s.side, s.side);
        box->setInsideMargin(0.01 * s.side);
        for (const peers::state &q : s.starts) {
            auto body = std::make_shared<RigidBodyDS>(
                vector_of({q.p[0], q.p[1], q.p[2], q.q[0], q.q[1], q.q[2], q.q[3]}),
                vector_of({0, 0, 0, 0, 0, 0}), s.mass(), inertia);
            body->setFExtPtr(vector_of({0, 0, -peers::gravity * s.mass()}));
            auto set = std::make_shared<SiconosContactorSet>();
            set->append(std::make_shared<SiconosContactor>(box, SP::SiconosVector(), 0));
            body->setContactors(set);
            system->insertDynamicalSystem(body);
            bodies.push_back(body);
        }
        simulation = std::make_shared<TimeStepping>(
            system, std::make_shared<TimeDiscretisation>(0, peers::time_step));
        simulation->insertInteractionManager(make_contacts());
        simulation->insertIntegrator(std::make_shared<MoreauJeanOSI>(0.5));
        auto problem = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
        problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 10000;
        problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] =
            std::pow(10.0, -(accuracy > 0 ? accuracy : 8));
        problem->setKeepLambdaAndYState(true);
        problem->setNumericsVerboseMode(0);
        problem->setMStorageType(NM_SPARSE_BLOCK);
        simulation->insertNonSmoothProblem(problem);
        simulation->setNewtonMaxIteration(1);
        simulation->setNewtonOptions(SICONOS_TS_LINEAR);
        simulation->setWarnOnNonConvergence(false);
    }
    static SP::SiconosBulletCollisionManager make_contacts()
    {
        auto set = std::make_shared<SiconosContactorSet>();
        set->append(std::make_shared<SiconosContactor>(std::make_shared<SiconosPlane>(),
                                                       SP::SiconosVector(), 0));
        SiconosBulletOptions options;
        options.contactBreakingThreshold = 0.1; // more than a step goes
        auto manager = std::make_shared<SiconosBulletCollisionManager>(options);
        manager->insertNonSmoothLaw(
            std::make_shared<NewtonImpactFrictionNSL>(0, 0, peers::heap_friction, 3), 0, 0);
        manager->insertStaticContactorSet(set, vector_of({0, 0, 0, 1, 0, 0, 0}));
        return manager;
    }
    void step()
    {
        simulation->computeOneStep();
        simulation->nextStep();
    }
    peers::state now(size_t block) const
    {
        const SiconosVector &q = *bodies[block]->q(), &v = *bodies[block]->twist();
        peers::state s = {
            {q(0), q(1), q(2)}, {q(3), q(4), q(5), q(6)}, {v(0), v(1), v(2)}, {0, 0, 0}};
        s.w = peers::turn(s.q, {v(3), v(4), v(5)}); // its spin is in the body frame
        return s;
    }
};

} // namespace

int main(int argc, char **argv)
{
    try {
        return peers::run_heap<engine>(argc, argv, "siconos");
    } catch (...) {
        Siconos::exception::process();
        return 1;
    }
}
