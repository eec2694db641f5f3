// SPDX-License-Identifier: GPL-3.0-or-later
// Siconos: Moreau-Jean time stepping (theta = 1/2), Newton impacts with Coulomb friction, nonsmooth
// Gauss-Seidel to 1e-5 in at most 100 iterations, contacts by its Bullet manager.
#include "scene.hpp"

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
    SP::SimpleMatrix heights, points, inertia;
    SP::RigidBodyDS body;
    SP::TimeStepping simulation;

    engine()
        : heights(std::make_shared<SimpleMatrix>(peers::node_columns, peers::node_rows)),
          points(std::make_shared<SimpleMatrix>(peers::vertex_count, 3)),
          inertia(std::make_shared<SimpleMatrix>(3, 3))
    {
        for (int i = 0; i < peers::node_columns; i++) {
            for (int j = 0; j < peers::node_rows; j++) {
                heights->setValue(unsigned(i), unsigned(j), peers::ground.heights[j][i]);
            }
        }
        inertia->zero();
        for (unsigned a = 0; a < 3; a++) {
            inertia->setValue(a, a, peers::inertia[a]);
            for (unsigned k = 0; k < unsigned(peers::vertex_count); k++) {
                points->setValue(k, a, peers::rock[k][a]);
            }
        }
    }
    SP::SiconosBulletCollisionManager make_contacts() const
    {
        auto field = std::make_shared<SiconosHeightMap>(heights, peers::width, peers::depth);
        field->setInsideMargin(0);
        auto set = std::make_shared<SiconosContactorSet>();
        set->append(std::make_shared<SiconosContactor>(field, SP::SiconosVector(), 0));
        SiconosBulletOptions options;
        options.contactBreakingThreshold = 0.1; // more than a step goes
        auto manager = std::make_shared<SiconosBulletCollisionManager>(options);
        manager->insertNonSmoothLaw(
            std::make_shared<NewtonImpactFrictionNSL>(peers::restitution, 0, peers::friction, 3), 0,
            1);
        manager->insertStaticContactorSet(
            set, vector_of({peers::width / 2, peers::depth / 2, 0, 1, 0, 0, 0}));
        return manager;
    }
    void reset(const peers::state &s)
    {
        auto hull = std::make_shared<SiconosConvexHull>(points);
        hull->setInsideMargin(0.01);
        body = std::make_shared<RigidBodyDS>(
            vector_of({s.p[0], s.p[1], s.p[2], s.q[0], s.q[1], s.q[2], s.q[3]}),
            vector_of({0, 0, 0, 0, 0, 0}), peers::mass, inertia);
        body->setFExtPtr(vector_of({0, 0, -peers::gravity * peers::mass}));
        auto set = std::make_shared<SiconosContactorSet>();
        set->append(std::make_shared<SiconosContactor>(hull, SP::SiconosVector(), 1));
        body->setContactors(set);

        auto system = std::make_shared<NonSmoothDynamicalSystem>(0, 100);
        system->insertDynamicalSystem(body);
        simulation = std::make_shared<TimeStepping>(
            system, std::make_shared<TimeDiscretisation>(0, peers::time_step));
        simulation->insertInteractionManager(make_contacts());
        simulation->insertIntegrator(std::make_shared<MoreauJeanOSI>(0.5));
        auto problem = std::make_shared<FrictionContact>(3, SICONOS_FRICTION_3D_NSGS);
        problem->numericsSolverOptions()->iparam[SICONOS_IPARAM_MAX_ITER] = 100;
        problem->numericsSolverOptions()->dparam[SICONOS_DPARAM_TOL] = 1e-5;
        problem->setKeepLambdaAndYState(true);
        problem->setNumericsVerboseMode(0);
        simulation->insertNonSmoothProblem(problem);
        simulation->setNewtonMaxIteration(20);
        simulation->setNewtonTolerance(1e-10);
        simulation->setWarnOnNonConvergence(false);
    }
    void step()
    {
        simulation->computeOneStep();
        simulation->nextStep();
    }
    peers::state now() const
    {
        const SiconosVector &q = *body->q(), &v = *body->twist();
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
        return peers::run<engine>(argc, argv, "siconos");
    } catch (...) {
        Siconos::exception::process();
        return 1;
    }
}
