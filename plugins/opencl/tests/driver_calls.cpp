#include "driver_calls.hpp"

#include <atomic>
#include <cstddef>

namespace ndweave {
namespace {

enum function : std::size_t {
#define NDWEAVE_OPENCL_INDEX(name) index_of_##name,
    NDWEAVE_OPENCL_FUNCTIONS(NDWEAVE_OPENCL_INDEX) NDWEAVE_OPENCL_SVM_FUNCTIONS(NDWEAVE_OPENCL_INDEX) functions
#undef NDWEAVE_OPENCL_INDEX
};

#define NDWEAVE_OPENCL_NAME(name) #name,
const char* const names[] = {NDWEAVE_OPENCL_FUNCTIONS(NDWEAVE_OPENCL_NAME)
                                 NDWEAVE_OPENCL_SVM_FUNCTIONS(NDWEAVE_OPENCL_NAME)};
#undef NDWEAVE_OPENCL_NAME

std::atomic<int> calls[functions];

template <std::size_t Function, class Result, class... Arguments>
struct counted {
    static inline Result (*real)(Arguments...) = nullptr;
    static Result call(Arguments... arguments) {
        ++calls[Function];
        return real(arguments...);
    }
};

template <std::size_t Function, class Result, class... Arguments>
void count(Result (*&entry)(Arguments...)) {
    using wrapper = counted<Function, Result, Arguments...>;
    if (!entry) return;
    wrapper::real = entry;
    entry = wrapper::call;
}

}  // namespace

driver_calls::driver_calls() : real_(opencl::cl) {
#define NDWEAVE_OPENCL_COUNT(name) count<index_of_##name>(opencl::cl.name);
    NDWEAVE_OPENCL_FUNCTIONS(NDWEAVE_OPENCL_COUNT)
    NDWEAVE_OPENCL_SVM_FUNCTIONS(NDWEAVE_OPENCL_COUNT)
#undef NDWEAVE_OPENCL_COUNT
    take();
}

driver_calls::~driver_calls() { opencl::cl = real_; }

std::map<std::string, int> driver_calls::take() {
    std::map<std::string, int> made;
    for (std::size_t f = 0; f < functions; ++f) {
        if (const int n = calls[f].exchange(0)) made[names[f]] = n;
    }
    return made;
}

}  // namespace ndweave
