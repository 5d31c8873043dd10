#include "runtime/kernel/captures/captured_pointers.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "ndweave/queue.hpp"
#include "ndweave/usm.hpp"

namespace ndweave::detail {
namespace {

constexpr std::uint64_t anywhere = NDW_POINTER_ANYWHERE;

class CapturedPointers : public ::testing::Test {
protected:
    using memory = std::unique_ptr<double, void (*)(double*)>;

    static memory allocate() {
        return {malloc_shared<double>(8, queue()), [](double* p) { free(p, queue()); }};
    }

    /// A kernel that writes through the first `written` of its pointers.
    ndw_compiled_kernel kernel(std::uint32_t pointers, std::uint32_t written) {
        for (std::uint32_t n = 0; n < pointers; ++n) offsets_.push_back(8 * n);
        ndw_compiled_kernel made{};
        made.distinct_pointers = offsets_.data();
        made.distinct_pointer_count = pointers;
        made.written_pointer_count = written;
        return made;
    }

    const memory a = allocate(), b = allocate(), c = allocate();

private:
    std::vector<std::uint32_t> offsets_;
};

TEST_F(CapturedPointers, ThatAreReadLeadApartFromThoseThatAreWritten) {
    const ndw_compiled_kernel reads = kernel(3, 1);
    const auto classes = [&](const double* written, const double* read, const double* also_read) {
        const double* functor[] = {written, read, also_read};
        return pointer_classes_of(reads, functor);
    };
    double other = 0;
    EXPECT_EQ(classes(a.get(), b.get(), b.get()), 0u);
    EXPECT_EQ(classes(a.get() + 7, b.get() + 1, nullptr), 0u);
    EXPECT_EQ(classes(nullptr, b.get(), a.get()), 0u);
    EXPECT_EQ(classes(a.get(), b.get(), a.get() + 1), 2u << 8);
    EXPECT_EQ(classes(a.get(), &other, b.get()), anywhere << 4);
    EXPECT_EQ(classes(&other, a.get(), b.get()), anywhere);
    EXPECT_EQ(classes(a.get() + 8, b.get(), c.get()), anywhere);  // the end, or the beginning of what comes next
    EXPECT_EQ(classes(a.get(), a.get(), a.get()), pointers_anywhere);
    EXPECT_EQ(classes(&other, &other, a.get()), pointers_anywhere);
}

TEST_F(CapturedPointers, ThatAreWrittenLeadApartWhereTheKernelAssumesIt) {
    ndw_compiled_kernel writes = kernel(3, 2);
    const double* functor[] = {a.get(), a.get() + 4, b.get()};
    EXPECT_EQ(pointer_classes_of(writes, functor), 0u);
    writes.written_pointers_apart = 1;
    EXPECT_EQ(pointer_classes_of(writes, functor), 1u << 4);
    const double* read_too[] = {a.get(), b.get(), b.get()};
    EXPECT_EQ(pointer_classes_of(writes, read_too), 1u << 8);
}

TEST_F(CapturedPointers, BeyondThoseThatHaveClassesAllLeadApartOrNoneDoes) {
    const ndw_compiled_kernel many = kernel(NDW_POINTER_CLASSES + 1, 1);
    std::vector<const double*> functor(NDW_POINTER_CLASSES + 1, b.get());
    functor[0] = a.get();
    EXPECT_EQ(pointer_classes_of(many, functor.data()), 0u);
    functor[1] = a.get();
    EXPECT_EQ(pointer_classes_of(many, functor.data()), 1u << 4);
    functor.back() = a.get();
    EXPECT_EQ(pointer_classes_of(many, functor.data()), pointers_anywhere);
}

TEST_F(CapturedPointers, AreLookedUpAgainWhereMemoryHasChanged) {
    const ndw_compiled_kernel reads = kernel(2, 1);
    distinct_launches launches;
    memory last = allocate();
    double* const apart[] = {a.get(), last.get()};
    double* const together[] = {a.get(), a.get() + 4};
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(launches.classes_of(reads, apart), 0u);
        EXPECT_EQ(launches.classes_of(reads, together), pointers_anywhere);
    }
    last.reset();
    EXPECT_EQ(launches.classes_of(reads, apart), pointers_anywhere);
}

TEST_F(CapturedPointers, OfOtherCodeAreThoseOfTheOrdinaryOne) {
    const std::uint32_t offsets[] = {0, 8, 16}, fewer[] = {0, 16};
    ndw_compiled_kernel ordinary{}, code{};
    ordinary.distinct_pointers = offsets;
    ordinary.distinct_pointer_count = 3;
    ordinary.written_pointer_count = 1;
    EXPECT_TRUE(implies_distinction(ordinary, code, 0));  // assumes nothing
    code.distinct_pointers = fewer;
    code.distinct_pointer_count = 2;
    code.written_pointer_count = 1;
    EXPECT_TRUE(implies_distinction(ordinary, code, 0));
    EXPECT_FALSE(implies_distinction(code, ordinary, 0));
    EXPECT_FALSE(implies_distinction(ordinary, code, 1));  // places in the list count
    EXPECT_TRUE(implies_distinction(ordinary, ordinary, 1));
    code.written_pointer_count = 2;
    EXPECT_FALSE(implies_distinction(ordinary, code, 0));
    code.written_pointer_count = 1;
    code.written_pointers_apart = 1;
    EXPECT_FALSE(implies_distinction(ordinary, code, 0));
}

}  // namespace
}  // namespace ndweave::detail
