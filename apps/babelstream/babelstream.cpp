/// BabelStream: memory bandwidth by six kernels (Deakin, Price, Martineau, McIntosh-Smith 2016).
#include <ndweave/queue.hpp>

#include "driver.hpp"

namespace ndweave::apps {

namespace babelstream {

template <class T>
std::vector<result> on_device(const context& run, const settings& s) {
    return drive<T>(run, s, *make_device_stream<T>(*run.queue, s.elements));
}

std::vector<result> run_device(const context& run) {
    const settings s = settings_of(run, run.queue->get_device().is_gpu());
    return run.params.text("type", "double") == "float" ? on_device<float>(run, s) : on_device<double>(run, s);
}

std::vector<result> run_openmp(const context& run) {
    const settings s = settings_of(run, false);
    if (run.params.text("type", "double") == "float") {
        return drive<float>(run, s, *make_openmp_stream<float>(s.elements));
    }
    return drive<double>(run, s, *make_openmp_stream<double>(s.elements));
}

}  // namespace babelstream

extern const application babelstream_app;
const application babelstream_app{"babelstream",
                                  "memory bandwidth: copy, mul, add, triad, dot, nstream",
                                  {"s", "n", "type"},
                                  babelstream::run_device,
                                  {
                                      {"native", babelstream::run_openmp},
#ifdef NDWEAVE_KOKKOS_PEER
                                      {"kokkos", babelstream::run_kokkos},
#endif
                                  }};

}  // namespace ndweave::apps
