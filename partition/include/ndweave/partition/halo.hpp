/// Halo exchange: the ghost lines of a part's fields become what its neighbours have there.
#pragma once

#include <initializer_list>
#include <map>
#include <ndweave/ndweave.hpp>
#include <optional>
#include <stdexcept>

#include "ndweave/partition/communicator.hpp"
#include "ndweave/partition/field.hpp"
#include "ndweave/partition/halo_plan.hpp"

namespace ndweave::partition {

namespace detail {

template <class T, int D>
class pack_name;
template <class T, int D>
class unpack_name;

/// Memory of one side of an exchange: on the device, and on the host where messages cannot come from there.
template <class T>
class message_memory {
public:
    message_memory(const queue& q, std::int64_t elements, bool staged) : queue_(q) {
        const auto count = static_cast<std::size_t>(elements);
        if (count == 0) return;
        device_ = malloc_device<T>(count, queue_);
        host_ = staged ? malloc_host<T>(count, queue_) : device_;
    }
    message_memory(message_memory&& other) noexcept
        : queue_(other.queue_),
          device_(std::exchange(other.device_, nullptr)),
          host_(std::exchange(other.host_, nullptr)) {}
    message_memory& operator=(message_memory&&) = delete;
    ~message_memory() {
        if (host_ != device_) free(host_, queue_);
        if (device_) free(device_, queue_);
    }

    T* device() const { return device_; }
    /// What messages read and write.
    T* host() const { return host_; }

private:
    queue queue_;
    T *device_ = nullptr, *host_ = nullptr;
};

/// A side of an exchange with its memory.
template <class T, int D>
struct loaded_side {
    loaded_side(queue& q, side<D> s, bool staged)
        : plan(std::move(s)),
          buffer(q, plan.elements, staged),
          runs(q, static_cast<std::int64_t>(plan.runs.size()), false) {
        if (!plan.runs.empty()) q.copy(plan.runs.data(), runs.device(), plan.runs.size()).wait();
        for (const parcel& p : plan.parcels) {
            messages.push_back({p.rank, p.tag, buffer.host() + p.begin, static_cast<std::size_t>(p.count) * sizeof(T)});
        }
    }

    nd_range<1> launch() const { return {range<1>(plan.runs.size() * run_length), range<1>(run_length)}; }

    side<D> plan;
    message_memory<T> buffer;
    message_memory<run<D>> runs;
    std::vector<message> messages;
};

}  // namespace detail

/// Exchanges ghosts of up to most_fields fields at a time, in one message a neighbour. Its queue must outlive it.
template <class T, int D>
class halo {
public:
    static constexpr std::size_t most_fields = 8;
    using field_type = field<T, D>;
    using fields = std::span<const field_type>;

    /// Ghosts of `width` lines of the rank's part of `g`.
    halo(queue& q, communicator& world, const grid<D>& g, int width, reach r = reach::corners)
        : queue_(&q),
          world_(&world),
          grid_(g),
          width_(width),
          reach_(r),
          on_host_(q.get_device().backend_name() == "cpu"),
          staged_(!on_host_ && !world.takes_memory_of(q.get_device())) {
        if (!on_host_) beside_.emplace(q.get_device());
    }
    halo(const halo&) = delete;
    halo& operator=(const halo&) = delete;
    ~halo() {
        if (beside_) beside_->wait();
    }

    /// After what the queue was given; what it is given next finds the ghosts. Nothing waits on the host, but on CPUs
    /// and where the communicator belongs to one thread.
    void exchange(fields f) {
        start(f);
        finish();
    }
    void exchange(std::initializer_list<field_type> f) { exchange(fields(f.begin(), f.size())); }

    /// The first half: the borders are on their way. Until `finish`, kernels may read the fields and write what is not
    /// at their borders. Throws errc::invalid where an exchange is under way.
    void start(fields f) {
        if (current_) throw exception(errc::invalid, "halo::start: an exchange is under way; finish() it first");
        if (f.size() > most_fields)
            throw exception(errc::invalid, "halo::start: " + std::to_string(f.size()) + " fields, of at most " +
                                               std::to_string(most_fields));
        exchange_memory& e = memory_for(f);
        if (e.sent.plan.parcels.empty()) return;
        std::ranges::copy(f, table_.entry);
        current_ = &e;
        packed_ = pack(e.sent);
        if (on_host_) {
            queue_->submit([&](handler& h) { h.host_task([this, &e] { begin_messages(e); }); });
        } else if (world_->any_thread()) {
            copy_out(e);
            beside_->submit([&](handler& h) {
                h.host_task([this, &e] {
                    begin_messages(e);
                    end_messages();
                });
            });
            copy_in(e);
        } else {
            copy_out(e);
        }
    }

