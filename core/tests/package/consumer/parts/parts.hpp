/// A program of several parts: each file includes parts.inl, which is full of kernels, with another number.
#pragma once

#include <cstddef>
#include <ndweave/ndweave.hpp>

// Of each part: how many of its results are wrong.
int one(ndweave::queue&);
int two(ndweave::queue&);
int in_archive(ndweave::queue&);
__attribute__((visibility("default"))) int in_library(ndweave::queue&);

/// A kernel in an inline function: one for all parts.
inline void twice(ndweave::queue& q, float* x, std::size_t n) {
    q.parallel_for(n, [=](ndweave::id<1> i) { x[i] *= 2; });
}

/// Of the header, too, with local memory and barriers. Sums of 32 numbers each.
template <class T>
void sums(ndweave::queue& q, const T* x, T* sum, std::size_t groups) {
    q.submit([&](ndweave::handler& h) {
        const ndweave::local_accessor<T> part(32, h);
        h.parallel_for(ndweave::nd_range<1>(32 * groups, 32), [=](ndweave::nd_item<1> it) {
            const std::size_t l = it.get_local_id(0);
            part[l] = x[it.get_global_id(0)];
            for (std::size_t stride = 16; stride > 0; stride /= 2) {
                ndweave::group_barrier(it.get_group());
                if (l < stride) part[l] += part[l + stride];
            }
            if (l == 0) sum[it.get_group(0)] = part[0];
        });
    });
}
