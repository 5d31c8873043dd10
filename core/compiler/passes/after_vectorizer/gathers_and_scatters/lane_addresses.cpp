#include "compiler/passes/after_vectorizer/gathers_and_scatters/lane_addresses.hpp"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>

namespace ndweave::compiler {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr std::int64_t max_step = 4096;        // of indices
constexpr std::uint64_t max_structure = 4096;  // bytes

/// What `numbers` grow by from one lane to the next, modulo 2^64; none where that is not seen.
std::optional<std::int64_t> step_of_lanes(Value& numbers, unsigned depth = 6) {
    if (depth == 0 || !numbers.getType()->getScalarType()->isIntegerTy(64)) return {};
    if (getSplatValue(&numbers)) return 0;
    if (auto* constant = dyn_cast<ConstantDataVector>(&numbers)) {
        const std::uint64_t first = constant->getElementAsInteger(0), step = constant->getElementAsInteger(1) - first;
        for (unsigned lane = 0; lane < constant->getNumElements(); ++lane) {
            if (constant->getElementAsInteger(lane) != first + lane * step) return {};
        }
        return static_cast<std::int64_t>(step);
    }
    if (auto* phi = dyn_cast<PHINode>(&numbers)) {
        // From iteration to iteration all lanes move alike.
        if (phi->getNumIncomingValues() != 2) return {};
        for (unsigned next : {0u, 1u}) {
            Value* distance = nullptr;
            const bool moves = match(phi->getIncomingValue(next), m_c_Add(m_Specific(phi), m_Value(distance)));
            if (moves && getSplatValue(distance)) return step_of_lanes(*phi->getIncomingValue(1 - next), depth - 1);
        }
        return {};
    }
    Value *a, *b;
    const APInt* factor;
    if (match(&numbers, m_AddLike(m_Value(a), m_Value(b)))) {
        const auto of_a = step_of_lanes(*a, depth - 1), of_b = step_of_lanes(*b, depth - 1);
        if (of_a && of_b) return *of_a + *of_b;
    } else if (match(&numbers, m_Mul(m_Value(a), m_APInt(factor))) && factor->isSignedIntN(32)) {
        if (const auto of_a = step_of_lanes(*a, depth - 1)) return *of_a * factor->getSExtValue();
    } else if (match(&numbers, m_Shl(m_Value(a), m_APInt(factor))) && factor->ult(32)) {
        if (const auto of_a = step_of_lanes(*a, depth - 1)) return *of_a << factor->getZExtValue();
    }
    return {};
}

const ConstantInt* as_constant(Value& index) {
    auto* const constant = dyn_cast<Constant>(&index);
    if (!constant) return nullptr;
    return dyn_cast_or_null<ConstantInt>(index.getType()->isVectorTy() ? constant->getSplatValue() : constant);
}

/// The bytes that an address moves by where its first index is `first`; none where another index is no constant.
std::optional<std::int64_t> offset_in(const GetElementPtrInst& address, std::int64_t first, const DataLayout& layout) {
    SmallVector<Value*, 4> indices(address.indices());
    indices[0] = ConstantInt::getSigned(indices[0]->getType()->getScalarType(), first);
    for (std::size_t n = 1; n < indices.size(); ++n) {
        const ConstantInt* const constant = as_constant(*indices[n]);
        if (!constant) return {};
        indices[n] = const_cast<ConstantInt*>(constant);
    }
    return layout.getIndexedOffsetInType(address.getSourceElementType(), indices);
}

}  // namespace

lane_addresses lane_addresses::of(Value& pointers, const DataLayout& layout) {
    std::int64_t offset = 0;
    for (Value* at = &pointers;;) {
        const lane_addresses plain{at, nullptr, nullptr, offset, {}};
        const auto* const address = dyn_cast<GetElementPtrInst>(at);
        if (!address) return plain;
        Value &base = *const_cast<Value*>(address->getPointerOperand()), &index = **address->idx_begin();
        const ConstantInt* const constant = as_constant(index);
        const bool moves_all = base.getType()->isVectorTy() && constant;
        const auto moved = offset_in(*address, moves_all ? constant->getSExtValue() : 0, layout);
        if (!moved) return plain;
        if (moves_all) {
            offset += *moved;
            at = &base;
            continue;
        }
        if (base.getType()->isVectorTy() || !index.getType()->isVectorTy()) return plain;
        lane_addresses found{&base, &index, address->getSourceElementType(), offset + *moved, {}};
        found.take_sums_apart(layout);
        const auto step = step_of_lanes(*found.index);
        const std::uint64_t size = layout.getTypeAllocSize(found.type);
        if (step && *step > 0 && *step <= max_step && size <= max_structure)
            found.stride = *step * static_cast<std::int64_t>(size);
        return found;
    }
}

void lane_addresses::take_sums_apart(const DataLayout& layout) {
    Value* rest = nullptr;
    const APInt* constant = nullptr;
    while (index->getType()->getScalarType()->isIntegerTy(64) &&
           match(index, m_AddLike(m_Value(rest), m_APInt(constant))) && constant->isSignedIntN(32)) {
        index = rest;
        offset += constant->getSExtValue() * static_cast<std::int64_t>(layout.getTypeAllocSize(type).getFixedValue());
    }
}

std::vector<Value*> lane_addresses::origins(IRBuilder<>& at, unsigned lanes) const {
    std::vector<Value*> made;
    for (std::uint64_t lane = 0; lane < lanes; ++lane) {
        if (!index)
            made.push_back(at.CreateExtractElement(base, lane));
        else if (!stride || lane == 0)
            made.push_back(at.CreateGEP(type, base, at.CreateExtractElement(index, lane)));
        else
            made.push_back(at.CreateConstGEP1_64(at.getInt8Ty(), made[0], lane * static_cast<std::uint64_t>(*stride)));
    }
    return made;
}

void drop_unused_addresses(Function& function, FunctionAnalysisManager& analyses) {
    analyses.invalidate(function, PreservedAnalyses::none());
    InstCombinePass(InstCombineOptions().setVerifyFixpoint(false)).run(function, analyses);
}

}  // namespace ndweave::compiler
