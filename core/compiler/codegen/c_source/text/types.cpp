#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/IR/DerivedTypes.h"

namespace ndweave::compiler::c_source_detail {
namespace {

std::string define_aggregate(emission& e, llvm::Type* type) {
    std::string members;
    for (unsigned i = 0; i < member_count(type); ++i) {
        members += " " + type_name(e, member_type(type, i)) + " f" + std::to_string(i) + ";";
    }
    const std::string name = "aggregate" + std::to_string(e.aggregate_names.size());
    if (members.empty()) members = " u8 empty;";
    e.types += "typedef struct {" + members + " } " + name + ";\n";
    return name;
}

}  // namespace

unsigned container_bits(unsigned bits) { return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64; }

std::string integer_type(unsigned bits) { return "u" + std::to_string(container_bits(bits)); }

bool is_aggregate(const llvm::Type* type) {
    return type->isStructTy() || type->isArrayTy() || llvm::isa<llvm::FixedVectorType>(type);
}

unsigned member_count(const llvm::Type* type) {
    if (const auto* s = llvm::dyn_cast<llvm::StructType>(type)) return s->getNumElements();
    if (const auto* a = llvm::dyn_cast<llvm::ArrayType>(type)) return static_cast<unsigned>(a->getNumElements());
    return llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
}

llvm::Type* member_type(llvm::Type* type, unsigned index) {
    if (auto* s = llvm::dyn_cast<llvm::StructType>(type)) return s->getElementType(index);
    return type->getContainedType(0);
}

std::uint64_t member_offset(const emission& e, llvm::Type* type, unsigned index) {
    if (auto* s = llvm::dyn_cast<llvm::StructType>(type)) {
        return e.layout.getStructLayout(s)->getElementOffset(index).getFixedValue();
    }
    llvm::Type* element = type->getContainedType(0);
    // Vector elements are packed, array elements padded to their alignment.
    const auto size = type->isVectorTy() ? e.layout.getTypeStoreSize(element) : e.layout.getTypeAllocSize(element);
    return index * size.getFixedValue();
}

std::string type_name(emission& e, llvm::Type* type) {
    if (type->isIntegerTy(1)) return "bool";
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return integer_type(type->getIntegerBitWidth());
    if (type->isFloatTy()) return "f32";
    if (type->isDoubleTy()) return "f64";
    if (type->isPointerTy()) return "pointer";
    if (is_aggregate(type)) {
        if (const auto found = e.aggregate_names.find(type); found != e.aggregate_names.end()) return found->second;
        const std::string name = define_aggregate(e, type);
        e.aggregate_names[type] = name;
        return name;
    }
    std::string name;
    llvm::raw_string_ostream(name) << *type;
    refuse(e.at, "values of LLVM type " + name + " (128-bit integers, half and long double) have no C form here");
}

std::string pointer_type(const emission& e, space where) { return std::string(qualifier(e.dialect, where)) + "u8*"; }

std::string variable_type(emission& e, const llvm::Value& v) {
    return v.getType()->isPointerTy() ? pointer_type(e, space_of(e, v)) : type_name(e, v.getType());
}

std::string aggregate_value(emission& e, llvm::Type* type, const std::vector<std::string>& members) {
    const std::string name = type_name(e, type);
    std::string list;
    for (const std::string& member : members) list += (list.empty() ? "" : ", ") + member;
    if (members.empty()) list = "0";
    return e.dialect.is_opencl ? "((" + name + "){" + list + "})" : "(" + name + "{" + list + "})";
}

}  // namespace ndweave::compiler::c_source_detail
