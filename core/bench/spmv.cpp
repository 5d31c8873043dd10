// A sparse matrix in compressed rows times a vector, doubles: 2^18 rows of 0 to 64 elements near the diagonal. Each
// work-item has a row, so neighbours run loops of different lengths through scattered memory.
#include "page/page.hpp"

namespace ndweave::bench {
namespace {

struct spmv {
    static constexpr bool barriers = false;
    queue q;
    std::size_t rows;
    array<int> row;
    array<int> column;
    array<double> value, x, y;

    explicit spmv(setup& s)
        : q(s.q),
          rows(s.size(1 << 18, 1003)),
          row(rows + 1, q),
          column(fill_rows(s), q),
          value(column.size(), q),
          x(rows, q),
          y(rows, q) {
        const int last = static_cast<int>(rows) - 1;
        for (int r = 0; r <= last; ++r) {
            for (int j = row[r]; j < row[r + 1]; ++j) {
                column[j] = std::clamp(r + s.whole(-500, 500), 0, last);
                value[j] = s.uniform(-1, 1);
            }
            x[r] = s.uniform(-1, 1);
            y[r] = -1000;
        }
    }

    void run(const kernel_properties& properties) {
        const int *const first = row.get(), *const at = column.get();
        const double *const a = value.get(), *const in = x.get();
        double* const out = y.get();
        q.parallel_for(range<1>(rows), properties, [=](id<1> r) {
            double sum = 0;
            for (int j = first[r]; j < first[r + 1]; ++j) sum += a[j] * in[at[j]];
            out[r] = sum;
        });
    }
    void run(const peer_table& peer) { peer.spmv(y.get(), {row.get(), column.get(), value.get(), rows}, x.get()); }

    static constexpr const char* opencl_c = R"(
kernel void run(global double* y, global const int* row, global const int* column, global const double* value,
                global const double* x) {
    const size_t r = get_global_id(0);
    double sum = 0;
    for (int j = row[r]; j < row[r + 1]; ++j) sum += value[j] * x[column[j]];
    y[r] = sum;
})";
    void bind(opencl_kernel& k) {
        k.arguments(y, row, column, value, x);
        k.ranges({rows});
    }
    std::size_t bytes() const { return column.size() * (sizeof(int) + sizeof(double)); }

    std::string wrong() const {
        const auto reference = [&](std::size_t r) {
            long double sum = 0, size = 0;
            for (int j = row[r]; j < row[r + 1]; ++j) {
                const long double term = static_cast<long double>(value[j]) * x[column[j]];
                sum += term;
                size += std::abs(term);
            }
            return expected{static_cast<double>(sum), 1e-14 * static_cast<double>(size)};
        };
        return compare(y, reference);
    }

private:
    /// The rows' lengths; how many elements there are.
    std::size_t fill_rows(setup& s) {
        row[0] = 0;
        for (std::size_t r = 0; r < rows; ++r) row[r + 1] = row[r] + s.whole(0, 64);
        return static_cast<std::size_t>(row[rows]);
    }
};

}  // namespace

void register_benchmarks() { register_page<spmv>("spmv"); }

}  // namespace ndweave::bench
