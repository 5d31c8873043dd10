#include "compiler/passes/check/check_private_accesses.hpp"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include "compiler/abi.h"
#include "compiler/llvm_passes.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/passes/check/subscripts.hpp"
#include "compiler/source_location.hpp"

namespace ndweave::compiler {

using namespace llvm;

namespace {

/// Of a copy, the side that is written or read.
constexpr StringLiteral looked_at = "ndweave.looked_at", source_looked_at = "ndweave.source_looked_at";

/// Of an array, or of what holds nothing but an array, as std::array does; 0 for other types.
std::uint64_t element_bytes(Type* type, const DataLayout& layout) {
    while (auto* one = dyn_cast<StructType>(type)) {
        if (one->getNumElements() != 1) return 0;
        type = one->getElementType(0);
    }
    auto* array = dyn_cast<ArrayType>(type);
    return array ? layout.getTypeAllocSize(array->getElementType()).getFixedValue() : 0;
}

/// What is pointed into.
struct object {
    std::uint32_t what = 0;  // of ndw_check_access
    std::string name;        // empty where it is not known
    std::uint64_t bytes = 0, element_bytes = 0;
};

/// As the extraction noted it of the program's debug information (core/compiler/extract/variable_names.hpp).
std::string name_of(const AllocaInst& variable) {
    const MDNode* const noted = variable.getMetadata("ndweave.variable");
    const auto* const name = noted ? dyn_cast<MDString>(noted->getOperand(0)) : nullptr;
    return name ? name->getString().str() : "";
}

/// As the program has it, without namespaces and functions around it; empty for what compilers made. Clang keeps the
/// values of a local array in `__const.<function>.<name>`.
std::string name_of(const GlobalVariable& table) {
    StringRef symbol = table.getName();
    if (symbol.starts_with("__const.")) return symbol.rsplit('.').second.str();
    if (!symbol.starts_with("_Z")) return symbol.contains('.') ? "" : symbol.str();
    const std::string whole = demangle(symbol);
    const StringRef name = StringRef(whole).split(" (").first;  // of several files' the second one is "name (.2)"
    const std::size_t scope = name.rfind("::");
    return (scope == StringRef::npos ? name : name.substr(scope + 2)).str();
}

std::optional<object> object_of(const Value& base, const DataLayout& layout) {
    const auto sized = [&](std::uint32_t what, const std::string& name, Type* type) {
        return object{what, name, layout.getTypeAllocSize(type), element_bytes(type, layout)};
    };
    if (isa<Argument>(base)) return object{NDW_CHECK_CAPTURED, "", 0, 0};
    if (const auto* table = dyn_cast<GlobalVariable>(&base)) {
        return sized(NDW_CHECK_CONSTANT, name_of(*table), table->getValueType());
    }
    const auto* variable = dyn_cast<AllocaInst>(&base);
    if (!variable) return std::nullopt;
    return sized(0, name_of(*variable), variable->getAllocatedType());
}

/// Without name and elements where it depends.
object underlying_object(const Value& address, const DataLayout& layout) {
    SmallVector<const Value*> found;
    getUnderlyingObjects(&address, found, nullptr, 0);
    return found.size() == 1 ? object_of(*found[0], layout).value_or(object{}) : object{};
}

class checker {
public:
    checker(Function& kernel, bool subscripts)
        : layout_(kernel.getDataLayout()),
          library_(TargetLibraryInfoImpl(Triple(kernel.getParent()->getTargetTriple()))),
          sizes_(layout_, &library_, kernel.getContext(), options()),
          subscripts_(subscripts) {}

    void look_at(Instruction& i) {
        if (auto* load = dyn_cast<LoadInst>(&i)) return access(i, *load->getPointerOperand(), *load->getType(), 0);
        if (auto* store = dyn_cast<StoreInst>(&i)) {
            return access(i, *store->getPointerOperand(), *store->getValueOperand()->getType(), NDW_CHECK_WRITE);
        }
        if (auto* update = dyn_cast<AtomicRMWInst>(&i)) {
            return access(i, *update->getPointerOperand(), *update->getType(), NDW_CHECK_WRITE);
        }
        if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&i)) {
            return access(i, *exchange->getPointerOperand(), *exchange->getNewValOperand()->getType(), NDW_CHECK_WRITE);
        }
        auto* bulk = dyn_cast<MemIntrinsic>(&i);
        if (!bulk) return;
        range(i, *bulk->getRawDest(), *bulk->getLength(), NDW_CHECK_WRITE, looked_at);
        if (auto* copy = dyn_cast<MemTransferInst>(bulk))
            range(i, *copy->getRawSource(), *copy->getLength(), 0, source_looked_at);
    }

private:
    static ObjectSizeOpts options() {
        ObjectSizeOpts exact;
        exact.EvalMode = ObjectSizeOpts::Mode::ExactUnderlyingSizeAndOffset;
        exact.NullIsUnknownSize = true;
        return exact;
    }

