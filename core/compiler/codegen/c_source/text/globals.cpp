/// Constant globals as tables of words, in the bytes that LLVM would give them.
#include "compiler/codegen/c_source/text/emission.hpp"
#include "compiler/passes/analysis/builtin_calls.hpp"
#include "llvm/Analysis/ConstantFolding.h"

namespace ndweave::compiler::c_source_detail {
namespace {

std::string word(emission& e, const llvm::GlobalVariable& table, std::uint64_t offset, unsigned bits) {
    llvm::Type* type = llvm::IntegerType::get(e.module.getContext(), bits);
    auto* initializer = const_cast<llvm::Constant*>(table.getInitializer());
    llvm::Constant* folded = llvm::ConstantFoldLoadFromConst(initializer, type, llvm::APInt(64, offset), e.layout);
    if (folded && llvm::isa<llvm::UndefValue>(folded)) return "0";
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantInt>(folded);
    if (!number) refuse(e.at, "the constant '" + table.getName().str() + "' holds an address");
    return bits_literal(number->getValue());
}

void emit_table(emission& e, const llvm::GlobalVariable& table) {
    const std::uint64_t size = e.layout.getTypeAllocSize(table.getValueType()).getFixedValue();
    const std::uint64_t alignment = e.layout.getPreferredAlign(&table).value();
    std::uint64_t unit = 8;
    while (size % unit != 0) unit /= 2;
    const unsigned bits = static_cast<unsigned>(unit * 8);
    std::string words;
    for (std::uint64_t at = 0; at < size; at += unit) {
        words += (at ? ", " : "") + word(e, table, at, bits);
        if (at / unit % 8 == 7) words += "\n    ";
    }
    const std::string name = "table" + std::to_string(e.names.size());
    e.tables += std::string(e.dialect.constant_qualifier) + " u" + std::to_string(bits) + " " + name + "[" +
                std::to_string(std::max<std::uint64_t>(size / unit, 1)) + "] __attribute__((aligned(" +
                std::to_string(std::max(alignment, unit)) + "))) = {" + (words.empty() ? "0" : words) + "};\n";
    e.names[&table] = "((" + pointer_type(e, space::constant_memory) + ")" + name + ")";
}

/// But as a string that a call of printf has in its own text.
bool is_used_by(const llvm::Function& f, const llvm::GlobalVariable& table) {
    for (const llvm::User* user : table.users()) {
        const auto* i = llvm::dyn_cast<llvm::Instruction>(user);
        if (i && i->getFunction() == &f && !calls(*i, builtin::print)) return true;
    }
    return false;
}

}  // namespace

void emit_tables(emission& e) {
    for (const llvm::GlobalVariable& table : e.module.globals()) {
        if (!is_used_by(e.entry, table)) continue;
        if (!table.isConstant() || !table.hasInitializer()) {
            refuse(e.at, "the global variable '" + table.getName().str() + "' is not a constant");
        }
        emit_table(e, table);
    }
}

}  // namespace ndweave::compiler::c_source_detail
