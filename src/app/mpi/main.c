// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of talus-mpi: the program of talus on the ranks that mpirun or srun has started.
#include "app/mpi/exchange.h"
#include "app/program/program.h"

#include <mpi.h>

int main(int argc, char **argv)
{
    int level = MPI_THREAD_SINGLE;
    mpi_world world;
    // workers run beside it, but only this thread calls MPI
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    const talus_exchange exchange = mpi_exchange(&world);
    if (level < MPI_THREAD_FUNNELED) {
        fprintf(stderr, "talus: error: this MPI allows no threads beside it; use one that has "
                        "MPI_THREAD_FUNNELED\n");
        MPI_Abort(MPI_COMM_WORLD, CLI_FAILED);
    }
    const int result =
        cli_program_run(&talus_program, argc, argv, world.size > 1 ? &exchange : NULL);
    if (world.is_broken) {
        MPI_Abort(MPI_COMM_WORLD, result);
    }
    MPI_Finalize();
    return result;
}