    void access(Instruction& i, Value& address, Type& type, std::uint32_t what) {
        Type* const word = Type::getInt64Ty(i.getContext());
        range(i, address, *ConstantInt::get(word, layout_.getTypeStoreSize(&type)), what, looked_at);
    }

    void range(Instruction& i, Value& address, Value& bytes, std::uint32_t what, StringRef mark) {
        if (i.hasMetadata(mark)) return;
        const bool done = subscripts_ && look_at_subscripts(i, address, bytes, what);
        if (done || look_at_offset(i, address, bytes, what)) i.setMetadata(mark, MDNode::get(i.getContext(), {}));
    }

    /// Whether nothing remains to be looked at.
    bool look_at_subscripts(Instruction& i, Value& address, Value& bytes, std::uint32_t what) {
        const subscripted found = subscripts_of(address, layout_);
        if (found.subscripts.empty()) return false;
        const auto within = object_of(*found.base, layout_);
        const object of = within ? *within : underlying_object(address, layout_);
        if (!within && of.bytes == 0) return false;  // memory that is not the kernel's own
        for (const subscript& each : found.subscripts) {
            const auto* index = dyn_cast<ConstantInt>(each.index);
            if (index && index->getValue().ult(each.count)) continue;
            const bool whole = each.count * each.element_bytes == of.bytes;
            const std::uint32_t part = whole || of.what & NDW_CHECK_CAPTURED ? 0 : NDW_CHECK_PART;
            call(i, *each.index, bytes, each.count,
                 {what | of.what | NDW_CHECK_INDEX | part, of.name, 0, each.element_bytes});
        }
        const auto* length = dyn_cast<ConstantInt>(&bytes);
        return within && length && length->getZExtValue() <= found.subscripts[0].element_bytes;
    }

    /// Whether it can be.
    bool look_at_offset(Instruction& i, Value& address, Value& bytes, std::uint32_t what) {
        const SizeOffsetValue place = sizes_.compute(&address);
        if (!place.bothKnown()) return false;
        if (is_inside(place, bytes)) return true;
        object of = underlying_object(address, layout_);
        of.what |= what;
        call(i, *place.Offset, bytes, *place.Size, of);
        return true;
    }

    static bool is_inside(const SizeOffsetValue& place, const Value& bytes) {
        const auto *size = dyn_cast<ConstantInt>(place.Size), *offset = dyn_cast<ConstantInt>(place.Offset);
        const auto* length = dyn_cast<ConstantInt>(&bytes);
        return size && offset && length && offset->getValue().ule(size->getValue()) &&
               length->getZExtValue() <= size->getZExtValue() - offset->getZExtValue();
    }

    static void call(Instruction& i, Value& at, Value& bytes, std::uint64_t end, const object& of) {
        call(i, at, bytes, *ConstantInt::get(Type::getInt64Ty(i.getContext()), end), of);
    }

    static void call(Instruction& i, Value& at, Value& bytes, Value& end, const object& of) {
        IRBuilder<> before(&i);
        Type* word = before.getInt64Ty();
        call_builtin(before, builtin::check_private, before.getVoidTy(),
                     {before.CreateSExtOrTrunc(&at, word), before.CreateZExtOrTrunc(&bytes, word),
                      before.CreateZExtOrTrunc(&end, word), before.getInt32(of.what),
                      before.getInt32(static_cast<std::uint32_t>(of.element_bytes)), place_constant(before, of.name),
                      place_constant(before, place_text(i.getDebugLoc()))});
    }

    const DataLayout& layout_;
    const TargetLibraryInfo library_;
    ObjectSizeOffsetEvaluator sizes_;
    const bool subscripts_;
};

void look_at_all(Function& kernel, bool subscripts) {
    checker check(kernel, subscripts);
    SmallVector<Instruction*> all;
    for (Instruction& i : instructions(kernel)) all.push_back(&i);
    for (Instruction* i : all) check.look_at(*i);
}

}  // namespace

/// So that constant subscripts are seen to be. Nothing that touches memory changes.
static void fold_constants(Function& kernel) {
    const SimplifyQuery query(kernel.getDataLayout());
    for (Instruction& i : instructions(kernel)) {
        Value* folded = isa<CastInst, BinaryOperator>(i) ? simplifyInstruction(&i, query) : nullptr;
        if (folded) i.replaceAllUsesWith(folded);
    }
}

void check_subscripts(Function& kernel) {
    FunctionPassManager promotion;
    promotion.addPass(PromotePass());
    run_passes(kernel, std::move(promotion));
    fold_constants(kernel);
    look_at_all(kernel, true);
}

void check_cleaned_up(Function& kernel) { look_at_all(kernel, false); }

}  // namespace ndweave::compiler
