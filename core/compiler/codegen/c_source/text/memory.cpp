#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Operator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

/// One scalar in memory.
struct cell {
    space where;
    std::string pointer;  // an expression of type u8*
    std::uint64_t alignment;
    bool is_volatile;
};

std::string offset_pointer(const std::string& pointer, std::uint64_t offset) {
    return offset ? "(" + pointer + " + " + std::to_string(offset) + ")" : pointer;
}

bool is_whole(std::uint64_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8; }

std::uint64_t bytes_of(const emission& e, llvm::Type* type) { return e.layout.getTypeStoreSize(type).getFixedValue(); }

/// The largest unit of which `bytes` consists and to which the cell is aligned.
std::uint64_t unit_of(const cell& c, std::uint64_t bytes) {
    std::uint64_t unit = std::min<std::uint64_t>(c.alignment, 8);
    while (bytes % unit != 0) unit /= 2;
    return unit;
}

std::string unit_access(emission& e, const cell& c, std::uint64_t unit, std::uint64_t offset) {
    return access(e, c.where, offset_pointer(c.pointer, offset), "u" + std::to_string(unit * 8), c.is_volatile);
}

/// The cell's bytes, little endian, as an unsigned integer: for unaligned cells and odd widths.
std::string composed(emission& e, const cell& c, std::uint64_t bytes) {
    const std::uint64_t unit = unit_of(c, bytes);
    const std::string type = bytes > 4 ? "(u64)" : "(u32)";
    std::string all;
    for (std::uint64_t at = 0; at < bytes; at += unit) {
        std::string part = type + unit_access(e, c, unit, at);
        if (at) part = "(" + part + " << " + std::to_string(at * 8) + ")";
        all += (all.empty() ? "" : " | ") + part;
    }
    return "(" + all + ")";
}

std::string loaded(emission& e, llvm::Type* type, const cell& c) {
    const std::uint64_t bytes = bytes_of(e, type);
    const std::string name = type_name(e, type);
    if (type->isIntegerTy(1)) return "((" + access(e, c.where, c.pointer, "u8", c.is_volatile) + " & 1u) != 0u)";
    if (is_whole(bytes) && c.alignment >= bytes) {
        const std::string whole = access(e, c.where, c.pointer, type->isPointerTy() ? "pointer" : name, c.is_volatile);
        return type->isIntegerTy() ? wrap(type->getIntegerBitWidth(), whole) : whole;
    }
    const std::string bits = composed(e, c, bytes);
    if (type->isPointerTy()) return "(pointer)" + bits;
    if (type->isIntegerTy()) return wrap(type->getIntegerBitWidth(), bits);
    return "as_" + name + "(" + bits + ")";
}

/// What stands between casts of a pointer to another kind of memory and back, which OpenCL C does not take.
std::string as_number(const emission& e) { return e.runs_groups ? "(u64)" : ""; }

void stored(emission& e, llvm::Type* type, const std::string& text, const cell& c) {
    const std::uint64_t bytes = bytes_of(e, type);
    const std::string name = type->isIntegerTy(1) ? "u8" : type_name(e, type);
    if (is_whole(bytes) && c.alignment >= bytes) {
        const std::string converted = type->isPointerTy() ? "(pointer)" + as_number(e) + text : text;
        e.line(access(e, c.where, c.pointer, name, c.is_volatile) + " = " + converted + ";");
        return;
    }
    const std::uint64_t unit = unit_of(c, bytes);
    const std::string bits = type->isPointerTy()         ? "(u64)" + text
                             : type->isFloatingPointTy() ? "as_u" + std::to_string(bytes * 8) + "(" + text + ")"
                                                         : text;
    for (std::uint64_t at = 0; at < bytes; at += unit) {
        const std::string part = at ? "(" + bits + " >> " + std::to_string(at * 8) + ")" : bits;
        e.line(unit_access(e, c, unit, at) + " = (u" + std::to_string(unit * 8) + ")" + part + ";");
    }
}

cell member_cell(const emission& e, llvm::Type* type, unsigned index, const cell& c) {
    const std::uint64_t offset = member_offset(e, type, index);
    return {c.where, offset_pointer(c.pointer, offset), llvm::MinAlign(c.alignment, offset), c.is_volatile};
}

void check_lanes(emission& e, llvm::Type* type, const llvm::Instruction* i) {
    if (type->isVectorTy() && type->getScalarSizeInBits() % 8 != 0) {
        refuse(i, "a vector of elements that are not whole bytes in memory");
    }
}

/// `result`: where a pointer that is loaded points.
void load_members(emission& e, llvm::Type* type, const std::string& target, const cell& c, space result) {
    if (!is_aggregate(type)) {
        const bool other = type->isPointerTy() && result != space::global_memory;
        const std::string converted = other ? "(" + pointer_type(e, result) + ")" + as_number(e) : "";
        return e.line(target + " = " + converted + loaded(e, type, c) + ";");
    }
    for (unsigned i = 0; i < member_count(type); ++i) {
        load_members(e, member_type(type, i), target + ".f" + std::to_string(i), member_cell(e, type, i, c), result);
    }
}