    void start(std::initializer_list<field_type> f) { start(fields(f.begin(), f.size())); }

    /// The second half: what the queue is given next finds the ghosts.
    void finish() {
        if (!current_) return;
        exchange_memory& e = *std::exchange(current_, nullptr);
        if (on_host_) {
            queue_->submit([&](handler& h) { h.host_task([this] { end_messages(); }); });
        } else if (!world_->any_thread()) {
            beside_->wait();
            begin_messages(e);
            end_messages();
            copy_in(e);
        }
        unpack(e.received);
    }

    /// Bytes that this rank sends in an exchange of such fields, and in how many messages.
    std::pair<std::size_t, std::size_t> volume(fields f) {
        const exchange_memory& e = memory_for(f);
        return {static_cast<std::size_t>(e.sent.plan.elements) * sizeof(T), e.sent.plan.parcels.size()};
    }
    std::pair<std::size_t, std::size_t> volume(std::initializer_list<field_type> f) {
        return volume(fields(f.begin(), f.size()));
    }

private:
    struct exchange_memory {
        detail::loaded_side<T, D> sent, received;
    };
    struct field_table {
        field_type entry[most_fields];
    };

    exchange_memory& memory_for(fields f) {
        std::vector<std::array<int, D>> shared;
        for (const field_type& one : f) shared.push_back(one.shared);
        const auto found = memory_.find(shared);
        if (found != memory_.end()) return found->second;
        auto plan = detail::plan_halo<D>(grid_, world_->rank(), width_, reach_, shared);
        return memory_
            .emplace(shared, exchange_memory{{*queue_, std::move(plan.sent), staged_},
                                             {*queue_, std::move(plan.received), staged_}})
            .first->second;
    }

    event pack(const detail::loaded_side<T, D>& s) {
        const detail::run<D>* runs = s.runs.device();
        T* buffer = s.buffer.device();
        return queue_->parallel_for<detail::pack_name<T, D>>(s.launch(), [=, table = table_](nd_item<1> it) {
            const detail::run<D> r = runs[it.get_group(0)];
            const auto i = static_cast<std::ptrdiff_t>(it.get_local_id(0));
            if (i < r.count) buffer[r.in_buffer + i] = *element(table, r, i);
        });
    }
    void unpack(const detail::loaded_side<T, D>& s) {
        const detail::run<D>* runs = s.runs.device();
        const T* buffer = s.buffer.device();
        queue_->submit([&](handler& h) {
            if (beside_) h.depends_on(arrived_);
            h.parallel_for<detail::unpack_name<T, D>>(s.launch(), [=, table = table_](nd_item<1> it) {
                const detail::run<D> r = runs[it.get_group(0)];
                const auto i = static_cast<std::ptrdiff_t>(it.get_local_id(0));
                if (i < r.count) *element(table, r, i) = buffer[r.in_buffer + i];
            });
        });
    }
    static T* element(const field_table& table, const detail::run<D>& r, std::ptrdiff_t i) {
        const field_type& f = table.entry[r.field];
        std::ptrdiff_t at = i * f.strides[static_cast<std::size_t>(r.axis)];
        for (std::size_t a = 0; a < D; ++a) at += static_cast<std::ptrdiff_t>(r.begin[a]) * f.strides[a];
        return f.origin + at;
    }

    void begin_messages(exchange_memory& e) { under_way_ = world_->start(e.received.messages, e.sent.messages); }
    void end_messages() { std::exchange(under_way_, nullptr)->wait(); }
    void copy_out(const exchange_memory& e) {
        if (staged_)
            beside_->copy(static_cast<const T*>(e.sent.buffer.device()), e.sent.buffer.host(),
                          static_cast<std::size_t>(e.sent.plan.elements), packed_);
        else
            beside_->submit([&](handler& h) { h.depends_on(packed_); });
    }
    void copy_in(const exchange_memory& e) {
        if (staged_)
            arrived_ = beside_->copy(static_cast<const T*>(e.received.buffer.host()), e.received.buffer.device(),
                                     static_cast<std::size_t>(e.received.plan.elements));
        else
            arrived_ = beside_->submit([](handler&) {});
    }

    queue* queue_;
    communicator* world_;
    grid<D> grid_;
    int width_;
    reach reach_;
    bool on_host_, staged_;
    std::optional<queue> beside_;  // copies and messages, beside what the queue does meanwhile
    std::map<std::vector<std::array<int, D>>, exchange_memory> memory_;  // by the fields' shared lines
    field_table table_{};
    exchange_memory* current_ = nullptr;
    event packed_, arrived_;
    std::unique_ptr<transfer> under_way_;
};

}  // namespace ndweave::partition
