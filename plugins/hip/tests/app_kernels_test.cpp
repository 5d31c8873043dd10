// Every kernel of every app through hiprtc, which needs no GPU: it compiles, keeps nothing in scratch memory and
// reaches no memory through flat addresses.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "code/compile_by.hpp"
#include "code_object.hpp"
#include "compiler/abi.h"
#include "gpu/tests/app_kernels.hpp"
#include "hip/hiprtc.hpp"
#include "hip/instruction_sets.hpp"
#include "plugin.hpp"

namespace ndweave::hip::testing {
namespace {

using detail::kernel_record;

struct processor {
    const char* name;
    std::uint32_t wave_front;
    unsigned registers;  // of 32 bits, of a work-item
};

void PrintTo(const processor& p, std::ostream* out) { *out << p.name; }

const ndw_compiler_api& compiler() {
    void* library = dlopen(NDWEAVE_COMPILER_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    return *static_cast<const ndw_compiler_api*>(dlsym(library, "ndw_compiler"));
}

/// The kernel's HIP C++ in a namespace of its own, so that one program can hold many.
std::string source_of(const kernel_record& k, const processor& p) {
    ndw_compile_request request = gpu::testing::request_for(k);
    request.variant.target = NDW_TARGET_HIP_CPP;
    request.variant.sub_group_size = p.wave_front;
    request.arch = p.name;
    const code::compile_result compiled = code::compile_by(compiler(), request);
    if (compiled.status != NDW_COMPILE_OK) {
        ADD_FAILURE() << k.name << ": " << compiled.error;
        return {};
    }
    const code::artifact& made = compiled.made.made;
    return "namespace in_" + made.entry_name + " {\n" + made.code + "}\n";
}

class AppKernels : public ::testing::TestWithParam<processor> {
protected:
    void SetUp() override {
        library_ = installed_runtime().empty() ? nullptr : dlopen(installed_runtime().c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library_) GTEST_SKIP() << "no libamdhip64 here (Debian: libamdhip64-5)";
        if (!have_llvm_tools()) GTEST_SKIP() << "no llvm-readobj-19 and llvm-objdump-19 here";
        ASSERT_EQ(check_architecture(library_, GetParam().name), NDW_OK);
    }

    /// Compiles the kernels as one program and examines its code object.
    void examine(const std::vector<const kernel_record*>& kernels, bool fast_math) {
        std::string source;
        for (const kernel_record* k : kernels) source += source_of(*k, GetParam());
        std::vector<char> code_object;
        ASSERT_EQ(compile(library_, source.c_str(), GetParam().name, fast_math, code_object), NDW_OK);
        const std::vector<kernel_facts> facts = facts_of(code_object);
        EXPECT_EQ(facts.size(), kernels.size());
        for (const kernel_facts& f : facts) {
            EXPECT_EQ(f.scratch_bytes, 0u) << f.name;
            EXPECT_EQ(f.spilled_vector_registers, 0u) << f.name;
        }
        const disassembly text = disassemble(code_object, GetParam().name);
        EXPECT_GT(text.instructions, 20 * kernels.size());
        EXPECT_TRUE(text.flat.empty()) << text.flat.size() << " accesses, the first: " << text.flat.front();
    }

private:
    void* library_ = nullptr;
};

std::vector<const kernel_record*> kernels(bool fast, const processor& p) {
    std::vector<const kernel_record*> chosen = gpu::testing::kernel_records();
    std::erase_if(chosen, [&](const kernel_record* k) {
        return gpu::testing::is_fast(*k) != fast || !gpu::testing::fits_registers(*k, p.registers);
    });
    return chosen;
}

TEST_P(AppKernels, CompileWithoutScratchAndFlatAccesses) { examine(kernels(false, GetParam()), false); }

TEST_P(AppKernels, CompileWithFastMathWithoutScratchAndFlatAccesses) { examine(kernels(true, GetParam()), true); }

INSTANTIATE_TEST_SUITE_P(Processors, AppKernels,
                         ::testing::Values(processor{"gfx906", 64, 256}, processor{"gfx90a", 64, 512},
                                           processor{"gfx1030", 32, 256}),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace ndweave::hip::testing
