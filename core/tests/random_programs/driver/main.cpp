// Runs every kernel of a random program by the reference and on the device that NDWEAVE_DEVICE names, on the CPU with
// each strategy, and compares all memory bit for bit.
//
//   PROGRAM [FIRST [WAY]]      FIRST: the number of the first kernel to run; WAY: the only way to run them, `cbs` say
//
// Writes a line `REFERENCE kernel iteration` or `RUN kernel strategy iteration` before each run, so that whoever finds
// the program dead knows where it died, and `WRONG`, `REFUSED` or `SKIP` lines. Ends with 0 where all was right, else
// with 1.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "memory.hpp"

namespace random_programs {
namespace {

using device_side::kernels;

constexpr unsigned iterations = 3;  // of a kernel, each with numbers and contents of its own

/// What the device makes of a small kernel of this program.
struct probe {
    std::size_t sub_group_size = 1;
    bool compiled = false;  // not in library mode

    explicit probe(ndweave::queue& q) {
        ndweave::set_kernel_log([this](const ndweave::kernel_log_entry& entry) { compiled = entry.compiled; });
        auto* const size = ndweave::malloc_device<std::uint32_t>(1, q);
        q.parallel_for(ndweave::nd_range<1>(64, 64), [=](ndweave::nd_item<1> it) {
            if (it.get_local_id(0) == 0)
                *size = static_cast<std::uint32_t>(it.get_sub_group().get_max_local_range()[0]);
        });
        std::uint32_t result = 0;
        q.memcpy(&result, size, sizeof result);
        q.wait();
        ndweave::free(size, q);
        ndweave::set_kernel_log({});
        sub_group_size = result;
    }
};

/// Why the device cannot run the kernel; empty where it can.
std::string lacking(const ndweave::device& device, const needs& wants) {
    namespace info = ndweave::info::device;
    if (wants.doubles && !device.has(ndweave::aspect::fp64)) return "no double";
    if (wants.wide_atomics && !device.has(ndweave::aspect::atomic64)) return "no 64-bit atomics";
    if (wants.group_items > device.get_info<info::max_work_group_size>()) return "no work-groups of that size";
    if (wants.local_bytes > device.get_info<info::local_mem_size>()) return "not enough local memory";
    return {};
}

/// A processor behind OpenCL is another device.
bool own_engine(const ndweave::queue& q) { return q.get_device().backend_name() == "cpu"; }

/// A queue in check mode, which a queue asks the environment for when it is made.
ndweave::queue checking_queue() {
    setenv("NDWEAVE_CHECK", "1", 1);
    ndweave::queue q;
    unsetenv("NDWEAVE_CHECK");
    return q;
}

struct way {
    const char* name;
    ndweave::cpu_strategy strategy;
    ndweave::queue queue;
};

class program_run {
public:
    explicit program_run(std::string only) : only_(std::move(only)) {}

    int run(unsigned first) {
        for (std::size_t k = 0; k < kernels.size(); ++k) {
            if (kernels[k].number < first) continue;
            const std::string lack = lacking(queue_.get_device(), kernels[k].wants);
            if (lack.empty()) {
                run_kernel(k);
            } else {
                std::printf("SKIP %u: %s\n", kernels[k].number, lack.c_str());
            }
        }
        std::printf("%u runs, %u failures\n", runs_, failures_);
        return failures_ != 0;
    }

private:
    void run_kernel(std::size_t k) {
        for (unsigned iteration = 0; iteration < iterations; ++iteration) {
            const std::uint64_t seed = 1000 * std::uint64_t{kernels[k].number} + iteration * 100;
            const memory before(kernels[k].buffers, seed);
            memory expected = before, other = before;
            std::printf("REFERENCE %u %u\n", kernels[k].number, iteration);
            std::fflush(stdout);
            run_reference(k, expected, false);
            run_reference(k, other, true);
            if (const std::string race = other.difference(expected); !race.empty()) {
                std::printf("RULES BROKEN: the order of work-items of kernel %u counts: %s\n", kernels[k].number,
                            race.c_str());
                std::exit(70);
            }
            for (way& one : ways_of(kernels[k].wants)) {
                if (!only_.empty() && only_ != one.name) continue;
                std::printf("RUN %u %s %u\n", kernels[k].number, one.name, iteration);
                std::fflush(stdout);
                ++runs_;
                failures_ += !run_device(k, one, before, expected);
            }
        }
    }

    void run_reference(std::size_t k, memory& on, bool backwards) const {
        const auto pointers = on.pointers(on.bytes().data());
        random_programs::run_reference(k, {pointers.data(), on.numbers()}, backwards, probe_.sub_group_size);
    }

    std::vector<way> ways_of(const needs& wants) const {
        using ndweave::cpu_strategy;
        std::vector<way> ways{{"auto", cpu_strategy::automatic, queue_}};
        if (!own_engine(queue_)) return ways;
        if (!wants.barriers) ways.push_back({"loop", cpu_strategy::loop, queue_});
        if (probe_.compiled) {
            ways.push_back({"cbs", cpu_strategy::cbs, queue_});
            ways.push_back({"check", cpu_strategy::automatic, checking_});
        }
        ways.push_back({"fiber", cpu_strategy::fiber, queue_});
        return ways;
    }

    bool run_device(std::size_t k, way& one, const memory& before, const memory& expected) const {
        memory got = before;
        const std::size_t size = got.bytes().size();
        auto* const there = ndweave::malloc_device<unsigned char>(size, one.queue);
        bool right = true;
        try {
            one.queue.memcpy(there, got.bytes().data(), size);
            const auto pointers = got.pointers(there);
            kernels[k].start(one.queue, {.strategy = one.strategy}, {pointers.data(), got.numbers()});
            one.queue.memcpy(got.bytes().data(), there, size);
            one.queue.wait();
            if (const std::string difference = got.difference(expected); !difference.empty()) {
                std::printf("WRONG %u %s: %s\n", kernels[k].number, one.name, difference.c_str());
                right = false;
            }
        } catch (const ndweave::exception& e) {
            std::printf("REFUSED %u %s: %s\n", kernels[k].number, one.name, e.what());
            right = false;
        }
        ndweave::free(there, one.queue);
        return right;
    }

    const std::string only_;
    ndweave::queue queue_;
    ndweave::queue checking_ = own_engine(queue_) ? checking_queue() : queue_;
    probe probe_{queue_};
    unsigned runs_ = 0, failures_ = 0;
};

}  // namespace
}  // namespace random_programs

int main(int argc, char** argv) {
    const unsigned first = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 0;
    return random_programs::program_run(argc > 2 ? argv[2] : "").run(first);
}
