#include "product_code.hpp"

#include <llvm/AsmParser/Parser.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <stdexcept>

#include "compiler/cache/sha256.hpp"
#include "compiler/compile.hpp"
#include "compiler/tests/host_kernel.hpp"

namespace ndweave::compiler::testing {

namespace {

std::string bitcode_of(const kernel_text& kernel) {
    llvm::LLVMContext context;
    llvm::SMDiagnostic problem;
    const auto module = llvm::parseAssemblyString(kernel.module, problem, context);
    if (!module) throw std::runtime_error("test kernel: " + problem.getMessage().str());
    std::string bytes;
    llvm::raw_string_ostream out(bytes);
    llvm::WriteBitcodeToFile(*module, out);
    return bytes;
}

template <class T>
T value_or_throw(llvm::Expected<T> value) {
    if (!value) throw std::runtime_error(llvm::toString(value.takeError()));
    return std::move(*value);
}

thread_local bool diverged;

constexpr ndw_check let_everything_through = {
    [](const ndw_check*, void* address, std::uint64_t, std::uint32_t, const char*) { return address; },
    [](const ndw_check*, std::uint32_t, const char*, const char*) { diverged = true; }};

}  // namespace

product_code::product_code(const kernel_text& kernel, const work_group& group, ndw_strategy strategy,
                           std::uint32_t flags, bool basic, std::uint32_t functor_size)
    : basic_(basic) {
    const std::string bitcode = bitcode_of(kernel), hash = cache::sha256_text(bitcode);
    ndw_compile_request r{};
    r.struct_size = sizeof(r);
    r.target = NDW_TARGET_HOST;
    r.kernel_name = kernel.name.c_str();
    r.bitcode = bitcode.data();
    r.bitcode_size = bitcode.size();
    r.bitcode_hash = hash.c_str();
    r.kind = basic ? 1 : 2;
    r.dimensions = group.local_range[2] > 1 ? 3 : group.local_range[1] > 1 ? 2 : 1;
    if (!basic) std::copy(std::begin(group.local_range), std::end(group.local_range), r.local_range);
    r.strategy = strategy;
    r.flags = flags;
    r.functor_size = functor_size;
    r.pointer_alignment = 1;
    const cache::entry made = value_or_throw(compile(r));
    arena_bytes_ = made.made.arena_bytes;
    strategy_ = made.made.strategy;
    code_ = value_or_throw(host::load_object(made.made.code, made.made.entry_name));
}

void product_code::run(work_group& group, const void* functor) const {
    ndw_host_launch launch{};
    launch.functor = functor;
    launch.check = &let_everything_through;
    ndw_host_box box{};
    for (int axis = 0; axis < 3; ++axis) {
        const std::uint64_t items = group.local_range[axis];
        launch.local_range[axis] = basic_ ? 1 : group.local_range[axis];
        box.begin[axis] = basic_ ? group.first_id[axis] : group.group_id[axis];
        box.end[axis] = basic_ ? group.first_id[axis] + items : group.group_id[axis] + 1;
        launch.group_range[axis] = box.end[axis];
        launch.global_range[axis] = basic_ ? box.end[axis] : box.end[axis] * items;
    }
    aligned_buffer<char> arena(arena_bytes_);
    const ndw_host_worker worker{group.local_memory.data(), arena.data()};
    diverged = false;
    code_->entry()(&launch, &worker, &box);
    if (diverged) throw std::logic_error("check mode sees a divergent barrier");
}

}  // namespace ndweave::compiler::testing
