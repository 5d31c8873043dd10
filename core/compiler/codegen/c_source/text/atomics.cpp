/// Atomics: the dialect's functions where it has them, compare-and-swap loops elsewhere; orders by fences around
/// relaxed operations. Atomics on private memory are ordinary accesses.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

using llvm::AtomicRMWInst;

/// What an atomic instruction works on. Pointers and floating point are handled by their bits.
struct place {
    space where;
    std::string pointer;
    llvm::Type* type;
    unsigned bits;

    bool is_private() const { return where == space::private_memory; }
};

place place_of(emission& e, const llvm::Instruction& i, const llvm::Value* pointer, llvm::Type* type) {
    const unsigned bits = static_cast<unsigned>(e.layout.getTypeStoreSizeInBits(type).getFixedValue());
    if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
        refuse(&i, "an atomic of " + std::to_string(bits) + " bits");
    return {space_of(e, *pointer), value(e, pointer), type, bits};
}

std::string to_bits(const place& p, const std::string& text) {
    if (p.type->isFloatingPointTy()) return "as_u" + std::to_string(p.bits) + "(" + text + ")";
    return p.type->isPointerTy() ? "(u64)" + text : text;
}

std::string from_bits(const place& p, const std::string& text) {
    if (p.type->isFloatingPointTy()) return "as_f" + std::to_string(p.bits) + "(" + text + ")";
    if (p.type->isPointerTy()) return "(pointer)" + text;
    return p.type->isIntegerTy(1) ? "((" + text + " & 1u) != 0u)" : text;
}

std::string plain(emission& e, const place& p, bool is_volatile) {
    return access(e, p.where, p.pointer, "u" + std::to_string(p.bits), is_volatile);
}

/// A pointer argument of the dialect's atomic functions: to `type`, in its address space where the dialect has them.
std::string argument(const emission& e, const place& p, const std::string& type, const std::string& pointer) {
    return e.dialect.is_opencl ? "(volatile " + std::string(qualifier(e.dialect, p.where)) + type + "*)" + pointer
                               : "(" + type + "*)" + pointer;
}

std::string compare_and_swap(const emission& e, const place& p, unsigned bits, const std::string& pointer,
                             const std::string& expected, const std::string& desired) {
    const char* name = !e.dialect.is_opencl ? "atomicCAS(" : bits == 64 ? "atom_cmpxchg(" : "atomic_cmpxchg(";
    return name + argument(e, p, "u" + std::to_string(bits), pointer) + ", " + expected + ", " + desired + ")";
}

void fence(emission& e, llvm::SyncScope::ID scope) {
    if (scope != llvm::SyncScope::SingleThread) e.line(std::string(e.dialect.fences[3]));
}

void before(emission& e, llvm::AtomicOrdering order, llvm::SyncScope::ID scope) {
    if (llvm::isReleaseOrStronger(order)) fence(e, scope);
}

void after(emission& e, llvm::AtomicOrdering order, llvm::SyncScope::ID scope) {
    if (llvm::isAcquireOrStronger(order)) fence(e, scope);
}

std::string choose(const std::string& condition, const std::string& a, const std::string& b) {
    return "(" + condition + " ? " + a + " : " + b + ")";
}

std::string float_minimum(const emission& e, const place& p, bool maximum, const std::string& a, const std::string& b) {
    const char* suffix = e.dialect.is_opencl || p.bits == 64 ? "" : "f";
    return std::string(maximum ? "fmax" : "fmin") + suffix + "(" + a + ", " + b + ")";
}

