// Emitted OpenCL C against the same IR run by LLVM's JIT, bit for bit, on random kernels.
#include <gtest/gtest.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <random>

#include "compiler/tests/c_source/kernel.hpp"
#include "compiler/tests/c_source/opencl.hpp"
#include "compiler/tests/c_source/random/random_ir.hpp"
#include "compiler/tests/c_source/run.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr std::size_t items = 100;  // not a multiple of the group size

/// Bits that make interesting floats and integers of every width.
std::uint64_t interesting(std::mt19937_64& random) {
    const std::uint64_t chosen[] = {
        0, 1, ~0ull, 1ull << 63, 0x7ff0000000000000, 0x3ff0000000000000, 0x8000000080000000};
    return random() % 4 == 0 ? chosen[random() % 7] : random() >> random() % 64;
}

std::string ir_of(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
}

void compare_one(opencl_device& device, std::uint64_t seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    auto context = std::make_unique<llvm::LLVMContext>();
    std::unique_ptr<llvm::Module> module = random_kernel(*context, seed);
    ASSERT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    std::unique_ptr<llvm::Module> emitted = llvm::CloneModule(*module);

    std::mt19937_64 random(seed);
    shared_array<std::uint64_t> in(device, items * 4), out(device, items * 8);
    for (std::size_t i = 0; i < in.size; ++i) in.data[i] = interesting(random);
    std::fill_n(out.data, out.size, 0);
    std::vector<std::uint64_t> expected(out.size);
    random_functor functor{in.data,
                           out.data,
                           interesting(random),
                           static_cast<std::uint32_t>(random()),
                           0.7f,
                           -1e10,
                           {1, 0x80000000u, 77, 0xffffffffu}};

    ndw_compile_request request = basic_request(sizeof(functor));
    request.variant.flags = seed % 2 == 0 ? NDW_COMPILE_ITEMS_IN_LOOPS : 0;
    std::string ir = ir_of(*module);
    c_source source;
    try {
        source = emit_c_source(*emitted, *emitted->getFunction("kernel"), c_dialect::opencl_c, request);
    } catch (const c_source_unsupported& refusal) {
        FAIL() << refusal.what() << "\n" << ir;
    }
    emitted.reset();
    const std::string problem = device.run(source, &functor, items, 64);
    ASSERT_EQ(problem, "") << ir;

    random_functor here = functor;
    here.out = expected.data();
    run_here(std::move(context), std::move(module), &here, items);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(out.data[i], expected[i]) << "item " << i / 8 << " word " << i % 8 << "\n" << ir << source.text;
    }
}

class RandomOpenCLKernels : public ::testing::TestWithParam<int> {};

TEST_P(RandomOpenCLKernels, OpenCLCComputesWhatTheIrSays) {
    opencl_device* device = opencl_device::find();
    if (!device) GTEST_SKIP() << "no OpenCL device with shared virtual memory (Debian: pocl-opencl-icd)";
    const char* fixed = std::getenv("NDWEAVE_TEST_SEED");
    const std::uint64_t seed = fixed ? std::stoull(fixed) : std::random_device{}();
    const int count = fixed ? 1 : 5;
    for (int i = 0; i < count && !HasFatalFailure(); ++i) compare_one(*device, seed + static_cast<std::uint64_t>(i));
}

INSTANTIATE_TEST_SUITE_P(Batch, RandomOpenCLKernels, ::testing::Range(0, 8));

}  // namespace
}  // namespace ndweave::compiler::testing
