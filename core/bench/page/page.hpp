/// The harness of the benchmarks. A page is one kernel: a class that is made from a `setup` and has
///
///     queue q;
///     static constexpr bool barriers;            // which CPU strategies there are: cbs, or loop; fiber always
///     void run(const kernel_properties&);        // the kernel on `q`
///     std::string wrong() const;                 // the results against a reference in double precision
///
/// and, where it has them,
///
///     void run(const peer_table&);               // the same as hand-written loops
///     static constexpr const char* opencl_c;     // the same by hand in OpenCL C, a kernel called `run`,
///     void bind(opencl_kernel&);                 // its arguments and ranges,
///     void after_opencl();                       // and what the host does behind it
///     std::size_t bytes() const;                 // moved to and from memory by a run
///     std::size_t items() const;                 // work-items of a run, for the counter `per_item`, seconds for each
///
/// `register_page` makes a benchmark of each way to run it:
///
///     NAME/loop NAME/cbs NAME/fiber     ndweave on the CPU
///     NAME/opencl                       ndweave on the first OpenCL CPU device
///     NAME/openmp NAME/tbb NAME/kokkos  loops, compiled by g++ -O3 -march=native (-Ofast with the fast-math mode)
///     NAME/opencl_c                     OpenCL C by hand on that OpenCL device
///
/// A kernel that can be written in several ways is a page each, which share data, reference and peers:
/// `register_kernel` makes the benchmarks of ndweave alone, `register_peers` those of the loops.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <stdexcept>

#include "devices.hpp"
#include "opencl_kernel.hpp"
#include "peers/peers.hpp"
#include "setup.hpp"
#include "unavailable.hpp"

namespace ndweave::bench {

setup make_setup(const queue&);

/// Adds a benchmark in real time, with the processor time of all threads beside it. `run` may throw `unavailable`; what
/// else it throws makes the program fail.
void add_benchmark(const std::string& name, std::function<void(benchmark::State&)> run);

/// Runs once and verifies, then for the benchmark's time and verifies again. Wrong results are an error, with no
/// figure. `read_back` brings the results to the host.
template <class Page, class Once, class ReadBack>
void measure(benchmark::State& state, Page& page, const Once& once, const ReadBack& read_back) {
    const auto verify = [&] {
        read_back();
        if (const std::string text = page.wrong(); !text.empty()) throw std::runtime_error("wrong result: " + text);
    };
    once();
    verify();
    for (auto _ : state) once();
    verify();
    if constexpr (requires { page.bytes(); }) {
        state.SetBytesProcessed(static_cast<std::int64_t>(static_cast<std::size_t>(state.iterations()) * page.bytes()));
    }
    if constexpr (requires { page.items(); }) {
        using benchmark::Counter;
        state.counters["per_item"] =
            Counter(static_cast<double>(page.items()), Counter::kIsIterationInvariantRate | Counter::kInvert);
    }
}

/// Throws `unavailable` where the queue's device has no sub-groups of the size that a page asks for.
void require_sub_group_size(const queue&, const kernel_properties&);

template <class Page>
void measure_ndweave(benchmark::State& state, const queue& q, const kernel_properties& properties) {
    require_sub_group_size(q, properties);
    setup s = make_setup(q);
    Page page(s);
    measure(
        state, page,
        [&] {
            page.run(properties);
            page.q.wait();
        },
        [] {});
}

template <class Page>
void measure_opencl_c(benchmark::State& state, bool fast_math) {
    setup s = make_setup(cpu_queue());
    Page page(s);
    opencl_kernel kernel(Page::opencl_c, fast_math);
    page.bind(kernel);
    const auto once = [&] {
        kernel.run();
        if constexpr (requires { page.after_opencl(); }) {
            kernel.read_back();
            page.after_opencl();
        }
    };
    measure(state, page, once, [&] { kernel.read_back(); });
}

template <class Page>
void register_kernel(const std::string& name, const kernel_properties& properties = {}) {
    const auto strategy = [&](const char* label, cpu_strategy s) {
        kernel_properties p = properties;
        p.strategy = s;
        add_benchmark(name + "/" + label, [p](auto& state) { measure_ndweave<Page>(state, cpu_queue(), p); });
    };
    if (Page::barriers) {
        strategy("cbs", cpu_strategy::cbs);
    } else {
        strategy("loop", cpu_strategy::loop);
    }
    strategy("fiber", cpu_strategy::fiber);
    add_benchmark(name + "/opencl",
                  [properties](auto& state) { measure_ndweave<Page>(state, opencl_cpu_queue(), properties); });
}

template <class Page>
void register_peers(const std::string& name, bool fast_math = false) {
    for (const char* runtime : {"openmp", "tbb", "kokkos"}) {
        const peer_table* const loops = find_peers(runtime, fast_math);
        if (!loops) continue;
        add_benchmark(name + "/" + runtime, [loops](auto& state) {
            setup s = make_setup(cpu_queue());
            Page page(s);
            measure(state, page, [&] { page.run(*loops); }, [] {});
        });
    }
}

/// A kernel with indices of `int`, and of `std::size_t`.
template <template <class> class Page>
void register_index_twins(const std::string& name) {
    register_kernel<Page<int>>(name + "/int");
    register_kernel<Page<std::size_t>>(name + "/size_t");
}

template <class Page>
void register_page(const std::string& name, kernel_properties math_mode = {}) {
    const bool fast_math = math_mode.fast_math;
    register_kernel<Page>(name, math_mode);
    if constexpr (requires { Page::opencl_c; }) {
        add_benchmark(name + "/opencl_c", [fast_math](auto& state) { measure_opencl_c<Page>(state, fast_math); });
    }
    if constexpr (requires(Page& p, const peer_table& with) { p.run(with); }) register_peers<Page>(name, fast_math);
}

}  // namespace ndweave::bench
