// The first launch of a kernel in a process, with nothing compiled before (cold) and with the disk cache filled (warm):
// ndweave on the CPU and on PoCL, and OpenCL C by hand on PoCL, whose compilation goes on at the first launch. Each
// sample is a child process, which does what a program does before the launch outside the time.
#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <iostream>

#include "page/devices.hpp"
#include "page/opencl_kernel.hpp"
#include "page/unavailable.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t local = 256, items = 64 * local;

/// Barriers, a loop and division: something of everything.
void launch_ndweave(queue& q, const float* in, float* out) {
    const kernel_properties compiled{.strategy = cpu_strategy::cbs};  // never by fibers instead
    q.submit([&](handler& h) {
        local_accessor<float> s(range<1>(local), h);
        h.parallel_for(nd_range<1>(items, local), compiled, [=](nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            s[l] = in[it.get_global_id(0)];
            for (std::size_t half = local / 2; half > 0; half /= 2) {
                group_barrier(it.get_group());
                if (l < half) s[l] += s[l + half];
            }
            group_barrier(it.get_group());
            out[it.get_global_id(0)] = in[it.get_global_id(0)] / s[0];
        });
    });
    q.wait();
}

constexpr const char* opencl_c = R"(
kernel void run(global const float* in, global float* out, local float* s) {
    const size_t l = get_local_id(0);
    s[l] = in[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step) s[l] += s[l + step];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = in[get_global_id(0)] / s[0];
})";

double seconds_since(std::chrono::steady_clock::time_point begin) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Each work-group's results are its shares of 1.
bool right(const array<float>& in, const array<float>& out) {
    for (std::size_t g = 0; g < items; g += local) {
        double sum = 0;
        for (std::size_t i = g; i < g + local; ++i) sum += in[i];
        for (std::size_t i = g; i < g + local; ++i) {
            if (!(std::abs(out[i] - in[i] / sum) <= 1e-6)) return false;
        }
    }
    return true;
}

/// The child: prints the seconds that its first launch took, or why there is none.
int sample(const std::string& way) {
    try {
        queue q = way == "ndweave opencl" ? opencl_cpu_queue() : cpu_queue();
        array<float> in(items, q), out(items, q);
        std::mt19937 random(std::random_device{}());
        for (std::size_t i = 0; i < items; ++i) in[i] = std::uniform_real_distribution<float>(0.5f, 1)(random);
        const auto begin = std::chrono::steady_clock::now();
        if (way != "opencl_c") {
            launch_ndweave(q, in.get(), out.get());
        } else {
            opencl_kernel kernel(opencl_c, false);
            kernel.arguments(in, out, local_bytes{local * sizeof(float)});
            kernel.ranges({items}, {local});
            kernel.run();
            kernel.read_back();
        }
        const double seconds = seconds_since(begin);
        if (!right(in, out)) throw std::runtime_error("wrong result");
        std::cout << seconds << '\n';
        return 0;
    } catch (const unavailable& e) {
        std::cout << e.what() << '\n';
        return 77;
    } catch (const std::exception& e) {
        std::cout << e.what() << '\n';
        return 1;
    }
}

struct outcome {
    int status;
    std::string text;
};

/// Runs this program as a child that compiles into `cache`.
outcome sample_in_child(const std::string& way, const std::string& cache) {
    int pipe_ends[2];
    if (pipe(pipe_ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child == 0) {
        dup2(pipe_ends[1], STDOUT_FILENO);
        setenv("NDWEAVE_CACHE_DIR", cache.c_str(), 1);
        setenv("POCL_CACHE_DIR", cache.c_str(), 1);
        execl("/proc/self/exe", "bench-jit", "--sample", way.c_str(), nullptr);
        _exit(127);
    }
    close(pipe_ends[1]);
    std::string text;
    char part[512];
    for (ssize_t got; (got = read(pipe_ends[0], part, sizeof part)) > 0;) text.append(part, static_cast<size_t>(got));
    close(pipe_ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, text.substr(0, text.find('\n'))};
}

int failures = 0;

void first_launch(benchmark::State& state, const std::string& way, bool warm) {
    const support::temporary_folder kept;
    if (warm) sample_in_child(way, kept.path());
    for (auto _ : state) {
        const support::temporary_folder fresh;
        const outcome o = sample_in_child(way, warm ? kept.path() : fresh.path());
        if (o.status != 0) {
            failures += o.status != 77;
            state.SkipWithError(o.text.c_str());
            break;
        }
        state.SetIterationTime(std::stod(o.text));
    }
}

void add(const std::string& name, const char* way, bool warm, int samples) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) { first_launch(state, way, warm); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(samples);
}

}  // namespace
}  // namespace ndweave::bench

/// Google Benchmark's options, and `--tiny`: one sample each. Exit status 1 where a sample failed.
int main(int argc, char** argv) {
    using namespace ndweave::bench;
    if (argc == 3 && std::strcmp(argv[1], "--sample") == 0) return sample(argv[2]);
    int samples = 5;
    if (argc > 1 && std::strcmp(argv[1], "--tiny") == 0) {
        samples = 1;
        argv[1] = argv[0];
        ++argv;
        --argc;
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    for (const bool warm : {false, true}) {
        const std::string page = warm ? "jit/warm/" : "jit/cold/";
        add(page + "cbs", "ndweave cpu", warm, samples);
        add(page + "opencl", "ndweave opencl", warm, samples);
        add(page + "opencl_c", "opencl_c", warm, samples);
    }
    benchmark::RunSpecifiedBenchmarks();
    return failures == 0 ? 0 : 1;
}
