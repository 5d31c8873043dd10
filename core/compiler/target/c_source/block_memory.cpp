/// memcpy, memmove and memset as loops over the largest unit that both ends' alignment allows.
///
/// For devices that run work-items in loops these are no loops that PoCL could put barriers into (skipped_loops.hpp):
/// short ones are written out, the conditions of others seem to differ between work-items.
#include <functional>

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "compiler/target/c_source/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

std::uint64_t unit_for(const llvm::Value* length, std::uint64_t alignment) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
    if (!constant) return 1;
    std::uint64_t unit = std::min<std::uint64_t>(alignment, 8);
    while (constant->getZExtValue() % unit != 0) unit /= 2;
    return unit;
}

constexpr std::uint64_t most_written_out = 16;  // units

/// Statements for the units of a block, one after the other.
class block {
public:
    using statement = std::function<std::string(const std::string& offset)>;

    block(emission& e, const llvm::MemIntrinsic& i, std::uint64_t alignment)
        : e_(e), length_(i.getLength()), unit_(unit_for(i.getLength(), alignment)) {}

    std::string unit() const { return "u" + std::to_string(unit_ * 8); }

    std::string ascending(const statement& at) const {
        if (is_written_out()) return written_out(at, false);
        return "for (u64 k = 0; " + condition("k < " + value(e_, length_)) + "; k += " + std::to_string(unit_) + ") " +
               at("k");
    }

    std::string descending(const statement& at) const {
        if (is_written_out()) return written_out(at, true);
        return "for (u64 k = " + value(e_, length_) + "; " + condition("k != 0") +
               ";) { k -= " + std::to_string(unit_) + "; " + at("k") + " }";
    }

private:
    bool is_written_out() const {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length_);
        return e_.runs_items_in_loops() && constant && constant->getZExtValue() <= most_written_out * unit_;
    }

    std::string written_out(const statement& at, bool backwards) const {
        const std::uint64_t bytes = llvm::cast<llvm::ConstantInt>(length_)->getZExtValue();
        std::string all;
        for (std::uint64_t k = 0; k < bytes; k += unit_) {
            const std::string each = at(std::to_string(k)) + " ";
            all = backwards ? each + all : all + each;
        }
        return "{ " + all + "}";
    }

    std::string condition(const std::string& plain) const {
        const bool hidden = e_.runs_items_in_loops() && !calls_of(e_.entry, builtin::barrier).empty();
        return hidden ? "(" + plain + ") != (get_local_id(0) >> 63)" : plain;
    }

    emission& e_;
    const llvm::Value* length_;
    std::uint64_t unit_;
};

void emit_copy(emission& e, const llvm::MemTransferInst& i) {
    const block b(e, i, std::min(i.getDestAlign().valueOrOne().value(), i.getSourceAlign().valueOrOne().value()));
    const std::string to = value(e, i.getRawDest()), from = value(e, i.getRawSource());
    const space to_space = space_of(e, *i.getRawDest()), from_space = space_of(e, *i.getRawSource());
    const auto copy = [&](const std::string& k) {
        return access(e, to_space, "(" + to + " + " + k + ")", b.unit(), false) + " = " +
               access(e, from_space, "(" + from + " + " + k + ")", b.unit(), false) + ";";
    };
    const bool may_overlap = llvm::isa<llvm::MemMoveInst>(i) && to_space == from_space;
    if (!may_overlap) return e.line(b.ascending(copy));
    e.line("if ((u64)" + to + " <= (u64)" + from + ") { " + b.ascending(copy) + " } else { " + b.descending(copy) +
           " }");
}

void emit_set(emission& e, const llvm::MemSetInst& i) {
    const block b(e, i, i.getDestAlign().valueOrOne().value());
    const std::string to = value(e, i.getRawDest());
    const space to_space = space_of(e, *i.getRawDest());
    const std::string pattern = "(" + b.unit() + ")((u64)" + value(e, i.getValue()) + " * 0x0101010101010101ul)";
    e.line(b.ascending([&](const std::string& k) {
        return access(e, to_space, "(" + to + " + " + k + ")", b.unit(), false) + " = " + pattern + ";";
    }));
}

}  // namespace

void emit_block_memory(emission& e, const llvm::MemIntrinsic& i) {
    if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&i)) return emit_set(e, *set);
    emit_copy(e, llvm::cast<llvm::MemTransferInst>(i));
}

}  // namespace ndweave::compiler::c_source_detail
