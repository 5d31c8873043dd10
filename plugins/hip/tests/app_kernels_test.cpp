// Every kernel of every app through hiprtc, which needs no GPU: it compiles, keeps nothing in scratch memory and
// reaches no memory through flat addresses.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app.hpp"
#include "code_object.hpp"
#include "compiler/abi.h"
#include "hip/hiprtc.hpp"
#include "hip/instruction_sets.hpp"
#include "kernel_records.hpp"
#include "plugin.hpp"

namespace ndweave::hip::testing {
namespace {

using detail::kernel_kind;
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

bool contains(const kernel_record& k, const std::string& part) {
    return std::string(k.name).find(part) != std::string::npos;
}

/// miniBUDE's work-items hold 16 floats for each of their poses: variants for which no registers are left.
bool fits_registers(const kernel_record& k, const processor& p) {
    for (const unsigned poses : {16u, 32u, 64u, 128u}) {
        if (contains(k, "6fastenILi" + std::to_string(poses) + "E")) return 16 * poses < p.registers;
    }
    return true;
}

bool is_fast(const kernel_record& k) { return contains(k, "minibude"); }  // the app asks for fast-math

/// Work-groups as the runtime and the apps choose them.
void set_local_range(ndw_compile_request& request) {
    const std::uint32_t basic[3][3] = {{256, 1, 1}, {64, 4, 1}, {16, 4, 4}}, matrix[3] = {8, 8, 1};
    const bool is_basic = request.kind == static_cast<std::uint32_t>(kernel_kind::basic);
    const std::uint32_t single[3] = {1, 1, 1};
    const auto* range = request.kind == 0                      ? single
                        : !is_basic && request.dimensions == 2 ? matrix
                                                               : basic[request.dimensions - 1];
    std::copy_n(range, 3, request.local_range);
}

/// The kernel's HIP C++ in a namespace of its own, so that one program can hold many.
std::string source_of(const kernel_record& k, const processor& p) {
    ndw_compile_request request{};
    request.struct_size = sizeof request;
    request.target = NDW_TARGET_HIP_CPP;
    request.kernel_name = k.name;
    request.bitcode = k.bitcode;
    request.bitcode_size = k.bitcode_size;
    request.bitcode_hash = k.hash;
    request.kind = static_cast<std::uint32_t>(k.kind);
    request.dimensions = k.dimensions;
    set_local_range(request);
    request.flags = is_fast(k) ? NDW_COMPILE_FAST_MATH : 0;
    request.sub_group_size = p.wave_front;
    request.functor_size = k.functor_size;
    request.pointer_alignment = 1;
    request.arch = p.name;
    const ndw_compiled_kernel* compiled = nullptr;
    char* error = nullptr;
    if (compiler().compile(&request, &compiled, &error) != NDW_COMPILE_OK) {
        ADD_FAILURE() << k.name << ": " << error;
        compiler().free_error(error);
        return {};
    }
    const std::string text = "namespace in_" + std::string(compiled->entry_name) + " {\n" + compiled->code + "}\n";
    compiler().release(compiled);
    return text;
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

/// Kernels of a kind, each code once.
std::vector<const kernel_record*> kernels(bool fast, const processor& p) {
    std::vector<const kernel_record*> chosen;
    std::set<std::string> hashes;
    for (const kernel_record* k : kernel_records()) {
        if (is_fast(*k) == fast && fits_registers(*k, p) && hashes.insert(k->hash).second) chosen.push_back(k);
    }
    return chosen;
}

TEST_P(AppKernels, CompileWithoutScratchAndFlatAccesses) { examine(kernels(false, GetParam()), false); }

TEST_P(AppKernels, CompileWithFastMathWithoutScratchAndFlatAccesses) { examine(kernels(true, GetParam()), true); }

INSTANTIATE_TEST_SUITE_P(Processors, AppKernels,
                         ::testing::Values(processor{"gfx906", 64, 256}, processor{"gfx90a", 64, 512},
                                           processor{"gfx1030", 32, 256}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(AppKernelRecords, OfEveryAppAreFound) {
    for (const apps::application* app : apps::all()) {
        const auto records = kernel_records();
        EXPECT_TRUE(std::any_of(records.begin(), records.end(), [&](const auto* k) { return contains(*k, app->name); }))
            << app->name;
    }
}

}  // namespace
}  // namespace ndweave::hip::testing
