// A program that is run several times with one cache: what does the driver load, and when?
#include <dlfcn.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "ndweave/ndweave.hpp"

namespace {

/// One of the stub driver's own functions.
int ask_driver(const char* function) {
    void* const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return reinterpret_cast<int (*)()>(dlsym(driver, function))();
}

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s; %d modules\n", what, ask_driver("stub_modules"));
    std::_Exit(1);
}

/// Whether `done` comes true within a time that no machine takes.
template <class F>
bool comes(const F& done) {
    for (int left = 6000; left != 0 && !done(); --left) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return done();
}

int modules() { return ask_driver("stub_modules"); }

constexpr int kernels = 2;

/// The second kernel gets two pointers into one allocation, which its first variant takes to lead into two.
void launch(ndweave::queue& q, float* a) {
    float* const middle = a + 512;
    q.parallel_for(ndweave::range<1>(512), [=](ndweave::id<1> i) { a[i] = 1.0f; }).wait();
    q.parallel_for(ndweave::range<1>(512), [=](ndweave::id<1> i) { middle[i] = a[i] + 2.0f; }).wait();
}

}  // namespace

int main(int, char** arguments) {
    const std::string_view run = arguments[1];
    ndweave::queue q{ndweave::device("cuda:0")};
    float* const a = ndweave::malloc_device<float>(1024, q);
    if (run == "ends") {
        expect(comes([] { return ask_driver("stub_loading") != 0; }), "kernels are being loaded");
        return 0;
    }
    if (run == "first") expect(modules() == 0, "nothing is loaded before a launch");
    if (run == "later") expect(comes([] { return modules() == kernels; }), "kernels are loaded before their launch");
    launch(q, a);
    launch(q, a);
    expect(modules() == kernels, "each kernel is loaded once");
    ndweave::free(a, q);
    return 0;
}
