// The prefix sums of each of 4096 rows of 1024 floats.
#include <numeric>
#include <vector>

#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

template <class Way>
struct row_scans {
    static constexpr bool barriers = true;
    queue q;
    std::size_t rows, columns;
    array<float> in, out;

    explicit row_scans(setup& s)
        : q(s.q), rows(s.size(4096, 37)), columns(s.size(1024, 777)), in(rows * columns, q), out(rows * columns, q) {
        for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(s.whole(-31, 31));
        for (std::size_t i = 0; i < out.size(); ++i) out[i] = 0.5f;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = out.get();
        const std::size_t n = columns;
        Way::template launch<float>(q, rows, properties, [=](const auto& team, std::size_t row) {
            const float* const x = from + row * n;
            float* const y = to + row * n;
            float before = 0;
            for (std::size_t first = 0; first < n; first += team.lanes()) {
                const std::size_t i = first + team.lane();
                const auto [sum, total] = team.inclusive_scan(i < n ? x[i] : 0.0f, plus<>());
                if (i < n) y[i] = before + sum;
                before += total;
            }
        });
    }
    void run(const peer_table& peer) { peer.row_scans(out.get(), in.get(), rows, columns); }

    std::size_t bytes() const { return in.bytes() + out.bytes(); }

    /// Whole numbers: every order gives the same.
    std::string wrong() const {
        std::vector<double> reference(in.get(), in.get() + in.size());
        for (std::size_t r = 0; r < rows; ++r) {
            double* const row = reference.data() + r * columns;
            std::partial_sum(row, row + columns, row);
        }
        return compare(out, [&](std::size_t i) { return expected{reference[i]}; });
    }
};

}  // namespace

void register_benchmarks() { register_ways<row_scans>("inclusive_scan"); }

}  // namespace ndweave::bench
