/// The device under test beside the CPU, whose queue is synchronous.
#include <algorithm>
#include <numeric>
#include <optional>

#include "devices/slowly.hpp"
#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

constexpr std::size_t n = 2000;

class MixedDevices : public Conformance {
protected:
    void SetUp() override {
        if (!computes()) GTEST_SKIP() << "the device computes nothing";
    }

    /// x[i] = i + add, late.
    event fill_slowly(unsigned* x, unsigned add) {
        return q.parallel_for(
            range<1>(n), [=, none = zero](id<1> i) { x[i] = slowly(static_cast<unsigned>(i[0]), 30000, none) + add; });
    }

    static std::vector<unsigned> numbers(unsigned add) {
        std::vector<unsigned> made(n);
        std::iota(made.begin(), made.end(), add);
        return made;
    }

    queue cpu{device("cpu")};
    const unsigned zero = random() % 1;
};

TEST_F(MixedDevices, TheCpuCopiesBehindEventsOfOthers) {
    buffer<unsigned> x(q, std::vector<unsigned>(n, 0));
    for (unsigned round = 0; round < 3; ++round) {
        std::vector<unsigned> in_group(n), by_shortcut(n), after_the_action(n);
        const event filled = fill_slowly(x.get(), round);
        cpu.submit([&](handler& h) {
            h.depends_on(filled);
            h.memcpy(in_group.data(), x.get(), n * sizeof(unsigned));
        });
        expect_equal(in_group, numbers(round));
        cpu.memcpy(by_shortcut.data(), x.get(), n * sizeof(unsigned), fill_slowly(x.get(), round + 100));
        expect_equal(by_shortcut, numbers(round + 100));
        const event again = fill_slowly(x.get(), round + 200);
        cpu.submit([&](handler& h) {
            h.memcpy(after_the_action.data(), x.get(), n * sizeof(unsigned));
            h.depends_on(again);
        });
        expect_equal(after_the_action, numbers(round + 200));
    }
}