/// The new value of a read-modify-write, from the old one and the operand.
std::string updated(const emission& e, const AtomicRMWInst& i, const place& p, const std::string& a,
                    const std::string& b) {
    const std::string sa = as_signed(p.bits, a), sb = as_signed(p.bits, b);
    switch (i.getOperation()) {
        case AtomicRMWInst::Xchg:
            return b;
        case AtomicRMWInst::Add:
        case AtomicRMWInst::FAdd:
            return "(" + a + " + " + b + ")";
        case AtomicRMWInst::Sub:
        case AtomicRMWInst::FSub:
            return "(" + a + " - " + b + ")";
        case AtomicRMWInst::And:
            return "(" + a + " & " + b + ")";
        case AtomicRMWInst::Nand:
            return "(~(" + a + " & " + b + "))";
        case AtomicRMWInst::Or:
            return "(" + a + " | " + b + ")";
        case AtomicRMWInst::Xor:
            return "(" + a + " ^ " + b + ")";
        case AtomicRMWInst::Max:
            return choose(sa + " > " + sb, a, b);
        case AtomicRMWInst::Min:
            return choose(sa + " < " + sb, a, b);
        case AtomicRMWInst::UMax:
            return choose(a + " > " + b, a, b);
        case AtomicRMWInst::UMin:
            return choose(a + " < " + b, a, b);
        case AtomicRMWInst::FMax:
            return float_minimum(e, p, true, a, b);
        case AtomicRMWInst::FMin:
            return float_minimum(e, p, false, a, b);
        case AtomicRMWInst::UIncWrap:
            return choose(a + " >= " + b, "0", "(" + a + " + 1)");
        case AtomicRMWInst::UDecWrap:
            return choose(a + " == 0 || " + a + " > " + b, b, "(" + a + " - 1)");
        default:
            refuse(&i, "this atomic operation");
    }
}

struct native_function {
    const char* suffix;  // of OpenCL's atomic_… (32 bits) and atom_… (64 bits)
    const char* cpp;
    bool is_signed;
};

std::optional<native_function> native(const emission& e, const AtomicRMWInst& i, unsigned bits) {
    const bool opencl = e.dialect.is_opencl;
    if (bits < 32) return std::nullopt;
    switch (i.getOperation()) {
        case AtomicRMWInst::Xchg:
            return native_function{"xchg", "atomicExch", false};
        case AtomicRMWInst::Add:
            return native_function{"add", "atomicAdd", false};
        case AtomicRMWInst::And:
            return native_function{"and", "atomicAnd", false};
        case AtomicRMWInst::Or:
            return native_function{"or", "atomicOr", false};
        case AtomicRMWInst::Xor:
            return native_function{"xor", "atomicXor", false};
        case AtomicRMWInst::UMax:
            return native_function{"max", "atomicMax", false};
        case AtomicRMWInst::UMin:
            return native_function{"min", "atomicMin", false};
        case AtomicRMWInst::Sub:
            return opencl ? std::optional(native_function{"sub", "", false}) : std::nullopt;
        case AtomicRMWInst::Max:
        case AtomicRMWInst::Min:
            // Older HIP has no signed 64-bit form.
            if (!opencl && bits == 64) return std::nullopt;
            return i.getOperation() == AtomicRMWInst::Max ? native_function{"max", "atomicMax", true}
                                                          : native_function{"min", "atomicMin", true};
        default:
            return std::nullopt;
    }
}

std::string native_call(const emission& e, const place& p, const native_function& f, const std::string& operand) {
    const std::string type = (f.is_signed ? "i" : "u") + std::to_string(p.bits);
    const std::string name =
        !e.dialect.is_opencl ? f.cpp : (p.bits == 64 ? "atom_" : "atomic_") + std::string(f.suffix);
    return "(u" + std::to_string(p.bits) + ")" + name + "(" + argument(e, p, type, p.pointer) + ", (" + type + ")" +
           operand + ")";
}

/// `{ … old … }`: repeats until no other work-item came between. `next` maps the text of the old bits to the new bits.
template <class Next>
void swap_loop(emission& e, const place& p, const std::string& target, const Next& next) {
    const std::string type = "u" + std::to_string(p.bits);
    const std::string finish = target.empty() ? "" : target + " = " + from_bits(p, "old") + "; ";
    if (p.is_private()) {
        e.line("{ " + type + " old = " + plain(e, p, false) + "; " + plain(e, p, false) + " = (" + type + ")" +
               next("old") + "; " + finish + "}");
    } else if (p.bits >= 32) {
        e.line("{ " + type + " seen = " + plain(e, p, true) + ", old; do { old = seen; seen = " +
               compare_and_swap(e, p, p.bits, p.pointer, "old", "(" + type + ")" + next("old")) +
               "; } while (seen != old); " + finish + "}");
    } else {
        const std::string mask = p.bits == 8 ? "255u" : "65535u";
        const std::string word_type =
            (e.dialect.is_opencl ? "volatile " : "") + std::string(qualifier(e.dialect, p.where)) + "u32*";
        e.line(
            "{ " + word_type + " word = (" + word_type + ")((u64)" + p.pointer + " & ~3ul); u32 shift = (u32)((u64)" +
            p.pointer + " & 3u) * 8u, seen = *(volatile " + std::string(qualifier(e.dialect, p.where)) +
            "u32*)word, whole; " + type + " old; do { whole = seen; old = (" + type + ")(whole >> shift); seen = " +
            compare_and_swap(e, p, 32, "word", "whole",
                             "(whole & ~(" + mask + " << shift)) | ((u32)(" + type + ")" + next("old") + " << shift)") +
            "; } while (seen != whole); " + finish + "}");
    }
}

