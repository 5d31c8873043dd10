#include "kernels.hpp"

#include <array>
#include <cmath>
#include <cstdio>

#include "bench/gpu/kernels.hpp"
#include "ndweave/group_algorithms.hpp"

namespace ndweave::compiler::testing {
namespace {

struct copy_kernel {
    double* to;
    const double* from;
    void operator()(id<1> i) const { to[i] = from[i]; }
};

/// The same, with a promise that the two do not overlap.
struct restrict_kernel {
    double* to;
    const double* from;
    static void copy(double* __restrict__ to, const double* __restrict__ from, id<1> i) { to[i] = from[i]; }
    void operator()(id<1> i) const { copy(to, from, i); }
};

struct triad_kernel {
    double* a;
    const double *b, *c;
    double scalar;
    void operator()(id<1> i) const { a[i] = b[i] + scalar * c[i]; }
};

/// miniBUDE's shape: four poses a work-item, rotated, against every atom.
template <bool Fast>
struct docking_kernel {
    const float* atoms;
    const float* poses;
    float* energies;
    int atom_count;
    void operator()(nd_item<1> item) const {
        constexpr int per_item = 4;
        const std::size_t first = item.get_group(0) * item.get_local_range(0) * per_item + item.get_local_id(0);
        float energy[per_item], rotation[per_item][2][2];
        for (int i = 0; i < per_item; ++i) {
            const float angle = poses[first + i * item.get_local_range(0)];
            rotation[i][0][0] = rotation[i][1][1] = std::cos(angle);
            rotation[i][1][0] = std::sin(angle);
            rotation[i][0][1] = -rotation[i][1][0];
            energy[i] = 0;
        }
        for (int a = 0; a < atom_count; ++a) {
            const float x = atoms[3 * a], y = atoms[3 * a + 1], radius = atoms[3 * a + 2];
            for (int i = 0; i < per_item; ++i) {
                const float u = rotation[i][0][0] * x + rotation[i][0][1] * y;
                const float v = rotation[i][1][0] * x + rotation[i][1][1] * y;
                const float distance = std::sqrt(u * u + v * v);
                energy[i] += distance < radius ? 1.0f - distance / radius : 1.0f / distance;
            }
        }
        for (int i = 0; i < per_item; ++i) energies[first + i * item.get_local_range(0)] = energy[i];
    }
};

/// A captured array with an index that only the device knows.
struct table_kernel {
    std::array<double, 16> table;
    const int* index;
    double* out;
    void operator()(id<1> i) const { out[i] = table[static_cast<unsigned>(index[i]) % 16]; }
};

struct math_kernel {
    const double* in;
    double* out;
    void operator()(id<1> i) const {
        out[i] = std::sin(in[i]) + std::exp(in[i]) + std::cbrt(in[i]) + std::fmod(in[i], 3.0) + std::lround(in[i]);
    }
};

/// BabelStream's nstream: three loads a work-item.
struct update_kernel {
    double* a;
    const double *b, *c;
    void operator()(id<1> i) const { a[i] += b[i] + 0.4 * c[i]; }
};

struct sign_kernel {
    double* number;
    float* single;
    void operator()(id<1> i) const {
        number[i] = std::copysign(number[i + 1], number[i]);
        single[i] = std::copysign(single[i + 1], single[i]);
    }
};

struct warp_kernel {
    const float* in;
    float* out;
    void operator()(nd_item<1> item) const {
        const float sum = reduce_over_group(item.get_group(), in[item.get_global_id(0)], plus<float>());
        if (item.get_local_id(0) == 0) out[item.get_group(0)] = sum;
    }
};

/// Every kind of argument, and strings that only the device knows.
struct printing_kernel {
    const float* in;
    const char* text;
    void operator()(id<1> i) const {
        if (in[i] > 0) std::printf("%zu of %s: %f, %hhd, %c, %p %s\n", i[0], text, in[i], 300, 'x', this, "end");
        if (in[i] < -1) std::puts("plain");
    }
};

struct two_sums_kernel {
    const float* in;
    float* out;
    void operator()(nd_item<1> it) const {
        const float x = in[it.get_global_id(0)];
        const float sum = reduce_over_group(it.get_group(), x, plus<>());
        out[it.get_global_id(0)] = reduce_over_group(it.get_group(), x / sum, maximum<>());
    }
};

/// Products of neighbours.
struct neighbours_kernel {
    const float *in, *weights;
    float* out;
    int points;
    void operator()(id<1> it) const {
        float sum = 0;
        for (int i = 1; i < points - 1; ++i) sum += in[i - 1] * in[i] + in[i + 1] * weights[i];
        out[it[0]] = sum;
    }
};

/// Complex numbers turned one after the other, each by an angle that is brought into range first, as a Fourier
/// transform has it.
struct turns_kernel {
    static constexpr int numbers = 6;
    double* data;
    double angle;
    void operator()(id<1> i) const {
        double x[numbers], y[numbers];
        for (int n = 0; n < numbers; ++n) {
            x[n] = data[(2 * n) * 4096 + i];
            y[n] = data[(2 * n + 1) * 4096 + i];
        }
        for (int n = 0; n < numbers; ++n) {
            double a = angle * static_cast<double>(i) * (n + 1);
            if (a > 1) a = (1 / a) / (a + 1) / (a + 2);
            const double c = 1 - a * a / 2, s = a - a * a * a / 6;
            const double turned = x[n] * c - y[n] * s;
            y[n] = x[n] * s + y[n] * c;
            x[n] = turned;
        }
        for (int n = 0; n < numbers; ++n) {
            data[(2 * n) * 4096 + i] = x[(n + 1) % numbers] + x[n];
            data[(2 * n + 1) * 4096 + i] = y[(n + 1) % numbers] + y[n];
        }
    }
};

template <class F, int D, detail::kernel_kind Kind>
const detail::kernel_record* record_of() {
    return &detail::record<F, D, Kind, detail::unnamed_kernel>;
}

template <class F>
const detail::kernel_record* basic() {
    return record_of<F, 1, detail::kernel_kind::basic>();
}

template <class F, int D>
const detail::kernel_record* in_groups() {
    return record_of<F, D, detail::kernel_kind::nd_range>();
}

}  // namespace

const sample copy{"copy", basic<copy_kernel>(), {256, 1, 1}, false};
const sample restrict_copy{"restrict copy", basic<restrict_kernel>(), {256, 1, 1}, false};
const sample triad{"triad", basic<triad_kernel>(), {256, 1, 1}, false};
const sample gather{"gather", basic<bench::gather>(), {256, 1, 1}, false};
const sample spmv{"spmv", basic<bench::spmv>(), {256, 1, 1}, false};
const sample reduction_tree{"reduction tree", in_groups<bench::tree, 1>(), {256, 1, 1}, false};
const sample matmul{"matmul", in_groups<bench::matmul, 2>(), {16, 16, 1}, false};
const sample docking{"docking", in_groups<docking_kernel<false>, 1>(), {64, 1, 1}, false};
const sample docking_fast{"docking, fast math", in_groups<docking_kernel<true>, 1>(), {64, 1, 1}, true};
const sample captured_table{"captured table", basic<table_kernel>(), {256, 1, 1}, false};
const sample math{"math", basic<math_kernel>(), {256, 1, 1}, false};
const sample update{"update", basic<update_kernel>(), {256, 1, 1}, false};
const sample signs{"signs", basic<sign_kernel>(), {256, 1, 1}, false};
const sample warp_sum{"warp sum", in_groups<warp_kernel, 1>(), {48, 1, 1}, false};
const sample strided_dot{"strided dot", in_groups<bench::dot, 1>(), {256, 1, 1}, false};
const sample two_sums{"two sums", in_groups<two_sums_kernel, 1>(), {256, 1, 1}, false};
const sample neighbours{"neighbours", basic<neighbours_kernel>(), {128, 1, 1}, false};
const sample printing{"printing", basic<printing_kernel>(), {256, 1, 1}, false};
const sample turns{"turns", basic<turns_kernel>(), {256, 1, 1}, false};

const std::vector<const sample*> samples{&copy,           &restrict_copy, &triad,    &gather,       &spmv,
                                         &reduction_tree, &matmul,        &docking,  &docking_fast, &captured_table,
                                         &math,           &update,        &signs,    &warp_sum,     &strided_dot,
                                         &two_sums,       &neighbours,    &printing, &turns};

}  // namespace ndweave::compiler::testing
