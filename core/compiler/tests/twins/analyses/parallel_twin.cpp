#include "parallel_twin.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/tests/twins/watches/claim_broken.hpp"
#include "compiler/tests/twins/watches/memory_access.hpp"

namespace ndweave::compiler::testing {

using namespace llvm;

parallel_twin::parallel_twin(Function& function) : clock_(function) {
    for (const Loop* loop : clock_.loops().getLoopsInPreorder()) {
        const MDNode* id = loop->getLoopID();
        const MDNode* named =
            id ? findOptionMDForLoopID(const_cast<MDNode*>(id), "llvm.loop.parallel_accesses") : nullptr;
        if (!named) continue;
        parallel_loop& made = parallel_.emplace_back();
        made.loop = loop;
        for (const MDOperand& group : drop_begin(named->operands())) made.groups.insert(cast<MDNode>(group.get()));
    }
}

void parallel_twin::begins(const work_group&, std::size_t items) {
    clock_.begin(items);
    for (parallel_loop& each : parallel_) each.entered = none;
}

bool parallel_twin::belongs(const Instruction& i, const parallel_loop& to) {
    const MDNode* its = i.getMetadata(LLVMContext::MD_access_group);
    if (!its || !to.loop->contains(&i)) return false;
    if (its->getNumOperands() == 0) return to.groups.contains(its);
    return any_of(its->operands(), [&](const MDOperand& one) { return to.groups.contains(cast<MDNode>(one.get())); });
}

void parallel_twin::touch(byte_use& byte, const Instruction& i, bool writes, std::uint64_t iteration) {
    const auto other = [&](std::uint64_t one) { return one != none && one != iteration; };
    if (other(byte.written) || (writes && other(byte.read))) {
        std::string text;
        raw_string_ostream(text) << *byte.by;
        throw claim_broken("parallel accesses", i,
                           "in iteration " + std::to_string(iteration) + " touches what another iteration touched by" +
                               text + ", and one of them writes");
    }
    byte.by = &i;
    if (writes) {
        byte.written = iteration;
    } else {
        byte.read = other(byte.read) ? many : iteration;
    }
}

void parallel_twin::executes(const running_item& item, const Instruction& i) {
    if (!i.mayReadOrWriteMemory()) return;
    for (parallel_loop& each : parallel_) {
        if (!belongs(i, each)) continue;
        const auto [entered, iteration] = clock_.turn_of(item.number(), *each.loop);
        if (each.entered != entered) each.bytes.clear();
        each.entered = entered;
        for (const memory_access& access : accesses_of(item, i)) {
            for (std::uint64_t n = 0; n < access.bytes; ++n)
                touch(each.bytes[access.begin + n], i, access.writes, iteration);
        }
    }
}

}  // namespace ndweave::compiler::testing
