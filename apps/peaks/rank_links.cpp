#include "rank_links.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>

#include "device_array.hpp"
#include "meter.hpp"
#include "ndweave/partition/all_reduce.hpp"
#include "ndweave/partition/halo.hpp"
#include "ranks.hpp"

namespace ndweave::apps::peaks {
namespace {

using partition::communicator;
using partition::message;

/// Of a sample of latency.
constexpr int times_a_sample = 256;
constexpr std::int64_t few_bytes = 8;

std::int64_t bytes_of(const context& run) {
    const std::int64_t standard = std::int64_t{run.size == "small" ? 16 : run.size == "large" ? 256 : 64} << 20;
    return run.params.integer("copy", standard, few_bytes, std::int64_t{1} << 32) / few_bytes * few_bytes;
}

verification exact(communicator& world, const char* what, double wrong) {
    return worst_of(world, {true, wrong == 0, what, wrong, 0, 0});
}

result row_of(const std::string& kernel, std::int64_t bytes) {
    result r;
    r.kernel = kernel;
    r.timing_scope = "device";
    r.bytes = static_cast<double>(bytes);
    r.notes = {{"bytes_a_message", std::to_string(bytes)}};
    return r;
}

/// Samples of `times` calls each, all ranks at once, to the end of what the queue got by them. Collective.
template <class Once>
void take_samples(result& r, const context& run, int times, const Once& once) {
    timing t = sample(run, [&] {
        ranks_of(run).barrier();
        for (int i = 0; i < times; ++i) once();
        run.queue->wait();
    });
    r.first_seconds = t.first_seconds / times;
    r.samples = std::move(t.samples);
    for (double& seconds : r.samples) seconds /= times;
}

void make_latency(result& r) {
    r.bytes = 0;
    r.fom = {"s", false, 0};
    r.notes["times_a_sample"] = std::to_string(times_a_sample);
}
void make_bandwidth(result& r) { r.fom = {"GB/s", true, r.bytes * 1e-9}; }

/// Messages between rank 0 and another one, there and back; the others look on.
class ping_pong {
public:
    ping_pong(communicator& world, int peer, std::int64_t bytes)
        : world_(world), peer_(peer), sent_(static_cast<std::size_t>(bytes)), received_(sent_.size()) {}

    void once() {
        if (world_.rank() == 0) {
            send(peer_, sent_);
            receive(peer_);
        } else if (world_.rank() == peer_) {
            receive(0);
            send(0, received_);
        }
    }
    /// After further bytes went there and came back: how many differ from those that were sent.
    double wrong_bytes() {
        std::ranges::generate(sent_, [n = std::uint32_t{12345}]() mutable {
            n = n * 1664525 + 1013904223;
            return static_cast<std::byte>(n >> 24);
        });
        std::ranges::fill(received_, std::byte{0});
        once();
        if (world_.rank() != 0) return 0;
        double wrong = 0;
        for (std::size_t i = 0; i < sent_.size(); ++i) wrong += sent_[i] == received_[i] ? 0 : 1;
        return wrong;
    }

private:
    void send(int to, std::vector<std::byte>& bytes) {
        const message m{to, 1, bytes.data(), bytes.size()};
        world_.start({}, {&m, 1})->wait();
    }
    void receive(int from) {
        const message m{from, 1, received_.data(), received_.size()};
        world_.start({&m, 1}, {})->wait();
    }

