/// What apps declare against what their kernels execute, counted on small problems.
#include <gtest/gtest.h>

#include <ndweave/reports/compiler_report.hpp>

#include "minibude/setup.hpp"
#include "peaks/chains.hpp"
#include "tests/counting/operation_counter.hpp"
#include "tests/run_app.hpp"

namespace ndweave::apps {
namespace {

using testing::operation_count;

bool contains(const std::string& kernel, const char* part) { return kernel.find(part) != std::string::npos; }

class Operations : public ::testing::Test {
protected:
    Operations() { testing::count_operations(kernel_compiler_report().path); }

    /// Runs an app, which must be verified.
    std::vector<result> run(const std::string& app, const std::map<std::string, std::string>& parameters) {
        testing::take_counts();
        std::vector<result> rows = testing::run_app(app, parameters);
        testing::expect_verified(rows);
        counts = testing::take_counts();
        return rows;
    }
    /// Of the kernels whose names do not contain `without`.
    double operations(const char* without = "no kernel") const {
        double sum = 0;
        for (const auto& [kernel, count] : counts) {
            if (!contains(kernel, without)) sum += static_cast<double>(count.operations);
        }
        return sum;
    }
    /// Of the one kernel whose name contains `part`.
    operation_count of(const char* part) const {
        operation_count found;
        for (const auto& [kernel, count] : counts) {
            if (!contains(kernel, part)) continue;
            EXPECT_EQ(found.work_items, 0u) << "two kernels: " << part;
            found = count;
        }
        EXPECT_NE(found.work_items, 0u) << "no kernel " << part;
        return found;
    }
    double an_item(const char* part) const {
        const operation_count c = of(part);
        return static_cast<double>(c.operations) / static_cast<double>(c.work_items);
    }

    std::map<std::string, operation_count> counts;
};

/// Reductions add their parts up, which no app declares.
void expect_equal(double counted, double declared, double tolerance) {
    EXPECT_NEAR(counted / declared, 1, tolerance) << counted << " counted, " << declared << " declared";
}

TEST_F(Operations, CloverLeafDeclaresWhatItDoes) {
    // With one or two steps the cold run is as long as the measured one. Summaries are not timed, halos not declared.
    for (const char* steps : {"1", "2"}) {
        const auto rows = run("cloverleaf", {{"cells_x", "60"}, {"cells_y", "44"}, {"steps", steps}});
        double counted = operations("summarize");
        for (const auto& [kernel, count] : counts) {
            if (contains(kernel, "update_halos")) counted -= static_cast<double>(count.operations);
        }
        expect_equal(counted, 2 * rows.at(0).flops, 1e-5);
    }
}

TEST_F(Operations, LuleshDeclaresWhatItDoes) {
    for (const auto& [cost, cycles] : {std::pair("0", 1), {"1", 60}, {"7", 200}}) {
        const auto rows = run("lulesh", {{"s", "8"}, {"c", cost}, {"i", std::to_string(cycles)}});
        // The cold run has one cycle.
        expect_equal(operations("choose_step"), rows.at(0).flops * (cycles + 1) / cycles, 0.01);
    }
}

TEST_F(Operations, TeaLeafDeclaresWhatItDoes) {
    for (const char* solver : {"cg", "jacobi", "chebyshev", "ppcg"}) {
        SCOPED_TRACE(solver);
        const auto rows = run("tealeaf", {{"cells", "48"}, {"steps", "1"}, {"solver", solver}});
        expect_equal(operations(), 2 * rows.at(0).flops, 1e-3);
    }
}

TEST_F(Operations, BabelStreamDeclaresWhatItDoes) {
    constexpr double iterations = 3;
    const auto rows = run("babelstream", {{"s", "5000"}, {"n", "3"}});
    double declared = 0;
    for (const result& r : rows) declared += r.flops;
    expect_equal(operations(), iterations * declared, 1e-3);
}

TEST_F(Operations, MiniBudeDeclaresWhatItDoes) {
    // Upstream's count, which the figure is made with, has comparisons, too.
    for (const int poses : {1, 4}) {
        const auto rows = run("minibude", {{"poses", "64"}, {"ppwi", std::to_string(poses)}, {"wg", "16"}});
        const double declared = rows.at(0).flops * poses / 64;
        const double counted = an_item("fasten");
        EXPECT_LE(counted, declared);
        EXPECT_GE(counted, 0.7 * declared);
    }
}

TEST_F(Operations, Dct8x8DeclaresWhatItDoes) {
    constexpr double pixels = 64 * 48, block = 64;
    std::map<std::string, double> declared;
    for (const result& r : run("dct8x8", {{"width", "64"}, {"height", "48"}})) declared[r.kernel] = r.flops / pixels;
    EXPECT_EQ(an_item("direction)0"), declared["forward"] * block);
    EXPECT_EQ(an_item("direction)1"), declared["inverse"] * block);
    EXPECT_EQ(an_item("dct8x8::quantize"), declared["quantize"]);
    EXPECT_EQ(an_item("dct8x8::dequantize"), declared["dequantize"]);
    EXPECT_EQ(an_item("transform_matrix"), declared["forward_matrix"]);
}

TEST_F(Operations, PeaksDeclaresWhatItDoes) {
    run("peaks", {{"s", "1000"}, {"copy", "1000"}});
    // What a work-item starts with and the additions at its end are the rest.
    for (const char* precision : {"float", "double"}) {
        const std::string chains = std::string("chains<") + precision + ", ndweave::apps::peaks::shape<";
        EXPECT_LE(an_item((chains + "16ul").c_str()) - peaks::looped::flops, 60);
        EXPECT_LE(an_item((chains + "64ul").c_str()) - peaks::straight::flops, 60);
    }
}

}  // namespace
}  // namespace ndweave::apps
