/// An app with two kernels, one of them with a barrier.
#include "app.hpp"
#include "ndweave/ndweave.hpp"

namespace ndweave::apps {

class scale_name;
class reverse_name;

std::vector<result> run_kernels(const context& run) {
    constexpr std::size_t n = 1024, group = 64;
    queue& q = *run.queue;
    float* const x = malloc_shared<float>(n, q);
    q.parallel_for<scale_name>(range<1>(n), [=](id<1> i) { x[i] = 2.0f * static_cast<float>(i[0]); });
    q.submit([&](handler& h) {
        const local_accessor<float> part(range<1>(group), h);
        h.parallel_for<reverse_name>(nd_range<1>(n, group), [=](nd_item<1> it) {
            part[it.get_local_id(0)] = x[it.get_global_id(0)];
            group_barrier(it.get_group());
            x[it.get_global_id(0)] = part[group - 1 - it.get_local_id(0)];
        });
    });
    q.wait();
    result r;
    r.kernel = "both";
    r.samples = {1e-3};
    r.fom = {"s", false, 0};
    r.check = {true, x[0] == 126.0f, "first element", x[0], 126, 0};
    free(x, q);
    return {r};
}

}  // namespace ndweave::apps
