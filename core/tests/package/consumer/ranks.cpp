// A rank alone, which needs no launcher.
#include <ndweave/mpi.hpp>
#include <ndweave/ndweave.hpp>

#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/placement.hpp"

int main() {
    ndweave::mpi::session world;
    ndweave::queue q{ndweave::partition::device_of(world, "cpu")};
    double* const sum = ndweave::malloc_device<double>(1, q);
    q.single_task([=] { *sum = 3; });
    ndweave::partition::device_reduction<double>(q, world, 1).submit(sum, 1, ndweave::partition::combine::sum);
    double found = 0;
    q.copy(static_cast<const double*>(sum), &found, 1).wait();
    ndweave::free(sum, q);
    return found == 3 * world.size() ? 0 : 1;
}
