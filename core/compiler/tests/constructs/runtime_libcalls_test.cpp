// Every function that LLVM's code generators may call (llvm/IR/RuntimeLibcalls.def) is found where kernels are linked,
// or cannot be called by code for x86-64 of what kernels may have.
#include <gtest/gtest.h>
#include <llvm/CodeGen/TargetLowering.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Support/Regex.h>

#include <string>
#include <vector>

#include "compiler/codegen/host/machine.hpp"
#include "compiler/codegen/host/vector_math.hpp"

namespace ndweave::compiler::testing {
namespace {

struct libcall {
    const char* code;
    llvm::RTLIB::Libcall id;
};

constexpr libcall libcalls[] = {
#define HANDLE_LIBCALL(CODE, NAME) {#CODE, llvm::RTLIB::CODE},
#include <llvm/IR/RuntimeLibcalls.def>
};

/// Why no kernel calls those whose code matches.
struct exemption {
    const char* codes;
    const char* reason;
};

constexpr exemption exemptions[] = {
    {"^.*F128.*$", "check_constructs refuses 128-bit floating point"},
    {"^(SHL|SRL|SRA)_I(16|32|64|128)$", "x86-64 has instructions, for 128 bits by pairs"},
    {"^(MUL|SDIV|UDIV|SREM|UREM)_I(8|16|32|64)$", "x86-64 has instructions"},
    {"^MUL_I128$", "x86-64 has instructions by pairs"},
    {"^MULO_I(32|64)$", "x86-64 has instructions that set flags"},
    {"^(NEG_I(32|64)|CTLZ_I(32|64|128))$", "x86-64 has instructions, for 128 bits by pairs"},
    {"^(ADD|SUB|MUL|DIV)_F(32|64|80)$", "x86-64 has instructions"},
    {"^(OEQ|UNE|OGE|OLT|OLE|OGT|UO)_F(32|64)$", "x86-64 has instructions"},
    {"^(FPEXT_F32_F64|FPROUND_(F64_F32|F80_F32|F80_F64))$", "x86-64 has instructions"},
    {"^FPTO[SU]INT_F(32|64|80)_I(32|64)$", "x86-64 has instructions, of SSE and x87"},
    {"^[SU]INTTOFP_I(32|64)_F(32|64|80)$", "x86-64 has instructions, of SSE and x87"},
    {"^FPEXT_F16_F64$", "x86-64 goes through float"},
    {"^(FPTO[SU]INT_F16_I(32|64)|[SU]INTTOFP_I(32|64)_F16)$", "x86-64 goes through float"},
    {"^(FPTO[SU]INT_F16_I128|[SU]INTTOFP_I128_F16)$", "narrow_wide_conversions goes through 32 bits"},
    {"^(FPEXT_BF16_F32|FPROUND_F(32|64)_BF16)$", "expand_bfloat_arithmetic leaves none"},
    {"^.*_FINITE_F(32|64|80)$", "LLVM 19 asks for none"},
    {"^FE[GS]ET(ENV|MODE)$", "check_constructs refuses the floating-point environment"},
    {"^SYNC_.*$", "x86-64 has instructions for atomic operations; check_constructs refuses wider ones"},
    {"^ATOMIC_.*$", "x86-64 has instructions for atomic operations; check_constructs refuses unaligned and wider ones"},
    {"^MEM(CPY|MOVE|SET)_ELEMENT_UNORDERED_ATOMIC_.*$",
     "check_constructs refuses them, and unordered accesses become monotonic"},
    {"^CALLOC$", "made of malloc, which check_constructs refuses"},
    {"^(UNWIND_RESUME|CXA_END_CLEANUP)$", "remove_exceptions leaves no landing pads"},
    {"^STACKPROTECTOR_CHECK_FAIL$", "normalise_host_flags takes stack protection off"},
    {"^DEOPTIMIZE$", "check_constructs refuses it"},
    {"^CLEAR_CACHE$", "x86-64 has nothing to do"},
    {"^RISCV_FLUSH_ICACHE$", "another processor's"},
};

/// The names that code for this processor calls functions by; null: it calls none.
class libcall_names {
public:
    libcall_names() : machine_(host::make_machine(false)), module_("libcalls", context_) {
        auto* const type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_), false);
        auto* const function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "any", module_);
        lowering_ = machine_->getSubtargetImpl(*function)->getTargetLowering();
    }

    const char* operator()(llvm::RTLIB::Libcall id) const { return lowering_->getLibcallName(id); }

private:
    const std::unique_ptr<llvm::TargetMachine> machine_;
    llvm::LLVMContext context_;
    llvm::Module module_;
    const llvm::TargetLowering* lowering_ = nullptr;
};

TEST(RuntimeLibcalls, AreFoundOrCannotBeCalled) {
    const libcall_names name_of;
    for (const libcall& call : libcalls) {
        if (call.id == llvm::RTLIB::UNKNOWN_LIBCALL || name_of(call.id) == nullptr) continue;
        std::vector<std::string> reasons;
        for (const exemption& e : exemptions) {
            if (llvm::Regex(e.codes).match(call.code)) reasons.push_back(e.reason);
        }
        EXPECT_LE(reasons.size(), 1u) << call.code << " is exempt twice";
        if (reasons.empty())
            EXPECT_TRUE(host::provides_symbol(name_of(call.id))) << call.code << " is " << name_of(call.id);
    }
}

TEST(RuntimeLibcalls, HaveNoMoreExemptionsThanTheyNeed) {
    const libcall_names name_of;
    for (const exemption& e : exemptions) {
        bool is_needed = false;
        for (const libcall& call : libcalls) {
            if (call.id == llvm::RTLIB::UNKNOWN_LIBCALL || name_of(call.id) == nullptr) continue;
            is_needed |= llvm::Regex(e.codes).match(call.code) && !host::provides_symbol(name_of(call.id));
        }
        EXPECT_TRUE(is_needed) << e.codes;
    }
}

}  // namespace
}  // namespace ndweave::compiler::testing
