// Kernels with so many arrays that LLVM would need hundreds of checks whether they overlap: a lattice of nine streams
// with a periodic border.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr unsigned streams = 9, sites = 1024, group = 64;

std::string captured(unsigned number, const std::string& name) {
    return "  %" + name + ".at = getelementptr i8, ptr %f, i64 " + std::to_string(8 * number) + "\n  %" + name +
           " = load ptr, ptr %" + name + ".at\n";
}

/// mass[x] = solid[x] ? 0 : sum of in[k][…]; out[k][x] = in[k][x, x - 1 or x + 1, around the border]. The two stores of
/// mass become one in LLVM's hands, which belongs to no access group. `statement` is done besides.
std::string lattice(const std::string& statement) {
    std::string text = R"(
define void @kernel(ptr %f) {
  %id = call i64 @__ndweave_global_id(i32 0)
  %local = call ptr @__ndweave_local_memory()
  %x = trunc i64 %id to i32
  %right = add i32 %x, 1
  %left = add i32 %x, -1
  %r = and i32 %right, 1023
  %l = and i32 %left, 1023
  %at0 = zext i32 %x to i64
  %at1 = zext i32 %l to i64
  %at2 = zext i32 %r to i64
)";
    std::string sum = "%v0";
    for (unsigned k = 0; k < streams; ++k) {
        const std::string n = std::to_string(k), at = "%at" + std::to_string(k % 3);
        text += captured(k, "i" + n) + captured(streams + k, "o" + n);
        text += "  %p" + n + " = getelementptr i32, ptr %i" + n + ", i64 " + at + "\n  %v" + n + " = load i32, ptr %p" +
                n + "\n";
        if (k == 0) continue;
        text += "  %s" + n + " = add i32 " + sum + ", %v" + n + "\n";
        sum = "%s" + n;
    }
    text += captured(2 * streams, "mass") + captured(2 * streams + 1, "solid") + statement + R"(
  %sp = getelementptr i8, ptr %solid, i64 %at0
  %s = load i8, ptr %sp
  %full = icmp ne i8 %s, 0
  br i1 %full, label %yes, label %no
yes:
  %here.yes = getelementptr i32, ptr %mass, i64 %at0
  store i32 0, ptr %here.yes
  br label %join
no:
  %here.no = getelementptr i32, ptr %mass, i64 %at0
  store i32 )" +
            sum + R"(, ptr %here.no
  br label %join
join:
)";
    for (unsigned k = 0; k < streams; ++k) {
        const std::string n = std::to_string(k);
        text +=
            "  %q" + n + " = getelementptr i32, ptr %o" + n + ", i64 %at0\n  store i32 %v" + n + ", ptr %q" + n + "\n";
    }
    return text + "  ret void\n}\n";
}

class flow {
public:
    flow() {
        for (unsigned k = 0; k < streams; ++k) {
            in_[k].assign(sites + group, -1);
            out_[k].assign(sites + group, 0);
            for (unsigned x = 0; x < sites; ++x) in_[k][x] = static_cast<std::int32_t>(1000 * k + x % 777);
            captures_[k] = in_[k].data();
            captures_[streams + k] = out_[k].data();
        }
        for (unsigned x = 0; x < sites; ++x) solid_[x] = x % 5 == 0;
        captures_[2 * streams] = mass_.data();
        captures_[2 * streams + 1] = solid_.data();
    }

    void run(const host_kernel& kernel) { kernel.run(captures_.data(), {sites, 1, 1}, 4 * group); }

    void expect_right() const {
        for (unsigned x = 0; x < sites; ++x) {
            std::int32_t sum = 0;
            for (unsigned k = 0; k < streams; ++k) {
                const unsigned from = (k % 3 == 0 ? x : k % 3 == 1 ? x - 1 : x + 1) % sites;
                sum += in_[k][from];
                ASSERT_EQ(out_[k][x], in_[k][from]) << "stream " << k << " at " << x;
            }
            ASSERT_EQ(mass_[x], solid_[x] ? 0 : sum) << x;
        }
    }

private:
    std::array<std::vector<std::int32_t>, streams> in_, out_;
    std::vector<std::int32_t> mass_ = std::vector<std::int32_t>(sites);
    std::vector<std::uint8_t> solid_ = std::vector<std::uint8_t>(sites);
    std::array<const void*, 2 * streams + 2> captures_{};
};

void in_groups(ir_kernel& kernel) {
    kernel.request.variant.kind = 2;
    kernel.request.variant.local_range[0] = group;
}

TEST(AccessGroups, SurviveThatLlvmMergesTwoStores) {
    ir_kernel kernel(lattice(""));
    in_groups(kernel);
    flow cells;
    cells.run(host_kernel(kernel));
    cells.expect_right();
    const std::string ir = ir_after("optimise", kernel);
    EXPECT_NE(ir.find("vector.body:"), std::string::npos) << ir;
    EXPECT_EQ(ir.find("vector.memcheck:"), std::string::npos) << ir;
}

/// An update of local memory is an ordinary one on the host, which different work-items make at one place: the loop
/// needs every check then, and may take none for granted.
TEST(AccessGroups, AreNotGivenToLoopsThatHadOtherAccesses) {
    ir_kernel kernel(lattice("  %u = atomicrmw add ptr %local, i32 1 monotonic\n"));
    in_groups(kernel);
    flow cells;
    cells.run(host_kernel(kernel));
    cells.expect_right();
}

}  // namespace
}  // namespace ndweave::compiler::testing
