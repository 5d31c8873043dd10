#include "compiler/target/c_source/item_steps.hpp"

#include "compiler/passes/analysis/builtin_calls.hpp"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

namespace ndweave::compiler::c_source_detail {
namespace {

using namespace llvm;
using namespace llvm::PatternMatch;

constexpr unsigned deepest = 12;       // operands of operands that are looked at
constexpr std::int64_t some_step = 2;  // by a factor that is not known

class stepper {
public:
    explicit stepper(unsigned axis) : axis_(axis) {}

    std::int64_t of(const Value& v, unsigned depth = 0) const {
        if (depth > deepest) return 0;
        Value *a = nullptr, *b = nullptr;
        const APInt* number = nullptr;
        const auto step_of = [&](const Value* operand) { return static_cast<std::uint64_t>(of(*operand, depth + 1)); };
        std::uint64_t step = 0;
        if (calls(v, builtin::local_id) || calls(v, builtin::global_id)) {
            step = constant_axis(cast<CallInst>(v)) == axis_;
        } else if (match(&v, m_Not(m_Value(a)))) {
            step = -step_of(a);
        } else if (match(&v, m_Add(m_Value(a), m_Value(b))) || match(&v, m_Or(m_Value(a), m_Value(b))) ||
                   match(&v, m_Xor(m_Value(a), m_Value(b)))) {
            step = step_of(a) + step_of(b);
        } else if (match(&v, m_Sub(m_Value(a), m_Value(b)))) {
            step = step_of(a) - step_of(b);
        } else if (match(&v, m_Mul(m_Value(a), m_APInt(number)))) {
            step = step_of(a) * static_cast<std::uint64_t>(number->sextOrTrunc(64).getSExtValue());
        } else if (match(&v, m_Mul(m_Value(a), m_Value(b)))) {
            step = step_of(a) || step_of(b) ? some_step : 0;
        } else if (match(&v, m_Shl(m_Value(a), m_APInt(number)))) {
            step = number->ult(64) ? step_of(a) << number->getZExtValue() : 0;
        } else if (match(&v, m_And(m_Value(a), m_APInt(number))) || match(&v, m_Freeze(m_Value(a)))) {
            step = step_of(a);
        } else if (const auto* cast = dyn_cast<CastInst>(&v)) {
            step = cast->getSrcTy()->isIntegerTy() ? step_of(cast->getOperand(0)) : 0;
        } else if (const auto* phi = dyn_cast<PHINode>(&v)) {
            return of_phi(*phi, depth);
        }
        return static_cast<std::int64_t>(step);
    }

private:
    std::int64_t of_phi(const PHINode& phi, unsigned depth) const {
        for (const Value* incoming : phi.incoming_values()) {
            if (const std::int64_t step = of(*incoming, depth + deepest / 4)) return step;
        }
        return 0;
    }

    unsigned axis_;
};

}  // namespace

std::int64_t step_of(const Value& v, unsigned axis) { return stepper(axis).of(v); }

}  // namespace ndweave::compiler::c_source_detail
