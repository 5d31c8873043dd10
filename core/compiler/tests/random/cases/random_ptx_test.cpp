/// Random kernels as PTX, held against NVIDIA's assembler; what they do on a GPU is seen by ndweave-random-launches.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "code/cuda_toolkit.hpp"
#include "compiler/compile.hpp"
#include "compiler/tests/ptx/assembler.hpp"
#include "compiler/tests/sha256.hpp"
#include "random_setting.hpp"

namespace ndweave::compiler::testing {

namespace {

/// The PTX of the seed's kernel, or nothing where it is refused; adds the reason.
std::string random_ptx(std::uint64_t seed, std::string& reasons) {
    static constexpr std::array warp{32u};
    std::mt19937_64 random(seed);
    const random_setting setting(random, warp);
    const std::string bitcode = bitcode_of(random_kernel(seed, setting.shape()));
    const std::string hash = sha256_text(bitcode);
    ndw_compile_request r{};
    r.struct_size = sizeof r;
    r.variant.target = NDW_TARGET_PTX;
    r.kernel_name = "kernel";
    r.bitcode = bitcode.data();
    r.bitcode_size = bitcode.size();
    r.bitcode_hash = hash.c_str();
    r.variant.kind = setting.basic() ? 1 : 2;
    r.variant.dimensions = 3;
    std::ranges::copy(setting.group.local_range, r.variant.local_range);
    r.variant.flags = random() % 2 ? NDW_COMPILE_FLAT_GRID : 0;
    r.variant.sub_group_size = 32;
    r.functor_size = sizeof(random_functor);
    r.variant.pointer_alignment = random() % 2 ? 16 : 1;
    r.arch = "sm_90";
    auto made = compile(r);
    if (made) return made->made.code;
    reasons += "seed " + std::to_string(seed) + ": " + llvm::toString(made.takeError()) + "\n";
    return {};
}

TEST(RandomPtx, Assembles) {
    if (code::find_ptxas().empty()) GTEST_SKIP() << "no ptxas here";
    constexpr std::uint64_t same = 20'261'122;
    const std::uint64_t fresh = std::random_device()();
    std::string reasons;
    for (const std::uint64_t first : {same, fresh}) {
        for (std::uint64_t seed = first; seed != first + 15; ++seed) {
            const std::string code = random_ptx(seed, reasons);
            if (code.empty()) continue;
            const assembled made = assemble(code, "sm_90");
            EXPECT_TRUE(made.ok) << "seed " << seed << "\n" << made.log;
        }
    }
    EXPECT_EQ(reasons, "");
}

}  // namespace

}  // namespace ndweave::compiler::testing
