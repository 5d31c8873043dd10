/// Halo exchange: the ghost lines of a part's fields become what its neighbours have there.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <ndweave/ndweave.hpp>
#include <optional>

#include "ndweave/partition/communicator.hpp"
#include "ndweave/partition/field.hpp"
#include "ndweave/partition/halo_memory.hpp"

namespace ndweave::partition {

namespace detail {
template <class T, int D, bool Windows>
class pack_name;
template <class T, int D, bool Windows>
class unpack_name;
}  // namespace detail

/// Exchanges ghosts of up to most_fields fields at a time, in one message a neighbour or, where the devices of two
/// ranks reach each other's memory (window.hpp), by the kernels that pack. Its queue and communicator must outlive it.
template <class T, int D>
class halo {
    using kinds = std::vector<std::array<int, D>>;  // shared lines of fields

public:
    static constexpr std::size_t most_fields = D == 1 ? 24 : 8;
    using field_type = field<T, D>;
    using fields = std::span<const field_type>;

    /// Ghosts of `width` lines of the rank's part of `g`.
    halo(queue& q, communicator& world, const grid<D>& g, int width, reach r = reach::corners)
        : halo(q, world, [=, rank = world.rank()](const kinds& fields_of) {
              return detail::plan_halo<D>(g, rank, width, r, fields_of);
          }) {}
    /// Elements of fields without a lattice, by their numbers; lists of ranks that exchange nothing are left out.
    halo(queue& q, communicator& world, std::vector<exchange_list> lists) requires(D == 1)
        : halo(q, world, [lists = std::move(lists)](const kinds& fields_of) {
              return detail::plan_lists(lists, fields_of.size());
          }) {}
    halo(const halo&) = delete;
    halo& operator=(const halo&) = delete;
    /// Collective, as are all its calls.
    ~halo() {
        detail::drain(*queue_);
        if (beside_) detail::drain(*beside_);
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
        memory& e = memory_for(f);
        if (e.plan.sent.parcels.empty()) return;
        world_->count({1, e.plan.sent.parcels.size(), static_cast<std::size_t>(e.plan.sent.elements) * sizeof(T), 0});
        std::ranges::copy(f, table_.entry);
        current_ = &e;
        ++e.exchanges;
        packed_ = e.has_windows ? pack<true>(e) : pack<false>(e);
        if (!e.sends.empty()) start_messages(e);
    }
    void start(std::initializer_list<field_type> f) { start(fields(f.begin(), f.size())); }

    /// The second half: what the queue is given next finds the ghosts.
    void finish() {
        if (!current_) return;
        memory& e = *std::exchange(current_, nullptr);
        if (!e.sends.empty()) finish_messages(e);
        e.has_windows ? unpack<true>(e) : unpack<false>(e);
    }

    /// Bytes that this rank sends in an exchange of such fields, and to how many neighbours.
    std::pair<std::size_t, std::size_t> volume(fields f) {
        const auto& sent = memory_for(f).plan.sent;
        return {static_cast<std::size_t>(sent.elements) * sizeof(T), sent.parcels.size()};
    }
    std::pair<std::size_t, std::size_t> volume(std::initializer_list<field_type> f) {
        return volume(fields(f.begin(), f.size()));
    }

private:
    using memory = detail::exchange_memory<T, D>;
    using planner = std::function<detail::halo_plan<D>(const kinds&)>;

    halo(queue& q, communicator& world, planner plan)
        : queue_(&q),
          world_(&world),
          plan_(std::move(plan)),
          on_host_(q.get_device().backend_name() == "cpu"),
          staged_(!on_host_ && !world.takes_memory_of(q.get_device())) {
        if (!on_host_) beside_.emplace(q.get_device());
    }

    struct field_table {
        field_type entry[most_fields];
    };

    memory& memory_for(fields f) {
        kinds shared;
        for (const field_type& one : f) shared.push_back(one.shared);
        std::unique_ptr<memory>& found = memory_[shared];
        if (!found) {
            found = std::make_unique<memory>(*queue_, *world_, plan_(shared), staged_);
        }
        return *found;
    }

