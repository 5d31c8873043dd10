#include "compiler/passes/analysis/functor.hpp"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace ndweave::compiler {

using namespace llvm;

std::optional<std::uint64_t> offset_in_functor(const LoadInst& load, const Value& functor) {
    if (!load.isSimple()) return std::nullopt;
    APInt offset(64, 0);
    const Value* const base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(load.getDataLayout(), offset,
                                                                                          /*AllowNonInbounds=*/true);
    if (base != &functor) return std::nullopt;
    return offset.getZExtValue();
}

bool is_in_functor(const LoadInst& load, const Value& functor, std::uint64_t size) {
    const auto offset = offset_in_functor(load, functor);
    const std::uint64_t bytes = load.getDataLayout().getTypeStoreSize(load.getType());
    return offset && *offset <= size && bytes <= size - *offset;
}

/// Where the address, or one made of it, is used without a write: is the result such an address as well?
enum class use_of_address { reads, passes_on, may_write };

static use_of_address kind_of(const Use& use) {
    const auto& user = *cast<Instruction>(use.getUser());
    if (isa<LoadInst, ICmpInst>(user)) return use_of_address::reads;
    if (isa<GetElementPtrInst, PHINode, SelectInst, FreezeInst>(user)) return use_of_address::passes_on;
    const auto* const call = dyn_cast<CallBase>(&user);
    if (!call || !call->isArgOperand(&use)) return use_of_address::may_write;
    const auto* const intrinsic = dyn_cast<IntrinsicInst>(call);
    if (intrinsic && intrinsic->isAssumeLikeIntrinsic()) return use_of_address::reads;
    const unsigned number = call->getArgOperandNo(&use);
    const bool only_reads = call->onlyReadsMemory(number) && call->doesNotCapture(number);
    return only_reads ? use_of_address::reads : use_of_address::may_write;
}

bool may_write(const Value& functor) {
    SmallSetVector<const Value*, 16> addresses;
    addresses.insert(&functor);
    for (unsigned n = 0; n < addresses.size(); ++n) {
        for (const Use& use : addresses[n]->uses()) {
            const use_of_address kind = kind_of(use);
            if (kind == use_of_address::may_write) return true;
            if (kind == use_of_address::passes_on) addresses.insert(use.getUser());
        }
    }
    return false;
}

}  // namespace ndweave::compiler
