/// Runs kernels while the process ends. `exit_probe HOW`: HOW says from where. Its output ends with "30 at the end", or
/// with an error of a device whose driver has ended by then. Exit status 77: the device is not here.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <thread>

#include "ndweave/ndweave.hpp"

using namespace ndweave;

namespace {

constexpr std::size_t n = 1000;

/// Kernels that nobody has compiled before.
template <int Step>
void run(queue& q, const char* when) {
    int* const x = malloc_shared<int>(n, q);
    std::fill_n(x, n, 1);
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] = x[i] * static_cast<int>(i[0] % 7); }).wait();
    q.parallel_for(nd_range<1>(n, 8), [=](nd_item<1> it) {
         const std::size_t i = it.get_global_id(0);
         const int step = x[i ^ 1] - x[i] > 1000 ? 0 : Step;
         group_barrier(it.get_group());
         x[i] *= step;
     }).wait();
    std::printf("%d %s\n", x[3], when);
    std::fflush(stdout);
    free(x, q);
}

/// Launches with the same captures until their time is worth code in which they are constants: some of these codes are
/// being compiled when the process ends.
template <int Kernel>
void run_often(queue& q, int count) {
    int* const x = malloc_shared<int>(n, q);
    for (int launch = 0; launch < 192; ++launch) {
        q.parallel_for(range<1>(n), [=](id<1> i) {
             int s = static_cast<int>(i[0]) + Kernel;
             for (int k = 0; k < count; ++k) s = s * 5 % 1009 + 1;
             x[i] = s;
         }).wait();
    }
    free(x, q);
}

/// On a queue of its own where it gets none.
void run_at_the_end(const std::optional<queue>& kept) {
    try {
        queue q = kept ? *kept : queue();
        run<10>(q, "at the end");
    } catch (const std::exception& e) {
        std::printf("%s\n", e.what());
    }
}

/// Made before the library has any static object, and so destroyed after all of them.
struct last_object {
    std::optional<queue> kept;
    bool makes_its_queue = false;

    ~last_object() {
        if (kept || makes_its_queue) run_at_the_end(kept);
    }
};

last_object last;

/// Destroyed after all that the library keeps for its thread.
struct thread_object {
    ~thread_object() { run_at_the_end(std::nullopt); }
};

void run_in_a_thread_that_ends() {
    static thread_local thread_object oldest;
    (void)&oldest;
    queue q;
    run<1>(q, "in a thread");
}

}  // namespace

int main(int argc, char** argv) {
    const char* const how = argc > 1 ? argv[1] : "";
    if (std::strcmp(how, "atexit-first") == 0) {
        std::atexit([] { run_at_the_end(std::nullopt); });
    }
    try {
        queue q;
    } catch (const exception& e) {
        std::printf("%s\n", e.what());
        return 77;
    }
    queue q;
    run<1>(q, "in main");
    if (std::strcmp(how, "thread-local") == 0) std::thread(run_in_a_thread_that_ends).join();
    if (std::strcmp(how, "kept-queue") == 0) last.kept = q;
    if (std::strcmp(how, "asynchronous-queue") == 0) {
        last.kept.emplace(property_list{property::queue::asynchronous()});
        run<1>(*last.kept, "in a submission thread");
    }
    if (std::strcmp(how, "background") == 0) {
        last.kept = q;
        run_often<1>(q, 20'000);
        run_often<2>(q, 20'000);
    }
    if (std::strcmp(how, "new-queue") == 0) last.makes_its_queue = true;
    if (std::strcmp(how, "atexit-last") == 0) {
        static queue of_handler = q;
        std::atexit([] { run_at_the_end(of_handler); });
    }
}
