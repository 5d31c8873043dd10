/// The kernel's arguments: captured values, found as loads at constant offsets of the functor, and what a launch adds.
#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/IR/Operator.h"

namespace ndweave::compiler::c_source_detail {
namespace {

struct capture {
    std::uint32_t offset;
    llvm::Type* type;

    auto key() const { return std::tuple(offset, type->getTypeID(), type->getScalarSizeInBits()); }
    bool operator<(const capture& other) const { return key() < other.key(); }
};

bool can_be_argument(const emission& e, const llvm::LoadInst& load) {
    llvm::Type* type = load.getType();
    if (load.isVolatile() || load.isAtomic()) return false;
    if (type->isPointerTy() || type->isFloatTy() || type->isDoubleTy()) return true;
    return type->isIntegerTy() && (type->getIntegerBitWidth() == 1 ||
                                   (type->getIntegerBitWidth() <= 64 &&
                                    container_bits(type->getIntegerBitWidth()) == type->getIntegerBitWidth()));
}

void add(emission& e, ndw_parameter_kind kind, std::uint32_t offset, std::uint32_t size, const std::string& text) {
    e.result.parameters.push_back({static_cast<std::uint32_t>(kind), offset, size});
    e.kernel_arguments.push_back(text);
}

std::string add_capture(emission& e, const capture& c) {
    const std::string name = "a" + std::to_string(e.kernel_arguments.size());
    if (c.type->isPointerTy()) {
        add(e, NDW_PARAMETER_POINTER, c.offset, 8, pointer_type(e, space::global_memory) + " " + name);
        e.unknown_zero = "(u32)((u64)" + name + " >> 63)";
        if (!(e.request.variant.flags & NDW_COMPILE_POINTER_OFFSETS)) return name;
        e.kernel_arguments.push_back("u64 " + name + "_offset");
        return "(" + name + " + " + name + "_offset)";
    }
    const auto size = static_cast<std::uint32_t>(e.layout.getTypeStoreSize(c.type).getFixedValue());
    const bool is_bool = c.type->isIntegerTy(1);  // OpenCL C has no bool arguments
    add(e, NDW_PARAMETER_VALUE, c.offset, size, (is_bool ? "u8" : type_name(e, c.type)) + " " + name);
    return is_bool ? "((" + name + " & 1u) != 0u)" : name;
}

/// Loads at constant offsets below `pointer`; whether every use was one.
bool collect(emission& e, const llvm::Value& pointer, std::int64_t offset,
             std::vector<std::pair<capture, const llvm::LoadInst*>>& loads) {
    bool complete = true;
    for (const llvm::User* user : pointer.users()) {
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user); load && can_be_argument(e, *load)) {
            loads.push_back({{static_cast<std::uint32_t>(offset), load->getType()}, load});
            continue;
        }
        const auto* address = llvm::dyn_cast<llvm::GEPOperator>(user);
        llvm::APInt step(64, 0);
        if (address && address->accumulateConstantOffset(e.layout, step)) {
            const bool is_complete = collect(e, *address, offset + step.getSExtValue(), loads);
            if (is_complete) e.arguments.insert(address);
            complete &= is_complete;
        } else {
            complete = false;
        }
    }
    return complete;
}

/// Captured arrays that are indexed at run time: all of the functor's bytes, in words, by value.
void add_whole_functor(emission& e) {
    const std::uint32_t size = e.request.functor_size;
    const std::uint32_t word = size % 8 == 0 ? 8 : size % 4 == 0 ? 4 : size % 2 == 0 ? 2 : 1;
    e.types += "typedef struct { u" + std::to_string(word * 8) + " words[" + std::to_string(size / word) +
               "]; } functor_bytes;\n";
    const bool in_place = e.dialect.id == c_dialect::cuda_cpp;
    add(e, NDW_PARAMETER_FUNCTOR, 0, size,
        (in_place ? "const __grid_constant__ " : "") + std::string("functor_bytes functor"));
    const space where = e.dialect.is_opencl ? space::private_memory : space::mixed;
    e.names[e.entry.getArg(0)] = "((" + pointer_type(e, where) + ")&functor)";
}

}  // namespace

void flatten_functor(emission& e) {
    std::vector<std::pair<capture, const llvm::LoadInst*>> loads;
    const bool complete = collect(e, *e.entry.getArg(0), 0, loads);
    std::map<capture, std::string> arguments;
    for (const auto& [c, load] : loads) arguments[c];
    for (auto& [c, text] : arguments) text = add_capture(e, c);
    for (const auto& [c, load] : loads) {
        e.names[load] = arguments[c];
        e.arguments.insert(load);
    }
    if (!complete) add_whole_functor(e);
}

void add_launch_parameters(emission& e) {
    if (e.request.variant.kind == NDW_KERNEL_BASIC) {
        for (std::uint32_t axis = 0; axis < e.request.variant.dimensions; ++axis) {
            add(e, NDW_PARAMETER_GLOBAL_RANGE, axis, 8, "u64 n" + std::to_string(axis));
        }
    }
    if (e.uses_local_memory && e.dialect.is_opencl) {
        // ulong8: the pointer's type tells the driver to align it to 64 bytes.
        add(e, NDW_PARAMETER_LOCAL_MEMORY, 0, 0, "__local ulong8* local_memory");
    }
}

}  // namespace ndweave::compiler::c_source_detail
