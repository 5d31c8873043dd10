/// Ranks over MPI (MPI 3.1 or later): a communicator for ndweave::partition.
#pragma once

#include <mpi.h>

#include <memory>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::mpi {

/// The ranks of an MPI communicator. Asks MPI for MPI_THREAD_SERIALIZED where nobody has initialised it, and finalises
/// it then, at its own end; else MPI stays as it was found. Calls of several threads are made one after the other, and
/// none of them keeps MPI from the others while it waits.
class __attribute__((visibility("default"))) session : public partition::communicator {
public:
    /// Of a duplicate of `over`. Throws errc::invalid where MPI has been finalised, or was initialised for one thread
    /// (MPI_THREAD_SINGLE or MPI_THREAD_FUNNELED) that is not the calling one.
    explicit session(MPI_Comm over = MPI_COMM_WORLD);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() override;

    int rank() const override;
    int size() const override;
    int node_rank() const override;
    int node_size() const override;
    int nodes() const override;

    std::unique_ptr<partition::transfer> start(std::span<const partition::message> receives,
                                               std::span<const partition::message> sends) override;
    void all_reduce(std::span<double> values, partition::combine) override;
    void all_reduce(std::span<std::uint64_t> values, partition::combine) override;
    void all_gather(const void* mine, void* all, std::size_t bytes) override;
    void broadcast(void* data, std::size_t bytes, int root) override;
    void barrier() override;
    [[noreturn]] void abort(int status) override;

    /// As MPI says at run time (MPIX_Query_cuda_support and MPIX_Query_rocm_support).
    bool takes_memory_of(const device&) const override;
    /// Whether MPI gives MPI_THREAD_SERIALIZED or more.
    bool any_thread() const override;

private:
    struct state;
    std::unique_ptr<state> state_;
};

}  // namespace ndweave::mpi
