/// BabelStream: memory bandwidth by six kernels (Deakin, Price, Martineau, McIntosh-Smith 2016).
#include <ndweave/queue.hpp>

#include "driver.hpp"
#include "kokkos.hpp"
#include "peer_library.hpp"

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

template <class T>
std::unique_ptr<stream<T>> make_kokkos_stream(const kokkos_makers& make, std::size_t elements) {
    if constexpr (std::is_same_v<T, float>)
        return make.of_float(elements);
    else
        return make.of_double(elements);
}

std::vector<result> run_kokkos(const context& run) {
    const auto& peer = kokkos_peer_of<kokkos_makers>("babelstream");
    const auto make = [&](auto type, std::size_t n) { return make_kokkos_stream<decltype(type)>(peer.make, n); };
    return with_kokkos_name(run_on(run, !peer.on_host, make), peer.name());
}

std::string cuda_missing() { return cuda_peer_missing("babelstream"); }
std::string kokkos_missing() { return apps::kokkos_missing<kokkos_makers>("babelstream"); }

}  // namespace babelstream

extern const application babelstream_app;
const application babelstream_app{"babelstream",
                                  "memory bandwidth: copy, mul, add, triad, dot, nstream",
                                  {"s", "n", "type"},
                                  babelstream::run_device,
                                  {
                                      {"native", babelstream::run_openmp, linked_peer_missing},
                                      {"native-cuda", babelstream::run_cuda, babelstream::cuda_missing},
                                      {"kokkos", babelstream::run_kokkos, babelstream::kokkos_missing},
                                  },
                                  true};

}  // namespace ndweave::apps
