// usage: strategy_probe STRATEGY: launches a basic kernel and one with a barrier on the CPU; prints "ok" or the error.
// strategy_probe reports: prints the problems of the variables of its environment.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "ndweave/ndweave.hpp"
#include "ndweave/reports/variable_report.hpp"

namespace {

bool launch_and_check() {
    using namespace ndweave;
    queue q{device("cpu")};
    const auto give_back = [&](int* memory) { free(memory, q); };
    const std::unique_ptr<int, decltype(give_back)> memory(malloc_shared<int>(64, q), give_back);
    int* const x = memory.get();
    q.parallel_for(range<1>(64), [=](id<1> i) { x[i] = static_cast<int>(i[0]); });
    q.parallel_for(nd_range<1>(64, 16), [=](nd_item<1> it) {
        const std::size_t i = it.get_global_id(0);
        const int other = x[i ^ 1];
        group_barrier(it.get_group());
        x[i] = other;
    });
    bool right = true;
    for (int i = 0; i < 64; ++i) right &= x[i] == (i ^ 1);
    return right;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (std::strcmp(argv[1], "reports") == 0) {
        for (const ndweave::variable_report& r : ndweave::variable_reports()) {
            std::printf("%s: %s\n", r.name.c_str(), r.problem.c_str());
        }
        return 0;
    }
    setenv("NDWEAVE_CPU", argv[1], 1);
    try {
        std::puts(launch_and_check() ? "ok" : "wrong result");
    } catch (const ndweave::exception& e) {
        std::printf("%s: %s\n", e.code() == ndweave::errc::build ? "build" : "other", e.what());
    }
}
