#include "compiler/passes/regions/region_plan.hpp"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <array>

#include "compiler/passes/analysis/uniformity.hpp"
#include "compiler/report/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

static constexpr const char *head_name = "ndweave.head", *lifted_name = "ndweave.lifted", *any_name = "ndweave.any",
                            *uniform_name = "ndweave.uniform", *regions_name = "ndweave.regions",
                            *places_name = "ndweave.places", *divergent_name = "ndweave-divergent-barriers",
                            *divergent_lanes_name = "ndweave-divergent-lanes";
static constexpr std::array reason_names{"start",         "barrier",   "implicit barrier",
                                         "group barrier", "sub-group", "members"};  // head_reason

static MDString* word_for(LLVMContext& context, head_reason why) {
    return MDString::get(context, reason_names[static_cast<std::size_t>(why)]);
}

static head_reason reason_of(const MDOperand& word) {
    const auto* const found = find(reason_names, cast<MDString>(word)->getString());
    return static_cast<head_reason>(found - reason_names.begin());
}

static unsigned number_of(const MDNode& note) {
    return static_cast<unsigned>(mdconst::extract<ConstantInt>(note.getOperand(0))->getZExtValue());
}

/// Of the head with that number; null where it is not known.
static const DILocation* place_of(const Module& module, unsigned number) {
    const NamedMDNode* const places = module.getNamedMetadata(places_name);
    if (places == nullptr || number >= places->getNumOperands()) return nullptr;
    const MDNode& place = *places->getOperand(number);
    return place.getNumOperands() == 0 ? nullptr : cast<DILocation>(place.getOperand(0));
}

bool has_divergent_lanes(const Function& kernel) { return kernel.hasFnAttribute(divergent_lanes_name); }

bool has_divergent_barriers(const Function& kernel) { return kernel.hasFnAttribute(divergent_name); }

BasicBlock* exit_of(Function& kernel) {
    BasicBlock* exit = nullptr;
    for (BasicBlock& block : kernel) {
        if (isa<ReturnInst>(block.getTerminator())) exit = &block;
    }
    return exit;
}

void region_plan::attach_to(Function& kernel) const {
    LLVMContext& context = kernel.getContext();
    NamedMDNode& all_places = *kernel.getParent()->getOrInsertNamedMetadata(places_name);
    all_places.clearOperands();
    unsigned number = 0;
    for (BasicBlock* head : heads) {
        Metadata* index = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), number++));
        head->getTerminator()->setMetadata(head_name,
                                           MDNode::get(context, {index, word_for(context, reasons.lookup(head))}));
        SmallVector<Metadata*> place;
        if (const DILocation* const known = places.lookup(head)) place.push_back(const_cast<DILocation*>(known));
        all_places.addOperand(MDNode::get(context, place));
    }
    MDNode* const marked = MDNode::get(context, {});
    for (BasicBlock* block : lifted) block->getTerminator()->setMetadata(lifted_name, marked);
    for (AllocaInst* variable : any) variable->setMetadata(any_name, marked);
    if (!lockstep) kernel.addFnAttr(divergent_name);
}

region_plan region_plan::of(Function& kernel) {
    region_plan plan;
    plan.exit = exit_of(kernel);
    plan.lockstep = !has_divergent_barriers(kernel);
    SmallVector<std::pair<const MDNode*, BasicBlock*>> numbered;
    for (BasicBlock& block : kernel) {
        const Instruction& end = *block.getTerminator();
        if (const MDNode* const note = end.getMetadata(head_name)) numbered.emplace_back(note, &block);
        if (end.hasMetadata(lifted_name)) plan.lifted.insert(&block);
    }
    sort(numbered, [](const auto& a, const auto& b) { return number_of(*a.first) < number_of(*b.first); });
    for (const auto& [note, block] : numbered) {
        plan.heads.insert(block);
        plan.places[block] = place_of(*kernel.getParent(), number_of(*note));
        plan.reasons[block] = reason_of(note->getOperand(1));
    }
    for (Instruction& i : kernel.getEntryBlock()) {
        auto* const variable = dyn_cast<AllocaInst>(&i);
        if (variable != nullptr && variable->hasMetadata(any_name)) plan.any.push_back(variable);
    }
    return plan;
}

SetVector<BasicBlock*> region_blocks(const region_plan& plan, BasicBlock* head) {
    SetVector<BasicBlock*> found;
    found.insert(head);
    for (unsigned i = 0; i < found.size(); ++i) {
        for (BasicBlock* next : successors(found[i])) {
            if (!plan.ends_region(next)) found.insert(next);
        }
    }
    return found;
}

void mark_group_uniform(Function& kernel, const uniformity& values) {
    MDNode* const marked = MDNode::get(kernel.getContext(), {});
    for (BasicBlock& block : kernel) {
        if (!values.is_converged(block)) continue;
        for (Instruction& i : block) {
            if (!i.getType()->isVoidTy() && values.is_uniform(i)) i.setMetadata(uniform_name, marked);
        }
    }
}

bool is_group_uniform(const Instruction& value) { return value.hasMetadata(uniform_name); }

Constant* place_of_target(IRBuilder<>& at, const region_plan& plan, BasicBlock& target) {
    if (&target == plan.exit) return at.CreateGlobalString("", "kernel.end");
    return place_constant(at, place_text(plan.places.lookup(&target)));
}

void drop_plan(Function& kernel, const region_plan& plan) {
    LLVMContext& context = kernel.getContext();
    SmallVector<Metadata*> regions;
    for (BasicBlock* head : plan.heads) regions.push_back(word_for(context, plan.reasons.lookup(head)));
    kernel.setMetadata(regions_name, MDNode::get(context, regions));
    for (Instruction& i : instructions(kernel)) {
        if (!i.hasMetadataOtherThanDebugLoc()) continue;
        for (const char* name : {head_name, lifted_name, any_name, uniform_name}) i.setMetadata(name, nullptr);
    }
}

void forget_regions(Function& kernel) {
    take_heads(kernel);
    if (!has_divergent_barriers(kernel)) return;
    kernel.removeFnAttr(divergent_name);
    kernel.addFnAttr(divergent_lanes_name);
}

std::vector<region_head> take_heads(Function& kernel) {
    std::vector<region_head> heads;
    const MDNode* const regions = kernel.getMetadata(regions_name);
    if (regions == nullptr) return heads;
    Module& module = *kernel.getParent();
    for (const MDOperand& region : regions->operands())
        heads.push_back({reason_of(region), place_of(module, static_cast<unsigned>(heads.size()))});
    kernel.setMetadata(regions_name, nullptr);
    if (NamedMDNode* const places = module.getNamedMetadata(places_name)) places->eraseFromParent();
    return heads;
}

}  // namespace ndweave::compiler
