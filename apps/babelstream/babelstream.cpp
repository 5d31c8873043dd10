/// BabelStream: memory bandwidth by six kernels (Deakin, Price, Martineau, McIntosh-Smith 2016).
#include <ndweave/queue.hpp>

#include "cuda_peer.hpp"
#include "driver.hpp"

namespace ndweave::apps {

namespace babelstream {

/// `make(T(), elements)` gives the stream of a programming model.
template <class Make>
std::vector<result> run_on(const context& run, bool gpu, const Make& make) {
    const settings s = settings_of(run, gpu);
    if (run.params.text("type", "double") == "float") return drive<float>(run, s, *make(float(), s.elements));
    return drive<double>(run, s, *make(double(), s.elements));
}

std::vector<result> run_device(const context& run) {
    return run_on(run, run.queue->get_device().is_gpu(),
                  [&](auto type, std::size_t n) { return make_device_stream<decltype(type)>(*run.queue, n); });
}

std::vector<result> run_openmp(const context& run) {
    return run_on(run, false, [](auto type, std::size_t n) { return make_openmp_stream<decltype(type)>(n); });
}

std::vector<result> run_cuda(const context& run) {
    return run_on(run, true, [](auto type, std::size_t n) { return make_cuda_stream<decltype(type)>(n); });
}

std::string cuda_missing() { return cuda_peer_missing("babelstream"); }

}  // namespace babelstream

extern const application babelstream_app;
const application babelstream_app{"babelstream",
                                  "memory bandwidth: copy, mul, add, triad, dot, nstream",
                                  {"s", "n", "type"},
                                  babelstream::run_device,
                                  {
                                      {"native", babelstream::run_openmp},
                                      {"native-cuda", babelstream::run_cuda, babelstream::cuda_missing},
#ifdef NDWEAVE_KOKKOS_PEER
                                      {"kokkos", babelstream::run_kokkos},
#endif
                                  }};

}  // namespace ndweave::apps
