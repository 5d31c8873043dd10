#include "compiler/passes/captures/separate_captures.hpp"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/MDBuilder.h>

#include <algorithm>
#include <map>
#include <optional>

#include "compiler/abi.h"
#include "compiler/kernel_attributes.hpp"
#include "compiler/passes/analysis/functor.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

constexpr const char *written_note = "ndweave-written-pointers", *read_note = "ndweave-read-pointers";

using offset_set = std::set<std::uint32_t>;

/// What a launch compares; the scopes of so many make lists long.
constexpr std::size_t max_pointers = 32;

const Value* address_of(const Instruction& i) {
    if (i.isVolatile()) return nullptr;
    if (const auto* const update = dyn_cast<AtomicRMWInst>(&i)) return update->getPointerOperand();
    if (const auto* const exchange = dyn_cast<AtomicCmpXchgInst>(&i)) return exchange->getPointerOperand();
    return getLoadStorePointerOperand(&i);
}

struct access {
    Instruction* made_by;
    offset_set captures;
};

struct access_scopes {
    std::vector<Metadata*> own, others;
};

/// Which of the kernel's distinct_pointers may lead into the same allocations.
class pointer_classes {
public:
    explicit pointer_classes(Function& kernel) : noted_(distinct_pointers::of(kernel)) {
        MDBuilder metadata(kernel.getContext());
        MDNode* const domain = metadata.createAnonymousAliasScopeDomain("captures");
        const std::uint64_t classes = kernel_attributes::of(kernel).pointer_classes;
        for (std::size_t n = 0; n < noted_.offsets.size(); ++n) {
            const std::size_t back =
                n < NDW_POINTER_CLASSES ? classes >> NDW_POINTER_CLASS_BITS * n & NDW_POINTER_ANYWHERE : 0;
            if (back == NDW_POINTER_ANYWHERE) continue;
            const std::size_t first = n - std::min(back, n);
            if (scopes_.count(first) == 0) scopes_[first] = metadata.createAnonymousAliasScope(domain);
            first_[noted_.offsets[n]] = first;
            if (n < noted_.written) written_.insert(first);
        }
    }

    /// None where the pointers may lead anywhere.
    std::optional<access_scopes> scopes_of(const offset_set& captures) const {
        std::set<std::size_t> own;
        for (const std::uint32_t offset : captures) {
            const auto found = first_.find(offset);
            if (found == first_.end()) return std::nullopt;
            own.insert(found->second);
        }
        const bool is_written = any_of(own, [&](std::size_t n) { return written_.count(n) != 0; });
        access_scopes scopes;
        for (const auto& [first, scope] : scopes_) {
            if (own.count(first))
                scopes.own.push_back(scope);
            else if (is_written || written_.count(first))
                scopes.others.push_back(scope);
        }
        return scopes;
    }

private:
    const distinct_pointers noted_;
    std::map<std::size_t, MDNode*> scopes_{};       // of allocations, by the first pointer into each
    std::map<std::uint32_t, std::size_t> first_{};  // by offset: the first pointer into the same allocation
    std::set<std::size_t> written_{};
};

void add_to(Instruction& i, const access_scopes& scopes) {
    const AAMDNodes before = i.getAAMetadata();
    const auto add = [&](unsigned kind, MDNode* to, const std::vector<Metadata*>& more) {
        if (!more.empty()) i.setMetadata(kind, MDNode::concatenate(to, MDNode::get(i.getContext(), more)));
    };
    add(LLVMContext::MD_alias_scope, before.Scope, scopes.own);
    add(LLVMContext::MD_noalias, before.NoAlias, scopes.others);
}

}  // namespace

offset_set captured_pointers_of(const Value& address,
                                function_ref<std::optional<std::uint64_t>(const LoadInst&)> place) {
    SmallVector<const Value*, 4> objects;
    getUnderlyingObjects(&address, objects, nullptr, 0);
    offset_set found;
    for (const Value* object : objects) {
        const auto* const load = dyn_cast<LoadInst>(object);
        const auto offset = load ? place(*load) : std::nullopt;
        if (!offset) return {};
        found.insert(static_cast<std::uint32_t>(*offset));
    }
    return found;
}

PreservedAnalyses separate_captures::run(Function& kernel, FunctionAnalysisManager&) {
    if (!is_kernel(kernel) || !kernel_attributes::of(kernel).distinct_pointers || may_write(*kernel.getArg(0)))
        return PreservedAnalyses::all();
    const auto place = [&](const LoadInst& load) { return offset_in_functor(load, *kernel.getArg(0)); };
    std::vector<access> accesses;
    offset_set written, all;
    for (Instruction& i : instructions(kernel)) {
        const Value* const address = address_of(i);
        if (!address) continue;
        offset_set captures = captured_pointers_of(*address, place);
        if (captures.empty()) continue;
        all.insert(captures.begin(), captures.end());
        if (i.mayWriteToMemory()) written.insert(captures.begin(), captures.end());
        accesses.push_back({&i, std::move(captures)});
    }
    if (written.empty() || all.size() < 2 || all.size() > max_pointers) return PreservedAnalyses::all();
    offset_set read;
    std::set_difference(all.begin(), all.end(), written.begin(), written.end(), std::inserter(read, read.end()));
    distinct_pointers::note(kernel, written, read);

    const pointer_classes classes(kernel);
    for (const access& a : accesses) {
        if (const auto scopes = classes.scopes_of(a.captures)) add_to(*a.made_by, *scopes);
    }
    return PreservedAnalyses::none();
}

distinct_pointers distinct_pointers::of(const Function& kernel) {
    distinct_pointers made;
    made.offsets = offsets_note(kernel, written_note);
    made.written = static_cast<std::uint32_t>(made.offsets.size());
    for (const std::uint32_t offset : offsets_note(kernel, read_note)) made.offsets.push_back(offset);
    return made;
}

void distinct_pointers::note(Function& kernel, const offset_set& written, const offset_set& read) {
    const auto add = [&](const char* name, offset_set with) {
        for (const std::uint32_t offset : offsets_note(kernel, name)) with.insert(offset);
        set_offsets_note(kernel, name, with);
    };
    add(written_note, written);
    add(read_note, read);
}

}  // namespace ndweave::compiler
