/// The entry of libndweave-mpi-<ABI>.so for programs that open it with dlopen, only where they run as ranks.
#pragma once

namespace ndweave::partition {
class communicator;
}

/// "ndweave_mpi_open": a session over MPI_COMM_WORLD, the caller's to delete before the process ends. Null where there
/// is none; then `*problem` says why, valid until the thread's next call.
using ndweave_mpi_open_function = ndweave::partition::communicator*(const char** problem);

extern "C" __attribute__((visibility("default"))) ndweave_mpi_open_function ndweave_mpi_open;
