/// Memory of an exchange: buffers of messages, and the windows into which neighbours of the same machine write.
#pragma once

#include <utility>

#include "ndweave/partition/halo_plan.hpp"
#include "ndweave/partition/window.hpp"

namespace ndweave::partition::detail {

/// An array on the device and, where `staged`, one on the host that messages read and write in its place.
template <class T>
class message_memory {
public:
    message_memory() = default;
    message_memory(queue& q, std::size_t count, bool staged) : queue_(&q) {
        if (count == 0) return;
        device_ = malloc_device<T>(count, q);
        host_ = staged ? malloc_host<T>(count, q) : device_;
    }
    message_memory(queue& q, const std::vector<T>& values) : message_memory(q, values.size(), false) {
        if (!values.empty()) q.copy(values.data(), device_, values.size()).wait();
    }
    message_memory(message_memory&& other) noexcept { *this = std::move(other); }
    message_memory& operator=(message_memory&& other) noexcept {
        std::swap(queue_, other.queue_);
        std::swap(device_, other.device_);
        std::swap(host_, other.host_);
        return *this;
    }
    ~message_memory() {
        if (host_ != device_) free(host_, *queue_);
        if (device_) free(device_, *queue_);
    }

    T* device() const { return device_; }
    T* host() const { return host_; }

private:
    queue* queue_ = nullptr;
    T *device_ = nullptr, *host_ = nullptr;
};

/// Where a parcel goes, for the kernel that packs. `sets`: for even and odd exchanges.
template <class T>
struct outgoing {
    T* sets[2];
    flag* arrived;  // in the neighbour's window; null: a message takes it
    flag* packed;   // counts runs that are packed, of all exchanges
    flag runs;
};

/// Where one comes from, for the kernel that unpacks.
template <class T>
struct incoming {
    const T* sets[2];
    flag* arrived;  // in the own window; null: it has arrived
};

/// What a rank needs for exchanges of fields with the same shared lines. A window holds two sets of what arrives, for
/// even and odd exchanges, then a flag a parcel: a neighbour that is one exchange ahead writes the other set, and
/// cannot be two ahead, since it unpacks what we sent after our own unpacking.
template <class T, int D>
class exchange_memory {
public:
    /// Collective. `staged`: messages cannot come from the device's memory.
    exchange_memory(queue& q, communicator& world, halo_plan<D> p, bool staged)
        : plan(std::move(p)),
          sent(q, static_cast<std::size_t>(plan.sent.elements), staged),
          received(q, static_cast<std::size_t>(plan.received.elements), staged),
          sent_runs(q, plan.sent.runs),
          received_runs(q, plan.received.runs),
          counters_(q, std::vector<flag>(plan.sent.parcels.size())),
          window_(q, world, flags_at(plan.received.elements) + plan.received.parcels.size() * sizeof(flag)) {
        const std::vector<slot> theirs = exchange_slots(world);
        std::vector<outgoing<T>> out;
        std::vector<incoming<T>> in;
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            const parcel &leaving = plan.sent.parcels[i], &coming = plan.received.parcels[i];
            const slot mine = slot_of(i);
            if (std::byte* const window = window_.of(leaving.rank)) {
                has_windows = true;
                out.push_back({{elements_of(window, theirs[i], 0), elements_of(window, theirs[i], 1)},
                               flag_of(window, theirs[i]),
                               counters_.device() + i,
                               runs_of(i)});
                in.push_back({{elements_of(window_.own(), mine, 0), elements_of(window_.own(), mine, 1)},
                              flag_of(window_.own(), mine)});
            } else {
                T *const to = sent.device() + leaving.begin, *const from = received.device() + coming.begin;
                out.push_back({{to, to}, nullptr, nullptr, 0});
                in.push_back({{from, from}, nullptr});
                sends.push_back(message_of(leaving, sent));
                receives.push_back(message_of(coming, received));
            }
        }
        destinations = {q, out};
        sources = {q, in};
    }

    const halo_plan<D> plan;
    const message_memory<T> sent, received;
    const message_memory<run<D>> sent_runs, received_runs;
    message_memory<outgoing<T>> destinations;  // of parcels
    message_memory<incoming<T>> sources;
    bool has_windows = false;
    std::vector<message> sends, receives;  // to and from neighbours that no window reaches
    flag exchanges = 0;                    // that have begun

private:
    /// Where a parcel lies in the window of the rank that gets it.
    struct slot {
        std::int64_t begin, set_elements, index;
    };

    slot slot_of(std::size_t i) const {
        return {plan.received.parcels[i].begin, plan.received.elements, static_cast<std::int64_t>(i)};
    }
    static std::size_t flags_at(std::int64_t set_elements) {
        const std::size_t bytes = 2 * static_cast<std::size_t>(set_elements) * sizeof(T);
        return (bytes + alignof(flag) - 1) / alignof(flag) * alignof(flag);
    }
    static T* elements_of(std::byte* window, const slot& s, int set) {
        return reinterpret_cast<T*>(window) + set * s.set_elements + s.begin;
    }
    static flag* flag_of(std::byte* window, const slot& s) {
        return reinterpret_cast<flag*>(window + flags_at(s.set_elements)) + s.index;
    }
    static message message_of(const parcel& p, const message_memory<T>& memory) {
        return {p.rank, p.tag, memory.host() + p.begin, static_cast<std::size_t>(p.count) * sizeof(T)};
    }

    /// Every rank tells its neighbours where their parcels lie in its window. Parcels of both sides have the same
    /// order.
    std::vector<slot> exchange_slots(communicator& world) const {
        std::vector<slot> mine, theirs(plan.sent.parcels.size());
        for (std::size_t i = 0; i < theirs.size(); ++i) mine.push_back(slot_of(i));
        std::vector<message> tell, hear;
        for (std::size_t i = 0; i < theirs.size(); ++i) {
            const parcel &in = plan.received.parcels[i], &out = plan.sent.parcels[i];
            tell.push_back({in.rank, in.tag, &mine[i], sizeof(slot)});
            hear.push_back({out.rank, out.tag, &theirs[i], sizeof(slot)});
        }
        world.start(hear, tell)->wait();
        return theirs;
    }

    flag runs_of(std::size_t parcel) const {
        return static_cast<flag>(std::ranges::count(plan.sent.runs, static_cast<int>(parcel), &run<D>::parcel));
    }

    message_memory<flag> counters_;
    window window_;
};

}  // namespace ndweave::partition::detail