std::string target_of(emission& e, const llvm::Instruction& i) { return e.names.lookup(&i); }

}  // namespace

void emit_atomic_load(emission& e, const llvm::LoadInst& i) {
    const place p = place_of(e, i, i.getPointerOperand(), i.getType());
    before(e,
           i.getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent ? i.getOrdering()
                                                                           : llvm::AtomicOrdering::Monotonic,
           i.getSyncScopeID());
    if (e.names.count(&i)) assign(e, i, from_bits(p, plain(e, p, true)));
    after(e, i.getOrdering(), i.getSyncScopeID());
}

void emit_atomic_store(emission& e, const llvm::StoreInst& i) {
    const place p = place_of(e, i, i.getPointerOperand(), i.getValueOperand()->getType());
    before(e, i.getOrdering(), i.getSyncScopeID());
    e.line(plain(e, p, true) + " = " + to_bits(p, value(e, i.getValueOperand())) + ";");
    after(e, i.getOrdering(), i.getSyncScopeID());
}

void emit_atomic_rmw(emission& e, const AtomicRMWInst& i) {
    const place p = place_of(e, i, i.getPointerOperand(), i.getType());
    const std::string operand = value(e, i.getValOperand());
    before(e, i.getOrdering(), i.getSyncScopeID());
    const auto function = native(e, i, p.bits);
    if (function && !p.is_private()) {
        const std::string call = native_call(e, p, *function, to_bits(p, operand));
        target_of(e, i).empty() ? e.line("(void)" + call + ";") : assign(e, i, from_bits(p, call));
    } else if (i.getOperation() == AtomicRMWInst::FAdd && !e.dialect.is_opencl && !p.is_private()) {
        const std::string call =
            "atomicAdd(" + argument(e, p, "f" + std::to_string(p.bits), p.pointer) + ", " + operand + ")";
        target_of(e, i).empty() ? e.line(call + ";") : assign(e, i, call);
    } else {
        swap_loop(e, p, target_of(e, i), [&](const std::string& old) {
            return p.type->isFloatingPointTy() ? to_bits(p, updated(e, i, p, from_bits(p, old), operand))
                                               : updated(e, i, p, old, to_bits(p, operand));
        });
    }
    after(e, i.getOrdering(), i.getSyncScopeID());
}

void emit_compare_exchange(emission& e, const llvm::AtomicCmpXchgInst& i) {
    const place p = place_of(e, i, i.getPointerOperand(), i.getCompareOperand()->getType());
    const std::string expected = to_bits(p, value(e, i.getCompareOperand()));
    const std::string desired = to_bits(p, value(e, i.getNewValOperand()));
    const llvm::AtomicOrdering order = i.getMergedOrdering();
    const std::string type = "u" + std::to_string(p.bits), target = target_of(e, i);
    before(e, order, i.getSyncScopeID());
    if (p.bits >= 32 && !p.is_private()) {
        e.line("{ " + type + " old = " + compare_and_swap(e, p, p.bits, p.pointer, expected, desired) + "; " +
               (target.empty()
                    ? "}"
                    : target + ".f0 = " + from_bits(p, "old") + "; " + target + ".f1 = old == " + expected + "; }"));
    } else {
        // A failing exchange writes the old value back, which no other work-item can see.
        swap_loop(e, p, target.empty() ? "" : target + ".f0",
                  [&](const std::string& old) { return choose(old + " == " + expected, desired, old); });
        if (!target.empty()) e.line(target + ".f1 = " + to_bits(p, target + ".f0") + " == " + expected + ";");
    }
    after(e, order, i.getSyncScopeID());
}

void emit_fence(emission& e, const llvm::FenceInst& i) { fence(e, i.getSyncScopeID()); }

}  // namespace ndweave::compiler::c_source_detail
