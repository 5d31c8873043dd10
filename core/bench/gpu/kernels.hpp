/// The micro-kernels on ndweave; peers.cu has the same in CUDA C++.
#pragma once

#include <cmath>

#include "ndweave/local_accessor.hpp"
#include "ndweave/queue.hpp"

namespace ndweave::bench {

struct gather {
    const int* nodes;
    const double *x, *y, *z;
    double* out;
    void operator()(id<1> item) const {
        const std::size_t e = item;
        double px[8], py[8], pz[8];
        for (int i = 0; i < 8; ++i) {
            const int node = nodes[e * 8 + i];
            px[i] = x[node];
            py[i] = y[node];
            pz[i] = z[node];
        }
        double sum = 0;
        for (int i = 0; i < 8; ++i) {
            for (int j = 0; j < 4; ++j) sum += px[i] * py[(i + j) & 7] - pz[(i + 3 * j) & 7] * px[(i + 5) & 7];
        }
        out[e] = sum;
    }
};

struct spmv {
    const int *row, *column;
    const double *value, *x;
    double* y;
    void operator()(id<1> item) const {
        const std::size_t r = item;
        double sum = 0;
        for (int j = row[r]; j < row[r + 1]; ++j) sum += value[j] * x[column[j]];
        y[r] = sum;
    }
};

struct dot {
    const double *a, *b;
    double* out;
    std::size_t n;
    local_accessor<double, 1> local;
    void operator()(const nd_item<1>& item) const {
        const std::size_t t = item.get_local_id(0);
        double sum = 0;
        for (std::size_t i = item.get_global_id(0); i < n; i += item.get_global_range(0)) sum += a[i] * b[i];
        local[t] = sum;
        for (std::size_t s = item.get_local_range(0) / 2; s > 0; s /= 2) {
            group_barrier(item.get_group());
            if (t < s) local[t] += local[t + s];
        }
        if (t == 0) out[item.get_group(0)] = local[0];
    }
};

struct tree {
    const float* in;
    float* out;
    local_accessor<float, 1> local;
    void operator()(const nd_item<1>& item) const {
        const std::size_t t = item.get_local_id(0);
        local[t] = in[item.get_global_id(0)];
        group_barrier(item.get_group());
        for (std::size_t s = item.get_local_range(0) / 2; s > 0; s /= 2) {
            if (t < s) local[t] += local[t + s];
            group_barrier(item.get_group());
        }
        if (t == 0) out[item.get_group(0)] = local[0];
    }
};

struct matmul {
    const float *a, *b;
    float* c;
    int n;
    local_accessor<float, 1> tiles;
    void operator()(const nd_item<2>& item) const {
        const int row = item.get_global_id(0), column = item.get_global_id(1);
        const int y = item.get_local_id(0), x = item.get_local_id(1);
        float sum = 0;
        for (int t = 0; t < n; t += 16) {
            tiles[y * 16 + x] = a[row * n + t + x];
            tiles[256 + y * 16 + x] = b[(t + y) * n + column];
            group_barrier(item.get_group());
            for (int k = 0; k < 16; ++k) sum += tiles[y * 16 + k] * tiles[256 + k * 16 + x];
            group_barrier(item.get_group());
        }
        c[row * n + column] = sum;
    }
};

}  // namespace ndweave::bench
