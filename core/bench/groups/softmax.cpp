// Softmax of 4096 rows of 1024 floats: exp(x - most) / sum. The default mode's exp is within 1 ULP; the fast one takes
// 4-ULP functions on both sides (libmvec).
#include <algorithm>
#include <limits>
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

template <class Way>
struct softmax {
    static constexpr bool barriers = true;
    queue q;
    std::size_t rows, columns;
    array<float> in, out;

    explicit softmax(setup& s)
        : q(s.q), rows(s.size(4096, 37)), columns(s.size(1024, 777)), in(rows * columns, q), out(rows * columns, q) {
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = s.uniform(-10, 10);
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = -1;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = out.get();
        const std::size_t n = columns;
        Way::template launch<float>(q, rows, properties, [=](const auto& team, std::size_t row) {
            const float* const x = from + row * n;
            float* const y = to + row * n;
            float most = -std::numeric_limits<float>::infinity(), sum = 0;
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) most = std::fmax(most, x[i]);
            most = team.reduce(most, maximum<>());
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) {
                const float e = std::exp(x[i] - most);
                y[i] = e;
                sum += e;
            }
            const float scale = 1 / team.reduce(sum, plus<>());
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) y[i] *= scale;
        });
    }
    void run(const peer_table& peer) { peer.softmax(out.get(), in.get(), rows, columns); }

    std::size_t bytes() const { return in.bytes() + out.bytes(); }

    /// x - most is rounded by 20 * 2^-24, exp by 4 ULP, and chains of 64 terms, all positive, lose less than 64 * 2^-24
    /// of their sum.
    std::string wrong() const {
        std::vector<double> reference(out.size());
        for (std::size_t r = 0; r < rows; ++r) {
            const float* const x = in.get() + r * columns;
            const double most = *std::max_element(x, x + columns);
            double sum = 0;
            for (std::size_t i = 0; i < columns; ++i) sum += reference[r * columns + i] = std::exp(x[i] - most);
            for (std::size_t i = 0; i < columns; ++i) reference[r * columns + i] /= sum;
        }
        return compare(out, [&](std::size_t i) { return expected{reference[i], 6e-6 * reference[i]}; });
    }
};

}  // namespace

void register_benchmarks() {
    register_ways<softmax>("softmax");
    register_ways<softmax>("softmax/fast_vector_math", {.fast_vector_math = true});
}

}  // namespace ndweave::bench
