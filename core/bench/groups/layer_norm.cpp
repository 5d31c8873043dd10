// Layer normalization of 4096 rows of 1024 floats: each row less its mean, over its standard deviation, times a gain
// and plus a bias for each column. J. L. Ba, J. R. Kiros, G. E. Hinton, "Layer normalization", arXiv:1607.06450, 2016.
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

template <class Way>
struct layer_norm {
    static constexpr bool barriers = true;
    queue q;
    std::size_t rows, columns;
    array<float> in, gain, bias, out;

    explicit layer_norm(setup& s)
        : q(s.q),
          rows(s.size(4096, 37)),
          columns(s.size(1024, 777)),
          in(rows * columns, q),
          gain(columns, q),
          bias(columns, q),
          out(rows * columns, q) {
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = s.uniform(-10, 10);
        for (std::size_t i = 0; i < columns; ++i) {
            gain[i] = s.uniform(0.5, 2);
            bias[i] = s.uniform(-1, 1);
        }
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = -1000;
    }

    void run(const kernel_properties& properties) {
        const float *const from = in.get(), *const g = gain.get(), *const b = bias.get();
        float* const to = out.get();
        const std::size_t n = columns;
        Way::template launch<float>(q, rows, properties, [=](const auto& team, std::size_t row) {
            const float* const x = from + row * n;
            float* const y = to + row * n;
            float sum = 0, squares = 0;
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) sum += x[i];
            const float mean = team.reduce(sum, plus<>()) / static_cast<float>(n);
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) squares += (x[i] - mean) * (x[i] - mean);
            const float variance = team.reduce(squares, plus<>()) / static_cast<float>(n);
            const float scale = 1 / std::sqrt(variance + layer_norm_epsilon);
            for (std::size_t i = team.lane(); i < n; i += team.lanes()) y[i] = (x[i] - mean) * scale * g[i] + b[i];
        });
    }
    void run(const peer_table& peer) { peer.layer_norm(out.get(), in.get(), gain.get(), bias.get(), rows, columns); }

    std::size_t bytes() const { return in.bytes() + out.bytes(); }

    /// Chains of 64 terms lose less than 64 * 2^-24 of the sum of their sizes, which is of the order of the deviation.
    std::string wrong() const {
        std::vector<double> reference(out.size());
        for (std::size_t r = 0; r < rows; ++r) {
            const float* const x = in.get() + r * columns;
            double mean = 0, variance = 0;
            for (std::size_t i = 0; i < columns; ++i) mean += x[i] / static_cast<double>(columns);
            for (std::size_t i = 0; i < columns; ++i) {
                variance += (x[i] - mean) * (x[i] - mean) / static_cast<double>(columns);
            }
            for (std::size_t i = 0; i < columns; ++i) {
                reference[r * columns + i] = (x[i] - mean) / std::sqrt(variance + layer_norm_epsilon);
            }
        }
        return compare(out, [&](std::size_t at) {
            const std::size_t i = at % columns;
            const double z = reference[at];
            return expected{z * gain[i] + bias[i], 1e-5 * (gain[i] * (1 + std::abs(z)) + std::abs(bias[i]))};
        });
    }
};

}  // namespace

void register_benchmarks() { register_ways<layer_norm>("layer_norm"); }

}  // namespace ndweave::bench
