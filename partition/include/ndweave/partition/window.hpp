/// Device memory of a rank that kernels of the other ranks of its machine access: without messages, without the host.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <exception>
#include <ndweave/ext/ipc_memory.hpp>
#include <ndweave/ndweave.hpp>
#include <optional>
#include <string>
#include <vector>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::partition {

namespace detail {

/// For destructors: waits for what the queue was given. What that throws, as `wait` does, is passed over where another
/// error is on its way, and else ends the program.
inline void drain(queue& q) {
    try {
        q.wait();
    } catch (const std::exception&) {
        if (std::uncaught_exceptions() == 0) throw;
    }
}

}  // namespace detail

/// A window of each rank, on the device of a queue. Where devices cannot share memory between processes (CPUs, OpenCL,
/// machines apart, ranks that are threads of one process) nobody reaches another one's.
class window {
public:
    /// Collective. `bytes` may differ from rank to rank; the memory is zero. The queue must outlive it.
    window(queue& q, communicator& world, std::size_t bytes) : queue_(&q), world_(&world) {
        const bool able = world.size() > 1 && ext::ipc_memory::is_available(q.get_device());
        std::uint64_t any = able;
        world.all_reduce(std::span(&any, 1), combine::maximum);
        reached_.resize(static_cast<std::size_t>(world.size()), nullptr);
        if (!any) return;
        std::vector<door> doors(reached_.size());
        const door mine = able ? expose(bytes) : door{};
        world.all_gather(&mine, doors.data(), sizeof mine);
        for (std::size_t r = 0; r < doors.size(); ++r) {
            if (able && doors[r].able && same_machine(mine, doors[r]) && doors[r].process != mine.process)
                reached_[r] = open(doors[r]);
        }
        keep_mutual(doors, mine);
        for (const void* memory : reached_) used_ = used_ || memory != nullptr;
    }
    window(const window&) = delete;
    window& operator=(const window&) = delete;
    /// Collective, where anybody reaches anybody: nobody frees what another one still has open.
    ~window() {
        if (!own_) return;
        detail::drain(*queue_);
        for (void* memory : reached_) {
            if (memory) ext::ipc_memory::close(memory, *queue_);
        }
        if (used_) world_->barrier();
        free(own_, *queue_);
    }

    std::byte* own() const { return static_cast<std::byte*>(own_); }
    /// Another rank's window as kernels of this one access it; null where one of the two cannot reach the other.
    std::byte* of(int rank) const { return static_cast<std::byte*>(reached_[static_cast<std::size_t>(rank)]); }
    bool reaches_all() const {
        for (int r = 0; r < world_->size(); ++r) {
            if (r != world_->rank() && !of(r)) return false;
        }
        return world_->size() > 1;
    }

private:
    struct door {
        char host[64], backend[16];
        std::int64_t process;
        ext::ipc_memory::handle memory;
        bool able;
    };

    door expose(std::size_t bytes) {
        constexpr std::size_t page = 4096;  // what ipc_memory asks for
        own_ = aligned_alloc_device<std::byte>(page, bytes < page ? page : bytes, *queue_);
        queue_->fill(own_, std::byte{0}, bytes).wait();
        door d{};
        gethostname(d.host, sizeof d.host - 1);
        queue_->get_device().backend_name().copy(d.backend, sizeof d.backend - 1);
        d.process = getpid();
        try {
            d.memory = ext::ipc_memory::get(own_, *queue_);
            d.able = true;
        } catch (const exception&) {
            d.able = false;  // containers and drivers may forbid it: messages remain
        }
        return d;
    }
    void* open(const door& d) {
        try {
            return ext::ipc_memory::open(d.memory, *queue_);
        } catch (const exception&) {
            return nullptr;  // no way between the two devices
        }
    }
    static bool same_machine(const door& a, const door& b) {
        return std::string(a.host) == b.host && std::string(a.backend) == b.backend;
    }
    /// Both ways or none: each tells the others of its machine whether it reaches them.
    void keep_mutual(const std::vector<door>& doors, const door& mine) {
        constexpr int tag = 32767;
        std::vector<std::uint8_t> to(doors.size()), from(doors.size());
        std::vector<message> sends, receives;
        for (std::size_t r = 0; r < doors.size(); ++r) {
            if (!mine.able || !doors[r].able || !same_machine(mine, doors[r]) || static_cast<int>(r) == world_->rank())
                continue;
            to[r] = reached_[r] != nullptr;
            sends.push_back({static_cast<int>(r), tag, &to[r], 1});
            receives.push_back({static_cast<int>(r), tag, &from[r], 1});
        }
        world_->start(receives, sends)->wait();
        for (std::size_t r = 0; r < doors.size(); ++r) {
            if (!reached_[r] || from[r]) continue;
            ext::ipc_memory::close(reached_[r], *queue_);
            reached_[r] = nullptr;
        }
    }

    queue* queue_;
    communicator* world_;
    void* own_ = nullptr;
    std::vector<void*> reached_;  // by rank
    bool used_ = false;
};

namespace detail {

/// A count that one device raises and another one waits for.
using flag = std::uint64_t;

inline void raise(flag* f, flag value) {
    atomic_ref<flag, memory_order::acq_rel, memory_scope::system>(*f).store(value, memory_order::release);
}
/// Counts a work-group whose work-items have met at a barrier since they wrote; returns the count with it. Who reads
/// the last count may tell another device of what all of them wrote.
inline flag count(flag* counter) {
    atomic_fence(memory_order::acq_rel, memory_scope::system);
    return 1 + atomic_ref<flag, memory_order::acq_rel, memory_scope::device>(*counter).fetch_add(1);
}
inline void wait_until(flag* f, flag value) {
    const atomic_ref<flag, memory_order::acq_rel, memory_scope::system> watched(*f);
    while (watched.load(memory_order::acquire) < value) {
    }
}

}  // namespace detail
}  // namespace ndweave::partition
