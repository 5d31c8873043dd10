/// BabelStream's driver and verification, on plain arrays that a test can break.
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "driver.hpp"
#include "verify.hpp"

namespace ndweave::apps::babelstream {

namespace {

/// A serial stream in which one kernel can go wrong at one element, in one call.
template <class T>
class breakable : public stream<T> {
public:
    breakable(std::size_t n, std::string broken) : a_(n), b_(n), c_(n), broken_(std::move(broken)) {}

    void init(T a, T b, T c) override {
        a_.assign(a_.size(), a);
        b_.assign(b_.size(), b);
        c_.assign(c_.size(), c);
    }
    void copy() override {
        each("copy", c_, [&](std::size_t i) { return a_[i]; });
    }
    void mul() override {
        each("mul", b_, [&](std::size_t i) { return s * c_[i]; });
    }
    void add() override {
        each("add", c_, [&](std::size_t i) { return a_[i] + b_[i]; });
    }
    void triad() override {
        each("triad", a_, [&](std::size_t i) { return b_[i] + s * c_[i]; });
    }
    void nstream() override {
        each("nstream", a_, [&](std::size_t i) { return a_[i] + b_[i] + s * c_[i]; });
    }
    T dot() override {
        long double sum = 0;
        for (std::size_t i = broken_ == "dot" ? 1 : 0; i < a_.size(); ++i) sum += a_[i] * b_[i];
        return static_cast<T>(sum);
    }
    void read(std::vector<T>& a, std::vector<T>& b, std::vector<T>& c) override {
        a = a_;
        b = b_;
        c = c_;
    }

private:
    static constexpr T s = start<T>::scalar;

    template <class F>
    void each(const char* name, std::vector<T>& to, const F& value) {
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = value(i);
        if (broken_ == name) to.back() *= T(1.01);
    }

    std::vector<T> a_, b_, c_;
    std::string broken_;
};

template <class T>
class BabelStream : public testing::Test {};
using types = testing::Types<float, double>;
TYPED_TEST_SUITE(BabelStream, types);

context run_of(std::map<std::string, std::string> params) {
    context run;
    run.size = "small";
    run.params = parameters(std::move(params));
    return run;
}

}  // namespace

TYPED_TEST(BabelStream, PassesWhenRightAtAnySizeAndLength) {
    const unsigned seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    for (const int iterations : {2, 3, 100, 777, 900}) {
        const settings s{std::uniform_int_distribution<std::size_t>(1, 97)(random), iterations};
        breakable<TypeParam> arrays(s.elements, "");
        const std::vector<result> rows = drive<TypeParam>(run_of({}), s, arrays);
        ASSERT_EQ(rows.size(), 6u);
        for (const result& row : rows) {
            EXPECT_TRUE(row.check.passed) << row.kernel << ": " << row.check.metric << " " << row.check.value;
            EXPECT_EQ(row.samples.size(), static_cast<std::size_t>(iterations));
        }
    }
}

TYPED_TEST(BabelStream, FailsWhenAnyKernelIsWrongAtOneElement) {
    for (const char* kernel : {"copy", "mul", "add", "triad", "dot", "nstream"}) {
        breakable<TypeParam> arrays(17, kernel);
        bool failed = false;
        for (const result& row : drive<TypeParam>(run_of({}), {17, 10}, arrays)) {
            if (row.kernel == kernel) failed = !row.check.passed;
        }
        EXPECT_TRUE(failed) << kernel;
    }
}

TYPED_TEST(BabelStream, NothingAndNotANumberFail) {
    EXPECT_FALSE(check_array<TypeParam>("a", {}, 1, 100).passed);
    EXPECT_FALSE(check_array<TypeParam>("a", {1, std::numeric_limits<TypeParam>::quiet_NaN()}, 1, 100).passed);
    EXPECT_FALSE(check_dot<TypeParam>(std::numeric_limits<TypeParam>::infinity(), {1, 1, 1}, 5).passed);
}

TEST(BabelStreamReference, ClosedFormAfterAHundredIterations) {
    // Measured with upstream's program.
    const expected e = after_main_loop<double>(100);
    EXPECT_NEAR(static_cast<double>(e.a), 0.0016870319358849757, 1e-15);
    EXPECT_NEAR(static_cast<double>(e.b), 0.0007029299732854065, 1e-15);
    EXPECT_NEAR(static_cast<double>(e.c), 0.0024602549064989226, 1e-15);
}

TEST(BabelStreamSettings, SizesAndBounds) {
    EXPECT_EQ(settings_of(run_of({}), false).iterations, 100);
    context paper = run_of({});
    paper.size = "paper";
    EXPECT_EQ(settings_of(paper, false).elements, 33'554'432u);
    EXPECT_EQ(settings_of(paper, true).elements, 70'000'000u);
    EXPECT_EQ(settings_of(run_of({{"s", "1001"}, {"n", "7"}}), false).elements, 1001u);
    EXPECT_THROW(settings_of(run_of({{"n", "1"}}), false), usage_error);
    EXPECT_THROW(settings_of(run_of({{"type", "float"}, {"n", "901"}}), false), usage_error);
    EXPECT_THROW(settings_of(run_of({{"s", "0"}}), false), usage_error);
}

}  // namespace ndweave::apps::babelstream
