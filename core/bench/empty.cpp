// A launch of 256 groups that do nothing: the overhead.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

struct empty {
    static constexpr bool barriers = false;
    static constexpr std::size_t groups = 256, local = 64;
    queue q;

    explicit empty(setup& s) : q(s.q) {}

    void run(const kernel_properties& properties) {
        q.parallel_for(nd_range<1>(groups * local, local), properties, [](nd_item<1>) {});
    }
    void run(const peer_table& peer) { peer.empty(groups); }

    static constexpr const char* opencl_c = "kernel void run() {}";
    void bind(opencl_kernel& k) { k.ranges({groups * local}, {local}); }

    std::string wrong() const { return ""; }
};

}  // namespace

void register_benchmarks() { register_page<empty>("empty"); }

}  // namespace ndweave::bench
