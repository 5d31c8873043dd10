// usage: tool_probe HOW: does what profilers hear of, on the default device. Prints "ok", or the error.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "ndweave/ndweave.hpp"

namespace {

using namespace ndweave;

constexpr std::size_t n = 1000;

template <class T>
using memory = std::unique_ptr<T, std::function<void(T*)>>;

template <class T>
memory<T> keep(T* pointer, const queue& q) {
    return {pointer, [q](T* p) { free(p, q); }};
}

class add_one;
class sum_up;
class one_by_one;

void launch(queue& q, int* x) {
    q.parallel_for<add_one>(range<1>(n), [=](id<1> i) { x[i] += 1; });
}

/// Every kind of command.
bool everything() {
    queue q;
    const auto on_device = keep(malloc_device<int>(n, q), q), shared = keep(malloc_shared<int>(n, q), q),
               on_host = keep(malloc_host<int>(n, q), q);
    int* const x = on_device.get();
    int* const sum = shared.get();
    std::vector<int> own(n);
    q.fill(x, 1, n);
    q.wait();
    launch(q, x);
    q.memcpy(on_host.get(), x, n * sizeof(int));
    q.memcpy(own.data(), x, 400);
    q.fill(sum, 0, 1);
    q.parallel_for<sum_up>(range<1>(n), reduction(sum, plus<int>()), [=](id<1> i, auto& s) { s += x[i]; });
    q.parallel_for<one_by_one>(nd_range<1>(n, 10), reduction(sum, plus<int>()),
                               [=](nd_item<1> it, auto& s) { s += x[it.get_global_id(0)]; });
    q.wait();
    return !q.get_device().is_cpu() || (*sum == 4 * static_cast<int>(n) && own[99] == 2 && on_host.get()[n - 1] == 2);
}

bool graphs() {
    queue q;
    const auto x = keep(malloc_shared<int>(n, q), q);
    std::memset(x.get(), 0, n * sizeof(int));
    command_graph graph(q);
    graph.begin_recording(q);
    launch(q, x.get());
    launch(q, x.get());
    graph.end_recording();
    const auto twice = graph.finalize();
    for (int run = 0; run < 5; ++run) q.ext_oneapi_graph(twice);
    q.wait();
    return *x == 10;
}

bool in_threads(int count, bool asynchronous) {
    const auto launch_often = [=] {
        queue q(asynchronous ? property_list{property::queue::asynchronous()} : property_list{});
        const auto x = keep(malloc_shared<int>(n, q), q);
        std::memset(x.get(), 0, n * sizeof(int));
        for (int time = 0; time < 50; ++time) launch(q, x.get());
        q.wait();
        if (*x != 50) std::puts("wrong result");
    };
    const auto launch_or_say_why_not = [=] {
        try {
            launch_often();
        } catch (const exception& e) {
            std::puts(e.what());
        }
    };
    std::vector<std::thread> threads;
    for (int number = 0; number < count; ++number) threads.emplace_back(launch_or_say_why_not);
    for (std::thread& one : threads) one.join();
    return true;
}

/// The child ends as its parent does, with handlers of the process' end.
bool forked() {
    queue q;
    const auto x = keep(malloc_shared<int>(n, q), q);
    std::memset(x.get(), 0, n * sizeof(int));
    launch(q, x.get());
    const pid_t child = fork();
    if (child == 0) {
        queue own;
        launch(own, x.get());
        own.wait();
        std::exit(*x == 2 ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    launch(q, x.get());
    return *x == 2 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A kernel that cannot be compiled, and one that fails as it runs. Pre: NDWEAVE_CHECK=1.
bool mistakes() {
    queue q;
    const auto x = keep(malloc_shared<int>(n, q), q);
    int* const p = x.get();
    try {
        q.parallel_for<class not_compiled>(nd_range<1>(64, 64), kernel_properties{.strategy = cpu_strategy::loop},
                                           [=](nd_item<1> it) {
                                               p[it.get_global_id(0)] = 0;
                                               group_barrier(it.get_group());
                                               p[it.get_global_id(0) ^ 1] = 1;
                                           });
        return false;
    } catch (const exception&) {
    }
    std::memset(p, 0, n * sizeof(int));
    try {
        q.parallel_for<class divides>(range<1>(n), [=](id<1> i) { p[i] = 10 / p[i]; });
        return false;
    } catch (const exception&) {
        return true;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::map<std::string, std::function<bool()>> ways = {{"everything", everything},
                                                               {"graphs", graphs},
                                                               {"one-thread", [] { return in_threads(1, false); }},
                                                               {"threads", [] { return in_threads(4, false); }},
                                                               {"asynchronous", [] { return in_threads(4, true); }},
                                                               {"forked", forked},
                                                               {"mistakes", mistakes}};
    const auto way = ways.find(argc == 2 ? argv[1] : "");
    if (way == ways.end()) return 2;
    try {
        std::puts(way->second() ? "ok" : "wrong result");
    } catch (const exception& e) {
        std::puts(e.what());
    }
}
