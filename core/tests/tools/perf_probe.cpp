// usage: perf_probe HOW: says which addresses perf should know. Runs with NDWEAVE_PERF=1.
//   kernel: launches a kernel until a sample of the processor's time falls into it; prints "sample ADDRESS"
//   images: loads machine code, twice in a row; prints "code ADDRESS" of each
//   forked: as kernel, in a child of its own
//   both: two variants of a kernel
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "code/loaded_image.hpp"
#include "code/perf_map.hpp"
#include "ndweave/ndweave.hpp"

namespace {

using namespace ndweave;

std::atomic<std::uintptr_t> samples[64];
std::atomic<unsigned> sample_count = 0;

void take_sample(int, siginfo_t*, void* context) {
    const auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    samples[sample_count++ % 64] = static_cast<std::uintptr_t>(registers[REG_RIP]);
}

void begin_sampling() {
    struct sigaction action{};
    action.sa_sigaction = take_sample;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(SIGPROF, &action, nullptr);
    const itimerval every{{0, 1000}, {0, 1000}};
    setitimer(ITIMER_PROF, &every, nullptr);
}

std::string map_of_this_process() { return "/tmp/perf-" + std::to_string(getpid()) + ".map"; }

/// A sample in a range of this process' map; 0: none yet.
std::uintptr_t named_sample() {
    std::ifstream map(map_of_this_process());
    for (std::string line; std::getline(map, line);) {
        std::istringstream fields(line);
        std::uintptr_t begin = 0, bytes = 0;
        fields >> std::hex >> begin >> bytes;
        for (const auto& sample : samples) {
            if (sample - begin < bytes) return sample;
        }
    }
    return 0;
}

class long_kernel;

int run_kernel() {
    constexpr std::size_t n = 10'000;
    queue q{device("cpu")};
    float* const x = malloc_shared<float>(n, q);
    std::uintptr_t found = 0;
    begin_sampling();
    for (int launch = 0; launch < 5000 && found == 0; ++launch) {
        q.parallel_for<long_kernel>(range<1>(n), [=](id<1> i) {
            float y = static_cast<float>(i[0]);
            for (int k = 0; k < 100; ++k) y = y * 0.999f + 1;
            x[i] = y;
        });
        if (sample_count > 0) found = named_sample();
    }
    free(x, q);
    std::printf("process %d\nsample %lx\n", getpid(), found);
    return found == 0;
}

int load_images() {
    code::code_image image;
    image.bytes = std::string(64, '\xc3');  // ret
    image.writable = image.bytes.size();
    std::printf("process %d\n", getpid());
    for (const char* const name : {"first\nimage", "second image"}) {
        const code::loaded_image loaded(image, [](std::string_view) -> void* { return nullptr; });
        for (int time = 0; time < 2; ++time) code::add_to_perf_map(loaded.code().data(), loaded.code().size(), name);
        std::printf("code %lx\n", reinterpret_cast<unsigned long>(loaded.entry()));
    }
    return 0;
}

int run_in_child() {
    queue q{device("cpu")};
    q.single_task<class of_the_parent>([] {}).wait();
    const pid_t child = fork();
    if (child == 0) std::exit(run_kernel());
    int status = -1;
    waitpid(child, &status, 0);
    unlink(map_of_this_process().c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

template <class Name>
void launch_groups(queue& q, std::size_t group) {
    q.parallel_for<Name>(nd_range<2>({64, 64}, {1, group}), [](nd_item<2> it) { group_barrier(it.get_group()); });
}

class grouped;

int launch_variants() {
    queue q{device("cpu")};
    launch_groups<grouped>(q, 16);
    launch_groups<grouped>(q, 32);
    std::printf("process %d\n", getpid());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string how = argc == 2 ? argv[1] : "";
    try {
        if (how == "kernel") return run_kernel();
        if (how == "images") return load_images();
        if (how == "forked") return run_in_child();
        if (how == "both") return launch_variants();
    } catch (const std::exception& e) {
        std::printf("%s\n", e.what());
        return 1;
    }
    return 2;
}
