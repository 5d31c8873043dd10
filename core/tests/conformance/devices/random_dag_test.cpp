/// Random directed acyclic graphs of commands over the device under test and the CPU, against a sequential model.
#include <optional>

#include "devices/slowly.hpp"
#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t n = 67;

struct tracked_array {
    unsigned* data;
    bool on_cpu;
    std::vector<unsigned> model;
    std::optional<event> written;  // last
    std::vector<event> read;       // since then
};

class MixedDevicesDag : public Conformance {
protected:
    void SetUp() override {
        if (!computes()) GTEST_SKIP() << "the device computes nothing";
        for (std::size_t a = 0; a < 6; ++a) {
            const bool on_cpu = a % 2 == 0;
            arrays.push_back({malloc_device<unsigned>(n, on_cpu ? cpu : q), on_cpu, {}, {}, {}});
        }
    }
    void TearDown() override {
        for (const tracked_array& a : arrays) free(a.data, a.on_cpu ? cpu : q);
    }

    std::size_t below(std::size_t limit) { return random() % limit; }
    queue& one_of(std::vector<queue>& queues) { return queues[below(queues.size())]; }

    void fill_all() {
        for (tracked_array& a : arrays) {
            const unsigned value = random();
            std::vector<event> before = std::move(a.read);
            if (a.written) before.push_back(*a.written);
            a.model.assign(n, value);
            a.read.clear();
            a.written = one_of(a.on_cpu ? cpus : devices).fill(a.data, value, n, before);
        }
    }

    /// The action of a command that reads `x` and changes `y`, behind what it depends on.
    template <class Action>
    void submit(queue& to, tracked_array& x, tracked_array& y, const Action& action) {
        const bool action_first = below(2) == 0;
        const event done = to.submit([&](handler& h) {
            if (action_first) action(h);
            if (x.written) h.depends_on(*x.written);
            if (y.written) h.depends_on(*y.written);
            h.depends_on(y.read);
            if (!action_first) action(h);
        });
        y.written = done;
        y.read.clear();
        if (&x != &y) x.read.push_back(done);
    }

    void submit_kernel(tracked_array& x, tracked_array& y, unsigned add) {
        const unsigned iterations = below(4) == 0 ? 3000 : 0;
        const unsigned* const from = x.data;
        unsigned* const to = y.data;
        submit(one_of(y.on_cpu ? cpus : devices), x, y, [&](handler& h) {
            h.parallel_for(range<1>(n),
                           [=, none = zero](id<1> i) { to[i] = slowly(3 * to[i] + from[i] + add, iterations, none); });
        });
        for (std::size_t i = 0; i < n; ++i) y.model[i] = 3 * y.model[i] + x.model[i] + add;
    }

    void submit_copy(tracked_array& x, tracked_array& y) {
        submit(one_of(below(2) ? cpus : devices), x, y, [&](handler& h) { h.copy(x.data, y.data, n); });
        y.model = x.model;
    }

    void submit_host_task(tracked_array& x, tracked_array& y, unsigned add) {
        submit(one_of(below(2) ? cpus : devices), x, y, [&](handler& h) {
            h.host_task([=, from = x.data, to = y.data] {
                for (std::size_t i = 0; i < n; ++i) to[i] = to[i] * 5 + from[i] + add;
            });
        });
        for (std::size_t i = 0; i < n; ++i) y.model[i] = y.model[i] * 5 + x.model[i] + add;
    }

    void submit_any(unsigned number) {
        const std::size_t from = below(arrays.size()), to = (from + 1 + below(arrays.size() - 1)) % arrays.size();
        tracked_array &x = arrays[from], &y = arrays[to];
        if (x.on_cpu != y.on_cpu) return submit_copy(x, y);
        const std::size_t what = below(x.on_cpu ? 4 : 3);
        if (what == 0) return submit_copy(x, y);
        if (what == 3) return submit_host_task(x, y, number);
        submit_kernel(x, y, number);
    }

    std::vector<unsigned> contents(const tracked_array& a) {
        std::vector<unsigned> host(n);
        (a.on_cpu ? cpu : q).copy(a.data, host.data(), n);
        (a.on_cpu ? cpu : q).wait();
        return host;
    }

    queue cpu{device("cpu")};
    std::vector<queue> cpus{cpu, queue(device("cpu"), property::queue::asynchronous()),
                            queue(device("cpu"), property::queue::asynchronous())};
    std::vector<queue> devices{q, queue(q.get_device()), queue(q.get_device(), property::queue::asynchronous())};
    std::vector<tracked_array> arrays;
    const unsigned zero = random() % 1;
};

TEST_F(MixedDevicesDag, ThousandGiveWhatASequenceGives) {
    for (int graph = 0; graph < 1000; ++graph) {
        fill_all();
        const unsigned commands = 1 + static_cast<unsigned>(below(24));
        for (unsigned k = 0; k < commands; ++k) submit_any(k);
        // Some of the time the next graph starts while this one runs.
        if (below(4) != 0 && graph + 1 < 1000) continue;
        for (queue& each : cpus) each.wait();
        for (queue& each : devices) each.wait();
        for (const tracked_array& a : arrays) {
            expect_equal(contents(a), a.model);
            if (HasFailure()) return;
        }
    }
}

}  // namespace
}  // namespace ndweave::conformance
