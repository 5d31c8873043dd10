// The user's annotations are none of the plugin's business.
#include "describe.hpp"

[[clang::annotate("mine")]] int annotated_variable = 1;
[[clang::annotate("mine too")]] int annotated_function() { return annotated_variable; }

const kernel_record& kernel(float* data) {
    return record_of<kernel_kind::basic, 1>([=](ndweave::id<1> i) { data[i] = 0; });
}