    static nd_range<1> launch_of(const detail::side<D>& s) {
        return {range<1>(s.runs.size() * detail::run_length), range<1>(detail::run_length)};
    }
    /// With windows the last work-group of a parcel tells the neighbour that it is there.
    template <bool Windows>
    event pack(const memory& e) {
        const detail::run<D>* runs = e.sent_runs.device();
        const detail::outgoing<T>* parcels = e.destinations.device();
        const auto body = [=, table = table_, turn = e.exchanges](nd_item<1> it) {
            const detail::run<D> r = runs[it.get_group(0)];
            const auto i = static_cast<std::ptrdiff_t>(it.get_local_id(0));
            const detail::outgoing<T>& to = parcels[r.parcel];
            if (i < r.count) to.sets[turn % 2][r.in_parcel + i] = *element(table, r, i);
            if constexpr (Windows) {
                group_barrier(it.get_group());
                if (i == 0 && to.arrived && detail::count(to.packed) == to.runs * turn) detail::raise(to.arrived, turn);
            }
        };
        return queue_->parallel_for<detail::pack_name<T, D, Windows>>(launch_of(e.plan.sent), body);
    }
    template <bool Windows>
    void unpack(const memory& e) {
        const detail::run<D>* runs = e.received_runs.device();
        const detail::incoming<T>* parcels = e.sources.device();
        const auto body = [=, table = table_, turn = e.exchanges](nd_item<1> it) {
            const detail::run<D> r = runs[it.get_group(0)];
            const auto i = static_cast<std::ptrdiff_t>(it.get_local_id(0));
            const detail::incoming<T>& from = parcels[r.parcel];
            if constexpr (Windows) {
                if (i == 0 && from.arrived) detail::wait_until(from.arrived, turn);
                group_barrier(it.get_group());
            }
            if (i < r.count) *element(table, r, i) = from.sets[turn % 2][r.in_parcel + i];
        };
        queue_->submit([&](handler& h) {
            if (beside_ && !e.sends.empty()) h.depends_on(arrived_);
            h.parallel_for<detail::unpack_name<T, D, Windows>>(launch_of(e.plan.received), body);
        });
    }
    static T* element(const field_table& table, const detail::run<D>& r, std::ptrdiff_t i) {
        const field_type& f = table.entry[r.field];
        std::ptrdiff_t at = i * f.strides[static_cast<std::size_t>(r.axis)];
        for (std::size_t a = 0; a < D; ++a) at += static_cast<std::ptrdiff_t>(r.begin[a]) * f.strides[a];
        return f.origin + at;
    }

    // By messages.
    void start_messages(memory& e) {
        if (on_host_) {
            queue_->submit([&](handler& h) { h.host_task([this, &e] { begin_messages(e); }); });
            return;
        }
        copy_out(e);
        if (!world_->any_thread()) return;
        beside_->submit([&](handler& h) {
            h.host_task([this, &e] {
                begin_messages(e);
                end_messages();
            });
        });
        copy_in(e);
    }
    void finish_messages(memory& e) {
        if (on_host_) {
            queue_->submit([&](handler& h) { h.host_task([this] { end_messages(); }); });
        } else if (!world_->any_thread()) {
            beside_->wait();
            begin_messages(e);
            end_messages();
            copy_in(e);
        }
    }
    void begin_messages(memory& e) { under_way_ = world_->start(e.receives, e.sends); }
    void end_messages() { std::exchange(under_way_, nullptr)->wait(); }
    void copy_out(const memory& e) {
        if (staged_)
            beside_->copy(static_cast<const T*>(e.sent.device()), e.sent.host(),
                          static_cast<std::size_t>(e.plan.sent.elements), packed_);
        else
            beside_->submit([&](handler& h) { h.depends_on(packed_); });
    }
    void copy_in(const memory& e) {
        if (staged_)
            arrived_ = beside_->copy(static_cast<const T*>(e.received.host()), e.received.device(),
                                     static_cast<std::size_t>(e.plan.received.elements));
        else
            arrived_ = beside_->submit([](handler&) {});
    }

    queue* queue_;
    communicator* world_;
    planner plan_;
    bool on_host_, staged_;
    std::optional<queue> beside_;                      // copies and messages, beside what the queue does meanwhile
    std::map<kinds, std::unique_ptr<memory>> memory_;  // by the fields' shared lines
    field_table table_{};
    memory* current_ = nullptr;
    event packed_, arrived_;
    std::unique_ptr<transfer> under_way_;
};

}  // namespace ndweave::partition
