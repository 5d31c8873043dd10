// NDWEAVE_CHECK=1 and accessors: subscripts beyond their part of a buffer.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "sycl/sycl.hpp"

namespace {

class CheckAccessor : public ::testing::Test {
protected:
    void SetUp() override {
        if (!ndweave::device().is_cpu() || ndweave::device().get_backend() != ndweave::backend::cpu)
            GTEST_SKIP() << "check mode is the CPU's";
        const char* const strategy = std::getenv("NDWEAVE_CPU");
        if (strategy && std::string(strategy) == "fiber") GTEST_SKIP() << "check mode is the kernel compiler's";
        if (const char* const value = std::getenv("NDWEAVE_CHECK")) before_ = value;
        setenv("NDWEAVE_CHECK", "1", 1);
    }
    void TearDown() override {
        before_.empty() ? unsetenv("NDWEAVE_CHECK") : setenv("NDWEAVE_CHECK", before_.c_str(), 1);
    }

    template <class Group>
    static std::string error_of(const Group& group) {
        try {
            sycl::queue q;
            q.submit(group);
            q.wait();
        } catch (const ndweave::exception& e) {
            return e.what();
        }
        return "no error";
    }

private:
    std::string before_;
};

TEST_F(CheckAccessor, SubscriptsBeyondItsExtents) {
    sycl::buffer<int, 2> b({10, 7});
    sycl::buffer<int> line(10);
    const std::string by_rows = error_of([&](sycl::handler& h) {
        sycl::accessor a(b, h);
        h.parallel_for(10, [=](sycl::id<1> i) { a[3][i] = 3; });
    });
    EXPECT_NE(by_rows.find("index 7 of a dimension of an accessor, which has 7"), std::string::npos) << by_rows;
    const std::string by_id = error_of([&](sycl::handler& h) {
        sycl::accessor a(b, h);
        h.parallel_for(20, [=](sycl::id<1> i) { a[sycl::id<2>(i, 2)] = 3; });
    });
    EXPECT_NE(by_id.find("index 10 of a dimension of an accessor, which has 10"), std::string::npos) << by_id;
    const std::string part = error_of([&](sycl::handler& h) {
        sycl::accessor a(line, h, sycl::range<1>(4), sycl::id<1>(2));
        h.parallel_for(5, [=](sycl::id<1> i) { a[i] = 3; });
    });
    EXPECT_NE(part.find("index 4 of a dimension of an accessor, which has 4"), std::string::npos) << part;
    EXPECT_EQ(error_of([&](sycl::handler& h) {
                  sycl::accessor a(line, h, sycl::range<1>(4), sycl::id<1>(2));
                  h.parallel_for(4, [=](sycl::id<1> i) { a[i] = 3; });
              }),
              "no error");
}

}  // namespace
