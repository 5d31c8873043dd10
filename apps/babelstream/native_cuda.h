/// Interface of BabelStream's CUDA C++ peer (see peer_library.hpp).
#pragma once

#include <cstddef>

namespace ndweave::apps::babelstream {

enum class cuda_kernel : int { copy, mul, add, triad, nstream, dot };

struct cuda_functions {
    /// Three arrays of float or, with `wide`, double on the first GPU.
    const char* (*create)(bool wide, std::size_t elements, void** arrays);
    void (*destroy)(void* arrays);
    const char* (*init)(void* arrays, double a, double b, double c);
    /// Returns when it is done; `sum` is written by dot.
    const char* (*run)(void* arrays, cuda_kernel, double* sum);
    const char* (*read)(void* arrays, void* a, void* b, void* c);
};

}  // namespace ndweave::apps::babelstream
