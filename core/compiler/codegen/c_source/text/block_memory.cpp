/// memcpy, memmove and memset as loops over the largest unit that both ends' alignment allows.
#include "compiler/codegen/c_source/text/emission.hpp"

namespace ndweave::compiler::c_source_detail {
namespace {

std::uint64_t unit_for(const llvm::Value* length, std::uint64_t alignment) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(length);
    if (!constant) return 1;
    std::uint64_t unit = std::min<std::uint64_t>(alignment, 8);
    while (constant->getZExtValue() % unit != 0) unit /= 2;
    return unit;
}

struct block {
    std::string to, from, length, unit_bytes, unit;
    space to_space, from_space;
};

std::string copy_statement(emission& e, const block& b) {
    return access(e, b.to_space, "(" + b.to + " + k)", b.unit, false) + " = " +
           access(e, b.from_space, "(" + b.from + " + k)", b.unit, false) + ";";
}

std::string ascending(const block& b, const std::string& statement) {
    return "for (u64 k = 0; k < " + b.length + "; k += " + b.unit_bytes + ") " + statement;
}

std::string descending(const block& b, const std::string& statement) {
    return "for (u64 k = " + b.length + "; k != 0;) { k -= " + b.unit_bytes + "; " + statement + " }";
}

void emit_copy(emission& e, const llvm::MemTransferInst& i) {
    const std::uint64_t alignment =
        std::min(i.getDestAlign().valueOrOne().value(), i.getSourceAlign().valueOrOne().value());
    const std::uint64_t unit = unit_for(i.getLength(), alignment);
    const block b{value(e, i.getRawDest()),      value(e, i.getRawSource()),     value(e, i.getLength()),
                  std::to_string(unit),          "u" + std::to_string(unit * 8), space_of(e, *i.getRawDest()),
                  space_of(e, *i.getRawSource())};
    const std::string statement = copy_statement(e, b);
    const bool may_overlap = llvm::isa<llvm::MemMoveInst>(i) && b.to_space == b.from_space;
    if (!may_overlap) return e.line(ascending(b, statement));
    e.line("if ((u64)" + b.to + " <= (u64)" + b.from + ") { " + ascending(b, statement) + " } else { " +
           descending(b, statement) + " }");
}

void emit_set(emission& e, const llvm::MemSetInst& i) {
    const std::uint64_t unit = unit_for(i.getLength(), i.getDestAlign().valueOrOne().value());
    const std::string unit_type = "u" + std::to_string(unit * 8);
    const block b{value(e, i.getRawDest()),
                  "",
                  value(e, i.getLength()),
                  std::to_string(unit),
                  unit_type,
                  space_of(e, *i.getRawDest()),
                  space::unknown};
    const std::string pattern = "(" + unit_type + ")((u64)" + value(e, i.getValue()) + " * 0x0101010101010101ul)";
    e.line(ascending(b, access(e, b.to_space, "(" + b.to + " + k)", unit_type, false) + " = " + pattern + ";"));
}

}  // namespace

void emit_block_memory(emission& e, const llvm::MemIntrinsic& i) {
    if (const auto* set = llvm::dyn_cast<llvm::MemSetInst>(&i)) return emit_set(e, *set);
    emit_copy(e, llvm::cast<llvm::MemTransferInst>(i));
}

}  // namespace ndweave::compiler::c_source_detail
