// Undefined arithmetic, and misaligned accesses.
#include <climits>

#include "planted_faults.hpp"

namespace ndweave::tests {

using std::source_location;

std::vector<fault> faults_of_arithmetic() {
    return {
        {"division by zero", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = 5 / (x[i] - 1);  // here
             });
         }},
        {"remainder by zero", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = y[i] % (x[i] - 1);  // here
             });
         }},
        {"the smallest integer by -1", source_location::current(),
         [](queue& q, int* x, int* y) {
             x[70] = -1;
             q.parallel_for(range<1>(n), [=](id<1> i) {
                 y[i] = INT_MIN / x[i];  // here
             });
         }},
        {"a misaligned write", source_location::current(),
         [](queue& q, int* x, int*) {
             char* bytes = reinterpret_cast<char*>(x);
             q.parallel_for(range<1>(n / 2), [=](id<1> i) {
                 *reinterpret_cast<int*>(bytes + i[0] * 4 + 1) = 1;  // here
             });
         }},
        {"a misaligned read", source_location::current(),
         [](queue& q, int* x, int* y) {
             q.parallel_for(range<1>(n / 4), [=](id<1> i) {
                 y[i] = static_cast<int>(*reinterpret_cast<const long*>(x + i[0] + 1));  // here
             });
         }},
    };
}

}  // namespace ndweave::tests