void store_members(emission& e, llvm::Type* type, const std::string& text, const cell& c) {
    if (!is_aggregate(type)) return stored(e, type, text, c);
    for (unsigned i = 0; i < member_count(type); ++i) {
        store_members(e, member_type(type, i), text + ".f" + std::to_string(i), member_cell(e, type, i, c));
    }
}

/// A private array: of the type's scalar where there is only one kind, which lets downstream compilers keep it in
/// registers; else of words of the alignment.
std::string array_element(emission& e, llvm::Type* type, std::uint64_t alignment) {
    while (is_aggregate(type) && member_count(type) > 0) {
        for (unsigned i = 1; i < member_count(type); ++i) {
            if (member_type(type, i) != member_type(type, 0)) return "u" + std::to_string(alignment * 8);
        }
        type = member_type(type, 0);
    }
    if (type->isFloatTy() || type->isDoubleTy()) return type_name(e, type);
    if (type->isIntegerTy() && is_whole(type->getIntegerBitWidth() / 8) && type->getIntegerBitWidth() % 8 == 0) {
        return type_name(e, type);
    }
    return "u" + std::to_string(alignment * 8);
}

}  // namespace

std::string access(emission& e, space where, const std::string& pointer, const std::string& type, bool is_volatile) {
    const std::string name = "aliased_" + type;
    if (e.known_helpers.insert(name).second) {
        e.types += "typedef " + type + " __attribute__((may_alias)) " + name + ";\n";
    }
    return "*(" + std::string(is_volatile ? "volatile " : "") + std::string(qualifier(e.dialect, where)) + name + "*)" +
           pointer;
}

void emit_alloca(emission& e, const llvm::AllocaInst& i) {
    const auto bytes = i.getAllocationSize(e.layout);
    if (!bytes || bytes->isScalable()) refuse(&i, "a private array whose size is not a constant");
    const std::uint64_t alignment = std::min<std::uint64_t>(i.getAlign().value(), 8);
    const std::string element = array_element(e, i.getAllocatedType(), alignment);
    const std::uint64_t element_bytes = std::stoul(element.substr(1)) / 8;
    const std::string array = value(e, &i) + "_array";
    const std::uint64_t count = (bytes->getFixedValue() + element_bytes - 1) / element_bytes;
    e.variables += "    " + element + " " + array + "[" + std::to_string(std::max<std::uint64_t>(count, 1)) +
                   "] __attribute__((aligned(" + std::to_string(std::max(i.getAlign().value(), element_bytes)) +
                   ")));\n";
    assign(e, i, "(" + pointer_type(e, space::private_memory) + ")" + array);
}

void emit_load(emission& e, const llvm::LoadInst& i) {
    check_lanes(e, i.getType(), &i);
    const llvm::Value* pointer = i.getPointerOperand();
    load_members(e, i.getType(), value(e, &i),
                 {space_of(e, *pointer), value(e, pointer), i.getAlign().value(), i.isVolatile()},
                 i.getType()->isPointerTy() ? space_of(e, i) : space::global_memory);
}

void emit_store(emission& e, const llvm::StoreInst& i) {
    const llvm::Value *pointer = i.getPointerOperand(), *stored_value = i.getValueOperand();
    check_lanes(e, stored_value->getType(), &i);
    if (llvm::isa<llvm::UndefValue>(stored_value)) return;
    store_members(e, stored_value->getType(), value(e, stored_value),
                  {space_of(e, *pointer), value(e, pointer), i.getAlign().value(), i.isVolatile()});
}

void emit_address(emission& e, const llvm::GetElementPtrInst& i) {
    if (i.getType()->isVectorTy()) refuse(&i, "a vector of pointers");
    std::int64_t constant = 0;
    std::string text = value(e, i.getPointerOperand(), space_of(e, i));
    for (auto step = llvm::gep_type_begin(i); step != llvm::gep_type_end(i); ++step) {
        const llvm::Value* index = step.getOperand();
        if (llvm::StructType* type = step.getStructTypeOrNull()) {
            const auto field = static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
            constant += static_cast<std::int64_t>(member_offset(e, type, field));
            continue;
        }
        const auto stride = static_cast<std::int64_t>(step.getSequentialElementStride(e.layout).getFixedValue());
        if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(index)) {
            constant += number->getSExtValue() * stride;
            continue;
        }
        const unsigned bits = index->getType()->getIntegerBitWidth();
        if (bits > 64) refuse(&i, "an index of more than 64 bits");
        const std::string wide_index = "(i64)" + as_signed(bits, value(e, index));
        text += " + " + wide_index + (stride == 1 ? "" : " * " + std::to_string(stride));
    }
    if (constant) text += (constant < 0 ? " - " : " + ") + std::to_string(constant < 0 ? -constant : constant);
    assign(e, i, text);
}

}  // namespace ndweave::compiler::c_source_detail
