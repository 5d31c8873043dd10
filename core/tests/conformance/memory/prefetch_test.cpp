/// Prefetches and advice: hints that change no result, and refusals of what they cannot be about.
#include <numeric>

#include "fixture.hpp"

namespace ndweave::conformance {
namespace {

class Prefetch : public Conformance {
protected:
    /// The text of the errc::invalid that `f` throws.
    template <class F>
    static std::string refusal_of(const F& f) {
        try {
            f();
        } catch (const exception& e) {
            EXPECT_EQ(e.code(), errc::invalid) << e.what();
            return e.what();
        }
        ADD_FAILURE() << "nothing is thrown";
        return {};
    }

    static void expect_words(const std::string& text, std::initializer_list<const char*> words) {
        for (const char* const word : words) EXPECT_NE(text.find(word), std::string::npos) << word << " in: " << text;
    }
};

TEST_F(Prefetch, LeavesSharedMemoryAsItIs) {
    if (!q.get_device().has(aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    constexpr std::size_t n = 100'000;
    int* const x = malloc_shared<int>(n, q);
    std::iota(x, x + n, 0);
    const event fetched = q.prefetch(x, n * sizeof(int));
    const event doubled = q.parallel_for(range<1>(n), fetched, [=](id<1> i) { x[i] *= 2; });
    q.prefetch(x + 17, 1000, doubled);  // a part, not of whole pages
    q.submit([&](handler& h) {
        h.prefetch(x, n * sizeof(int));
        h.depends_on(doubled);
    });
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] += 1; });
    q.wait();
    std::vector<int> model(n);
    for (std::size_t i = 0; i < n; ++i) model[i] = 2 * static_cast<int>(i) + 1;
    expect_equal(std::vector<int>(x, x + n), model);
    free(x, q);
}

TEST_F(Prefetch, AdviceIsGivenAndTakenBack) {
    if (!q.get_device().has(aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    constexpr std::size_t n = 100'000;
    int *const x = malloc_shared<int>(n, q), *const y = malloc_shared<int>(n, q);
    std::iota(x, x + n, 0);
    constexpr int read_mostly = 1, preferred_location = 3, accessed_by = 5;  // CUDA's and HIP's
    for (const int advice : {read_mostly, preferred_location, accessed_by, 0}) {
        const event advised = q.mem_advise(x, n * sizeof(int), advice);
        q.parallel_for(range<1>(n), advised, [=](id<1> i) { y[i] = x[i] + advice; });
        q.wait();
        std::vector<int> model(n);
        std::iota(model.begin(), model.end(), advice);
        expect_equal(std::vector<int>(y, y + n), model);
    }
    free(x, q);
    free(y, q);
}

TEST_F(Prefetch, IsWithoutEffectOnOtherMemoryOfTheDevice) {
    std::vector<int> model(1000);
    std::iota(model.begin(), model.end(), 0);
    const buffer<int> x(q, model);
    q.prefetch(x.get(), 4000);
    q.mem_advise(x.get(), 4000, 0);
    q.prefetch(nullptr, 0);
    q.mem_advise(nullptr, 0, 12345);
    expect_equal(x.read(), model);
}

TEST_F(Prefetch, GraphsLeaveHintsOut) {
    if (!q.get_device().has(aspect::usm_shared_allocations)) GTEST_SKIP() << "no shared memory";
    int* const x = malloc_shared<int>(100, q);
    std::fill_n(x, 100, 3);
    command_graph graph(q);
    graph.begin_recording(q);
    q.prefetch(x, 400);
    q.mem_advise(x, 400, 0);
    q.parallel_for(range<1>(100), [=](id<1> i) { x[i] += 4; });
    EXPECT_EQ(refusal_of([&] { q.prefetch(x, 401); }).find("prefetch of 401 bytes"), 0u);
    graph.end_recording();
    const auto ready = graph.finalize();
    q.ext_oneapi_graph(ready);
    q.ext_oneapi_graph(ready);
    q.wait();
    expect_equal(std::vector<int>(x, x + 100), std::vector<int>(100, 11));
    free(x, q);
}

TEST_F(Prefetch, RangesOutsideOfOneAllocationAreRefused) {
    const buffer<char> memory(q, 1000);
    std::vector<char> own(1000);
    char* const x = memory.get();
    expect_words(refusal_of([&] { q.prefetch(x + 1, 1000); }), {"prefetch of 1000 bytes", "ends 999 bytes behind"});
    expect_words(refusal_of([&] { q.prefetch(x, SIZE_MAX); }), {"ends 1000 bytes behind"});
    expect_words(refusal_of([&] { q.mem_advise(x + 999, 2, 7); }), {"mem_advise (advice 7) of 2 bytes", "ends 1 byte"});
    expect_words(refusal_of([&] { q.prefetch(own.data(), 10); }), {"prefetch of 10 bytes", "no live allocation"});
    expect_words(refusal_of([&] { q.mem_advise(nullptr, 10, 1); }), {"mem_advise", "no live allocation"});
    void* const gone = malloc_device(64, q);
    free(gone, q);
    expect_words(refusal_of([&] { q.prefetch(gone, 64); }), {"no live allocation"});
}

TEST_F(Prefetch, MemoryOfOthersIsRefused) {
    if (q.get_device().backend_name() == "cpu") GTEST_SKIP() << "the other device is the cpu";
    queue cpu{device("cpu")};
    int *const foreign = malloc_shared<int>(10, cpu), *const own = malloc_device<int>(10, q);
    expect_words(refusal_of([&] { q.prefetch(foreign, 40); }), {"prefetch of 40 bytes", "(cpu)"});
    expect_words(refusal_of([&] { q.mem_advise(foreign, 40, 0); }), {"mem_advise", "(cpu)"});
    expect_words(refusal_of([&] { cpu.prefetch(own, 40); }),
                 {"prefetch of 40 bytes", q.get_device().backend_name().c_str()});
    free(foreign, cpu);
    free(own, q);
    if (!q.get_device().has(aspect::usm_shared_allocations)) return;
    int* const shared = malloc_shared<int>(10, q);
    cpu.prefetch(shared, 40);  // its kernels reach it
    expect_words(refusal_of([&] { cpu.prefetch(shared, 41); }), {"ends 40 bytes behind"});
    free(shared, q);
}

TEST_F(Prefetch, IsTheActionOfItsGroup) {
    const buffer<char> memory(q, 1000);
    expect_words(refusal_of([&] {
                     q.submit([&](handler& h) {
                         h.prefetch(memory.get(), 1000);
                         h.mem_advise(memory.get(), 1000, 0);
                     });
                 }),
                 {"one action"});
}

}  // namespace
}  // namespace ndweave::conformance
