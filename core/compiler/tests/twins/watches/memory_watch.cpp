#include "memory_watch.hpp"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "claim_broken.hpp"
#include "memory_access.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

static bool holds(memory_watch::memory area, const memory_access& access) {
    const std::uint64_t offset = access.begin - reinterpret_cast<std::uintptr_t>(area.data());
    return offset <= area.size() && access.bytes <= area.size() - offset;
}

void memory_watch::begins(const work_group& group, std::size_t) {
    scratch_bytes_ = 16 * group.scratch_items();
    variables_.clear();
    executed_ = 0;
}

/// Constant arrays that the module brings.
void memory_watch::allow_tables(const running_item& item, const Module& module) {
    for (const GlobalVariable& table : module.globals()) {
        if (!table.hasInitializer() || !isa<ConstantDataArray>(table.getInitializer())) continue;
        const std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(table.getValueType());
        variables_.push_back({reinterpret_cast<const std::byte*>(item.value(table)), bytes});
    }
}

void memory_watch::executes(const running_item& item, const Instruction& i) {
    if (executed_ == 0) allow_tables(item, *i.getModule());
    if (++executed_ > max_instructions) throw claim_broken("control flow", i, "runs for ever");
    for (const memory_access& access : accesses_of(item, i)) {
        if (access.begin % access.alignment != 0 && access.bytes != 0)
            throw claim_broken("alignment", i, "is not aligned for work-item " + std::to_string(item.number()));
        const auto there = [&](const area& one) {
            return holds(one.bytes, access) && (one.writable || !access.writes);
        };
        const bool known = std::ranges::any_of(areas_, there) ||
                           std::ranges::any_of(variables_, [&](memory one) { return holds(one, access); });
        if (!known)
            throw claim_broken("memory", i,
                               std::string(access.writes ? "writes" : "reads") + " memory that work-item " +
                                   std::to_string(item.number()) + " must not touch");
    }
}

void memory_watch::computes(const running_item&, const Instruction& i, std::uint64_t value) {
    const auto* call = dyn_cast<CallInst>(&i);
    if (call && call->getCalledFunction()->getName() == "__ndweave_group_scratch") {
        variables_.push_back({reinterpret_cast<const std::byte*>(value), scratch_bytes_});
    }
    const auto* variable = dyn_cast<AllocaInst>(&i);
    if (!variable) return;
    const std::uint64_t bytes = variable->getAllocationSize(variable->getDataLayout())->getFixedValue();
    variables_.push_back({reinterpret_cast<const std::byte*>(value), bytes});
}

}  // namespace ndweave::compiler::testing
