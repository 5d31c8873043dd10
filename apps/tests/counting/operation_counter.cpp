#include "operation_counter.hpp"

#include <dlfcn.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

#include <memory>
#include <mutex>
#include <stdexcept>

#include "compiler/pipeline.hpp"
#include "compiler/tests/sha256.hpp"

namespace ndweave::apps::testing {

namespace {

using namespace llvm;

unsigned operations_of_call(const CallInst& call) {
    const Function* f = call.getCalledFunction();
    if (!f || !call.getType()->isFPOrFPVectorTy() || f->getName().starts_with("__ndweave")) return 0;
    switch (f->getIntrinsicID()) {
        case Intrinsic::fma:
        case Intrinsic::fmuladd:
            return 2;
        case Intrinsic::fabs:
        case Intrinsic::copysign:
        case Intrinsic::minnum:
        case Intrinsic::maxnum:
        case Intrinsic::floor:
        case Intrinsic::ceil:
        case Intrinsic::trunc:
        case Intrinsic::rint:
        case Intrinsic::nearbyint:
        case Intrinsic::round:
            return 0;
        default:
            return 1;
    }
}

unsigned operations_of(const Instruction& i) {
    const auto* vector = dyn_cast<FixedVectorType>(i.getType());
    const unsigned lanes = vector ? vector->getNumElements() : 1;
    switch (i.getOpcode()) {
        case Instruction::FAdd:
        case Instruction::FSub:
        case Instruction::FMul:
        case Instruction::FDiv:
        case Instruction::FRem:
            return lanes;
        case Instruction::Call:
            return lanes * operations_of_call(cast<CallInst>(i));
        default:
            return 0;
    }
}

/// Where kernels count, by name: each at an address of its own, which its code holds.
struct book {
    std::mutex lock;
    std::map<std::string, std::unique_ptr<operation_count>> kernels;

    operation_count& of(const std::string& kernel) {
        const std::lock_guard hold(lock);
        std::unique_ptr<operation_count>& found = kernels[kernel];
        if (!found) found = std::make_unique<operation_count>();
        return *found;
    }
};

book& the_book() {
    static book one;
    return one;
}

void add(BasicBlock& block, std::uint64_t& counter, std::uint64_t number) {
    if (number == 0) return;
    IRBuilder<> at(block.getTerminator());
    Value* address = at.CreateIntToPtr(at.getInt64(reinterpret_cast<std::uintptr_t>(&counter)),
                                       PointerType::get(block.getContext(), 0));
    at.CreateAtomicRMW(AtomicRMWInst::Add, address, at.getInt64(number), MaybeAlign(8), AtomicOrdering::Monotonic);
}

void instrument(Function& kernel, operation_count& to) {
    for (BasicBlock& block : kernel) {
        unsigned number = 0;
        for (const Instruction& i : block) number += operations_of(i);
        add(block, to.operations, number);
    }
    add(kernel.getEntryBlock(), to.work_items, 1);
}

/// The kernel's bitcode behind the front that all targets share, counting.
std::string counting_bitcode(const ndw_compile_request& request) {
    LLVMContext context;
    const StringRef bytes(static_cast<const char*>(request.bitcode), request.bitcode_size);
    auto module = cantFail(parseBitcodeFile(MemoryBufferRef(bytes, request.kernel_name), context));
    compiler::compilation of(request, *compiler::find_target(NDW_TARGET_HOST));
    cantFail(compiler::run_front(*module, of));
    instrument(*of.entry(*module), the_book().of(of.kernel()));
    std::string text;
    raw_string_ostream out(text);
    WriteBitcodeToFile(*module, out);
    return text;
}

ndw_compile_fn compile_uncounted = nullptr;

int compile(const ndw_compile_request* request, void** bytes, std::uint64_t* size, char** error) {
    if (request->variant.target != NDW_TARGET_HOST) return compile_uncounted(request, bytes, size, error);
    const std::string bitcode = counting_bitcode(*request), hash = compiler::testing::sha256_text(bitcode);
    ndw_compile_request counting = *request;
    counting.bitcode = bitcode.data();
    counting.bitcode_size = bitcode.size();
    counting.bitcode_hash = hash.c_str();
    return compile_uncounted(&counting, bytes, size, error);
}

}  // namespace

void count_operations(const std::string& compiler_library) {
    if (compile_uncounted) return;
    setenv("NDWEAVE_CACHE_DIR", "/dev/null", 1);  // whose kernels do not count
    void* library = dlopen(compiler_library.c_str(), RTLD_NOW | RTLD_LOCAL);
    auto* api = library ? static_cast<ndw_compiler_api*>(dlsym(library, "ndw_compiler")) : nullptr;
    if (!api) throw std::runtime_error("no kernel compiler at " + compiler_library);
    compile_uncounted = api->compile;
    api->compile = compile;
}

std::map<std::string, operation_count> take_counts() {
    book& b = the_book();
    const std::lock_guard hold(b.lock);
    std::map<std::string, operation_count> taken;
    for (auto& [kernel, c] : b.kernels) {
        if (c->work_items != 0) taken[kernel] = *c;
        *c = {};
    }
    return taken;
}

}  // namespace ndweave::apps::testing
