// What submission costs, on each kind of queue: the call alone, the way to completion, host tasks, and chains of
// commands over two queues, each behind the other's last one.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "ndweave/ndweave.hpp"

namespace ndweave::bench {
namespace {

constexpr int batch = 64;  // commands between two waits

struct counted_queue {
    explicit counted_queue(const queue& to) : q(to), count(malloc_device<unsigned>(1, q)) { q.fill(count, 0u, 1); }
    counted_queue(const counted_queue&) = delete;
    ~counted_queue() { free(count, q); }

    event submit(const std::vector<event>& after = {}) {
        return q.single_task(after, [at = count] { ++*at; });
    }
    unsigned read() {
        unsigned seen = 0;
        q.copy(count, &seen, 1);
        q.wait();
        return seen;
    }

    queue q;
    unsigned* const count;
};

int failures = 0;

void fail(benchmark::State& state, const char* why) {
    ++failures;
    state.SkipWithError(why);
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void check(benchmark::State& state, counted_queue& c, std::int64_t commands) {
    if (c.q.get_device().backend_name() == "null") return;  // it computes nothing
    if (c.read() != static_cast<unsigned>(commands)) fail(state, "a command is missing");
}

/// Seconds a submission; the wait behind each batch is not counted.
void submit(benchmark::State& state, const queue& to) {
    counted_queue c(to);
    c.q.wait();
    std::int64_t commands = 0;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        for (int k = 0; k < batch; ++k) c.submit();
        state.SetIterationTime(seconds_since(begin) / batch);
        c.q.wait();
        commands += batch;
    }
    check(state, c, commands);
}

/// Seconds from submission to the end of the wait.
void complete(benchmark::State& state, const queue& to) {
    counted_queue c(to);
    c.q.wait();
    for (auto _ : state) c.submit().wait();
    check(state, c, state.iterations());
}

void host_task(benchmark::State& state, const queue& to) {
    queue q = to;
    std::int64_t count = 0;
    for (auto _ : state) q.submit([&](handler& h) { h.host_task([&] { ++count; }); }).wait();
    if (count != state.iterations()) fail(state, "a host task is missing");
}

/// Seconds a command of a chain over two queues.
void chain(benchmark::State& state, const queue& first, const queue& second) {
    counted_queue a(first), b(second);
    a.q.wait();
    b.q.wait();
    std::int64_t commands = 0;
    for (auto _ : state) {
        event last;
        const auto begin = std::chrono::steady_clock::now();
        for (int k = 0; k < batch; ++k) last = (k % 2 ? b : a).submit({last});
        last.wait();
        state.SetIterationTime(seconds_since(begin) / batch);
        commands += batch / 2;
    }
    check(state, a, commands);
    check(state, b, commands);
}

void register_queue(const std::string& name, const queue& q) {
    benchmark::RegisterBenchmark(("submit/" + name).c_str(), submit, q)->UseManualTime();
    benchmark::RegisterBenchmark(("complete/" + name).c_str(), complete, q)->UseRealTime();
    benchmark::RegisterBenchmark(("host_task/" + name).c_str(), host_task, q)->UseRealTime();
}

void register_chain(const std::string& name, const queue& first, const queue& second) {
    benchmark::RegisterBenchmark(("chain/" + name).c_str(), chain, first, second)->UseManualTime();
}

void register_all() {
    const property::queue::asynchronous asynchronous;
    const queue cpu(device("cpu")), cpu_asynchronous(device("cpu"), asynchronous);
    register_queue("cpu", cpu);
    register_queue("cpu asynchronous", cpu_asynchronous);
    register_chain("cpu asynchronous, cpu asynchronous", cpu_asynchronous, queue(device("cpu"), asynchronous));
    std::vector<queue> others;
    for (const device& d : device::get_devices()) {
        if (d.backend_name() != "cpu") others.emplace_back(d);
    }
    for (const queue& q : others) {
        const std::string name = q.get_device().identifier();
        register_queue(name, q);
        register_chain(name + ", cpu asynchronous", q, cpu_asynchronous);
        for (const queue& r : others)
            register_chain(name + ", " + r.get_device().identifier(), q, queue(r.get_device()));
    }
}

}  // namespace
}  // namespace ndweave::bench

/// Google Benchmark's options, and `--tiny`: each once. Exit status 1 where one failed.
int main(int argc, char** argv) {
    std::vector<char*> arguments(argv, argv + argc);
    std::string once = "--benchmark_min_time=0";
    for (char*& argument : arguments) {
        if (std::strcmp(argument, "--tiny") == 0) argument = once.data();
    }
    int count = static_cast<int>(arguments.size());
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
    ndweave::bench::register_all();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return ndweave::bench::failures != 0;
}