    communicator& world_;
    int peer_;
    std::vector<std::byte> sent_, received_;
};

void add_messages(std::vector<result>& rows, const context& run, int peer) {
    communicator& world = ranks_of(run);
    const std::string to = "rank " + std::to_string(peer);
    for (const bool latency : {true, false}) {
        const std::int64_t bytes = latency ? few_bytes : bytes_of(run);
        result r = row_of((latency ? "message_latency " : "message_bandwidth ") + to, bytes);
        r.notes.insert({{"link", latency ? "latency" : "bandwidth"}, {"from", "rank 0"}, {"to", to}});
        ping_pong both(world, peer, bytes);
        take_samples(r, run, latency ? times_a_sample : 1, [&] { both.once(); });
        for (double& seconds : r.samples) seconds /= 2;  // there and back
        r.first_seconds /= 2;
        latency ? make_latency(r) : make_bandwidth(r);
        r.check = exact(world, "bytes that did not come back as they were sent", both.wrong_bytes());
        rows.push_back(std::move(r));
    }
}

/// Of a line of parts, each of which sends so many bytes of device memory to both sides.
class ghost_exchange {
public:
    ghost_exchange(const context& run, std::int64_t bytes)
        : queue_(*run.queue),
          world_(ranks_of(run)),
          width_(bytes / few_bytes),
          line_({width_ * world_.size()}, {world_.size()}),
          data_(queue_, static_cast<std::size_t>(3 * width_)),
          halo_(queue_, world_, line_, static_cast<int>(width_)) {}

    /// Behind what the queue has; the caller waits.
    void submit() { halo_.exchange({{data_.get() + width_, {1}, {}}}); }
    /// After an exchange of numbers of their places: how many ghosts are wrong.
    double wrong_ghosts() {
        const std::int64_t first = width_ * world_.rank(), all = width_ * world_.size();
        std::vector<double> host(data_.size(), -1);
        for (std::int64_t i = 0; i < width_; ++i)
            host[static_cast<std::size_t>(width_ + i)] = static_cast<double>(first + i);
        data_.assign(host);
        submit();
        queue_.wait();
        host = data_.to_host();
        double wrong = 0;
        for (std::int64_t i = -width_; i < 2 * width_; ++i) {
            const std::int64_t place = first + i;
            const double expected = place >= 0 && place < all ? static_cast<double>(place) : -1;
            wrong += host[static_cast<std::size_t>(width_ + i)] == expected ? 0 : 1;
        }
        return wrong;
    }

private:
    queue& queue_;
    communicator& world_;
    std::int64_t width_;
    partition::grid<1> line_;
    device_array<double> data_;
    partition::halo<double, 1> halo_;
};

void add_ghosts(std::vector<result>& rows, const context& run) {
    for (const bool latency : {true, false}) {
        const std::int64_t bytes = latency ? few_bytes : bytes_of(run);
        result r = row_of(latency ? "halo_latency" : "halo_bandwidth", bytes);
        ghost_exchange ghosts(run, bytes);
        take_samples(r, run, latency ? times_a_sample : 4, [&] { ghosts.submit(); });
        latency ? make_latency(r) : make_bandwidth(r);
        r.check = exact(ranks_of(run), "ghosts that are not the neighbours' lines", ghosts.wrong_ghosts());
        rows.push_back(std::move(r));
    }
}

result reduction_row(const context& run) {
    communicator& world = ranks_of(run);
    queue& q = *run.queue;
    device_array<double> value(q, 1);
    partition::device_reduction<double> reduction(q, world, 1);
    result r = row_of("all_reduce_latency", few_bytes);
    value.assign({0});
    take_samples(r, run, times_a_sample, [&] { reduction.submit(value.get(), 1, partition::combine::sum); });
    make_latency(r);
    value.assign({world.rank() + 1.0});
    reduction.submit(value.get(), 1, partition::combine::sum);
    const double sum = value.to_host().front(), expected = world.size() * (world.size() + 1) / 2.0;
    r.check =
        exact(world, "difference of the sum of all ranks' numbers", std::max(sum, expected) - std::min(sum, expected));
    return r;
}

}  // namespace

std::vector<result> measure_rank_links(const context& run) {
    std::vector<result> rows;
    const int size = ranks_of(run).size();
    for (const int peer : std::set{1, size - 1}) add_messages(rows, run, peer);
    add_ghosts(rows, run);
    rows.push_back(reduction_row(run));
    return rows;
}

}  // namespace ndweave::apps::peaks
