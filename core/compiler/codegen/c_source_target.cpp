#include "compiler/codegen/c_source_target.hpp"

#include "compiler/codegen/c_source.hpp"
#include "compiler/codegen/c_source/dialect.hpp"
#include "compiler/codegen/c_source/math_functions.hpp"
#include "ndweave/builtins.h"

namespace ndweave::compiler {
namespace {

constexpr capabilities c_source_capabilities{.long_double = false,
                                             .recursion = false,
                                             .inline_assembly = false,
                                             .half = false,
                                             .int128 = false,
                                             .wide_counters = true};

template <c_dialect Dialect>
std::uint32_t sub_group_size(const ndw_compile_request& request) {
    return c_source_detail::sub_group_size(c_source_detail::traits_of(Dialect), request);
}

bool provides(llvm::StringRef name) { return c_source_detail::find_math_function(name) != nullptr; }

std::string identity(const ndw_compile_request&) { return {}; }

template <c_dialect Dialect>
llvm::Expected<artifact> compile(std::unique_ptr<llvm::Module> module, compilation& job) {
    llvm::Function* entry = job.entry(*module);
    if (!entry) return failed("the kernel's entry function is missing");
    try {
        c_source made = emit_c_source(*module, *entry, Dialect, job.request);
        artifact a;
        a.code = std::move(made.text);
        job.dump_code(a.code, Dialect == c_dialect::opencl_c ? "cl" : Dialect == c_dialect::hip_cpp ? "hip" : "cu");
        a.entry_name = std::move(made.entry_name);
        a.parameters = std::move(made.parameters);
        a.coarsening = made.coarsening;
        a.items_in_loops = made.items_in_loops;
        a.direct = made.direct;
        a.scratch_bytes = made.scratch_bytes;
        a.uses_barrier = made.uses_barrier;
        a.sub_group_size = made.sub_group_size;
        return a;
    } catch (const c_source_unsupported& refusal) {
        return job.refuse(std::string("uses ") + refusal.what(), refusal.where);
    } catch (const std::logic_error& malformed) {
        return failed(malformed.what());
    }
}

template <c_dialect Dialect>
constexpr target make_target(const char* name) {
    const auto atomic_bits = [] { return 64u; };
    return {name,        NDWEAVE_TARGET_GPU, c_source_capabilities, sub_group_size<Dialect>, provides,
            atomic_bits, identity,           compile<Dialect>};
}

}  // namespace

const target opencl_c_target = make_target<c_dialect::opencl_c>("opencl-c");
const target hip_cpp_target = make_target<c_dialect::hip_cpp>("hip-c++");
const target cuda_cpp_target = make_target<c_dialect::cuda_cpp>("cuda-c++");

}  // namespace ndweave::compiler