TEST_F(MixedDevices, GraphsOfTheCpuRunBehindEventsOfOthers) {
    if (!q.get_device().has(aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    unsigned *const x = malloc_shared<unsigned>(n, q), *const y = malloc_shared<unsigned>(n, cpu);
    command_graph graph(cpu);
    graph.begin_recording(cpu);
    cpu.parallel_for(range<1>(n), [=](id<1> i) { y[i] = x[i]; });
    graph.end_recording();
    const auto ready = graph.finalize();
    for (unsigned round = 0; round < 3; ++round) {
        std::fill_n(x, n, 77u);
        const event filled = fill_slowly(x, round);
        cpu.submit([&](handler& h) {
            h.ext_oneapi_graph(ready);
            h.depends_on(filled);
        });
        expect_equal(std::vector<unsigned>(y, y + n), numbers(round));
    }
    q.wait();
    free(x, q);
    free(y, cpu);
}

TEST_F(MixedDevices, AnActionStartsBehindWhatIsNamedAfterIt) {
    queue other(q.get_device());
    buffer<unsigned> x(q, std::vector<unsigned>(n, 0)), y(q, std::vector<unsigned>(n, 0));
    unsigned *const from = x.get(), *const to = y.get();
    for (unsigned round = 1; round < 4; ++round) {
        const event filled = fill_slowly(from, round);
        other.submit([&](handler& h) {
            h.parallel_for(range<1>(n), [=](id<1> i) { to[i] = from[i] + 1; });
            h.depends_on(filled);
        });
        other.wait();
        expect_equal(y.read(), numbers(round + 1));
    }
}

/// Odd parts, of all backends, by both queues.
TEST_F(MixedDevices, LargePartsAreCopiedToAndFromEveryOtherDevice) {
    constexpr std::size_t room = 45'000'000;
    std::vector<unsigned char> sent(room);
    std::ranges::generate(sent, [this] { return static_cast<unsigned char>(random()); });
    buffer<unsigned char> here(q, sent);
    for (const device& d : device::get_devices()) {
        if (d == q.get_device() || d.backend_name() == "null") continue;
        if (std::getenv("NDWEAVE_VALIDATE") != nullptr) continue;  // on the CPU only
        queue other(d);
        buffer<unsigned char> there(other, room), back(q, room);
        for (queue* const by : {&q, &other}) {
            const std::size_t at = random() % 10'000, bytes = room - at - random() % 10'000;
            std::vector<unsigned char> expected(room, 0xee);
            std::copy_n(sent.data() + at, bytes, expected.data() + at);
            other.memset(there.get(), 0xee, room).wait();
            q.memset(back.get(), 0xee, room).wait();
            by->memcpy(there.get() + at, here.get() + at, bytes).wait();
            EXPECT_TRUE(there.read() == expected) << bytes << " bytes at " << at << " to " << d.backend_name();
            by->memcpy(back.get() + at, there.get() + at, bytes).wait();
            EXPECT_TRUE(back.read() == expected) << bytes << " bytes at " << at << " from " << d.backend_name();
        }
    }
}

/// x goes around all queues, one command behind the other, and each adds its number.
TEST_F(MixedDevices, ChainsPassThroughEveryQueue) {
    queue asynchronous(device("cpu"), property::queue::asynchronous()), other(q.get_device());
    buffer<unsigned> there(q, std::vector<unsigned>(n, 0)), here(cpu, std::vector<unsigned>(n, 0));
    unsigned *const x = there.get(), *const y = here.get();
    event last;
    for (unsigned round = 0; round < 30; ++round) {
        last = q.parallel_for(range<1>(n), {last}, [=, none = zero](id<1> i) { x[i] = slowly(x[i], 500, none) + 1; });
        last = asynchronous.copy(x, y, n, last);
        last = asynchronous.parallel_for(range<1>(n), {last}, [=](id<1> i) { y[i] += 10; });
        last = other.copy(y, x, n, last);
        last = other.parallel_for(range<1>(n), {last}, [=](id<1> i) { x[i] += 100; });
    }
    last.wait();
    expect_equal(there.read(), std::vector<unsigned>(n, 30 * 111));
}

/// Two commands behind one, and one behind both.
TEST_F(MixedDevices, DiamondsMeet) {
    queue first(device("cpu"), property::queue::asynchronous()), second(device("cpu"), property::queue::asynchronous());
    buffer<unsigned> there(q, std::vector<unsigned>(n, 0)), left(cpu, std::vector<unsigned>(n, 0)),
        right(cpu, std::vector<unsigned>(n, 0));
    unsigned *const x = there.get(), *const l = left.get(), *const r = right.get();
    event last;
    for (unsigned round = 1; round < 20; ++round) {
        const event filled = q.parallel_for(range<1>(n), {last}, [=, none = zero](id<1> i) {
            x[i] = slowly(static_cast<unsigned>(i[0]), 2000, none) * round;
        });
        event to_left = first.copy(x, l, n, filled), to_right = second.copy(x, r, n, filled);
        to_left = first.parallel_for(range<1>(n), {to_left}, [=](id<1> i) { l[i] *= 2; });
        to_right = second.parallel_for(range<1>(n), {to_right}, [=](id<1> i) { r[i] *= 3; });
        last = first.parallel_for(range<1>(n), {to_left, to_right}, [=](id<1> i) { l[i] += r[i]; });
    }
    last.wait();
    std::vector<unsigned> expected(n);
    for (unsigned i = 0; i < n; ++i) expected[i] = i * 19 * 5;
    expect_equal(left.read(), expected);
}

/// Commands on two queues of the device and one of the CPU, each behind those whose arrays it uses.
TEST_F(MixedDevices, CommandsRunInTheOrderOfTheirEvents) {
    if (!q.get_device().has(aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    constexpr std::size_t arrays = 5, commands = 60;
    struct history {
        std::optional<event> written;
        std::vector<event> read;
    };
    std::vector<queue> queues{q, queue(q.get_device()), cpu};
    unsigned* memory[arrays];
    std::vector<std::vector<unsigned>> model(arrays, std::vector<unsigned>(n, 1));
    std::vector<history> past(arrays);
    for (unsigned*& array : memory) {
        array = malloc_shared<unsigned>(n, q);
        std::fill_n(array, n, 1u);
    }
    for (unsigned k = 0; k < commands; ++k) {
        const std::size_t from = random() % arrays, to = (from + 1 + random() % (arrays - 1)) % arrays;
        queue& where = queues[random() % queues.size()];
        const bool first = random() % 2 == 0;
        const event done = where.submit([&](handler& h) {
            const auto wait = [&] {
                if (past[from].written) h.depends_on(*past[from].written);
                if (past[to].written) h.depends_on(*past[to].written);
                h.depends_on(past[to].read);
            };
            if (first) wait();
            const unsigned* const x = memory[from];
            unsigned* const y = memory[to];
            h.parallel_for(range<1>(n), [=, none = zero](id<1> i) { y[i] = slowly(3 * y[i] + x[i] + k, 2000, none); });
            if (!first) wait();
        });
        past[to] = {done, {}};
        past[from].read.push_back(done);
        for (std::size_t i = 0; i < n; ++i) model[to][i] = 3 * model[to][i] + model[from][i] + k;
    }
    for (queue& each : queues) each.wait();
    for (std::size_t a = 0; a < arrays; ++a) expect_equal(std::vector<unsigned>(memory[a], memory[a] + n), model[a]);
    for (unsigned* array : memory) free(array, q);
}

}  // namespace
}  // namespace ndweave::conformance
