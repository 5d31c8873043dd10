/// What the parts of a divided computation ask of what connects them: messages, and values combined over all. MPI is
/// one answer (ndweave/mpi.hpp), threads of one process another (threads.hpp).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>

namespace ndweave {
class device;
}

namespace ndweave::partition {

/// Bytes from one rank to another. Between two ranks messages of one tag arrive in order; both ends name the same size.
struct message {
    int peer;
    int tag;  // 0 to 32767, which every MPI has
    void* data;
    std::size_t bytes;
};

/// Messages under way.
class transfer {
public:
    virtual ~transfer() = default;
    /// Returns when all of them have arrived and left. Called once.
    virtual void wait() = 0;
};

enum class combine { sum, minimum, maximum };

/// What a rank's halos sent and its device values took part in.
struct traffic {
    std::uint64_t exchanges = 0;   // of ghosts
    std::uint64_t messages = 0;    // in them: one to each neighbour
    std::uint64_t bytes = 0;       // sent in them
    std::uint64_t reductions = 0;  // of device values, over all ranks
};

/// The ranks 0 to size() - 1, of which this object is one. All ranks call its collective functions (all_reduce to
/// barrier) in the same order. Threads may call it side by side, but for two collective functions.
class communicator {
public:
    virtual ~communicator() = default;

    virtual int rank() const = 0;
    virtual int size() const = 0;
    /// The same among the ranks of this machine, which share its devices.
    virtual int node_rank() const { return rank(); }
    virtual int node_size() const { return size(); }
    virtual int nodes() const { return 1; }

    /// Begins messages. Their memory is the caller's again when the transfer's `wait` has returned.
    virtual std::unique_ptr<transfer> start(std::span<const message> receives, std::span<const message> sends) = 0;

    /// Each value becomes the combination of all ranks' own, the same on all.
    virtual void all_reduce(std::span<double> values, combine) = 0;
    virtual void all_reduce(std::span<std::uint64_t> values, combine) = 0;
    /// `bytes` of every rank, in the order of ranks.
    virtual void all_gather(const void* mine, void* all, std::size_t bytes) = 0;
    virtual void broadcast(void* data, std::size_t bytes, int root) = 0;
    virtual void barrier() = 0;
    /// Ends the processes of all ranks, for an error that only some of them have.
    [[noreturn]] virtual void abort(int status) { std::_Exit(status); }

    /// Whether `message::data` may be memory of the device.
    virtual bool takes_memory_of(const device&) const { return false; }
    /// Whether it may be called on a thread that is not the one that made it.
    virtual bool any_thread() const { return true; }

    /// Of this rank, since it was made: what `halo` and `device_reduction` submitted, by whatever way it went.
    traffic counted() const { return {exchanges_.load(), messages_.load(), bytes_.load(), reductions_.load()}; }
    void count(const traffic& more) {
        exchanges_ += more.exchanges;
        messages_ += more.messages;
        bytes_ += more.bytes;
        reductions_ += more.reductions;
    }

private:
    std::atomic<std::uint64_t> exchanges_{0}, messages_{0}, bytes_{0}, reductions_{0};
};

/// One rank, alone.
class single : public communicator {
public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    std::unique_ptr<transfer> start(std::span<const message>, std::span<const message>) override {
        return std::make_unique<nothing>();
    }
    void all_reduce(std::span<double>, combine) override {}
    void all_reduce(std::span<std::uint64_t>, combine) override {}
    void all_gather(const void* mine, void* all, std::size_t bytes) override { std::memcpy(all, mine, bytes); }
    void broadcast(void*, std::size_t, int) override {}
    void barrier() override {}

private:
    struct nothing : transfer {
        void wait() override {}
    };
};

}  // namespace ndweave::partition
