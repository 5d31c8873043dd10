/// Atomic operations and fences of every order and scope, as PTX.
#include <gtest/gtest.h>

#include "assembler.hpp"
#include "code/cuda_toolkit.hpp"
#include "compiled_ptx.hpp"
#include "ndweave/atomic_ref.hpp"

namespace ndweave::compiler::testing {
namespace {

template <memory_order Order, memory_scope Scope>
struct operations {
    unsigned* word;
    double* number;
    void operator()(id<1> i) const {
        atomic_ref<unsigned, Order, Scope> at(word[0]);
        word[i + 1] = at.fetch_add(3) + at.exchange(5) + at.fetch_max(7);
        unsigned expected = 9;
        word[i + 2] = at.compare_exchange_strong(expected, 11) + expected;
        number[i + 1] = atomic_ref<double, Order, Scope>(number[0]).fetch_add(0.5);
    }
};

template <memory_order Order, memory_scope Scope>
struct accesses {
    unsigned* word;
    void operator()(id<1> i) const {
        word[i + 2] = atomic_ref<unsigned, Order, Scope>(word[0]).load();
        atomic_ref<unsigned, Order, Scope>(word[1]).store(5);
    }
};

template <memory_order Order, memory_scope Scope>
struct fences {
    unsigned* word;
    void operator()(id<1>) const {
        word[0] = 1;
        atomic_fence(Order, Scope);
        word[1] = 1;
    }
};

template <class F>
compiled_ptx compile_basic() {
    const auto* record = &detail::record<F, 1, detail::kernel_kind::basic, detail::unnamed_kernel>;
    compiled_ptx ptx = compile({"atomics", record, {256, 1, 1}, false});
    EXPECT_EQ(ptx.status, NDW_COMPILE_OK) << ptx.message;
    if (!code::find_ptxas().empty()) EXPECT_TRUE(assemble(ptx.code, "sm_90").ok) << assemble(ptx.code, "sm_90").log;
    return ptx;
}

unsigned count(const compiled_ptx& ptx, const std::string& text) {
    unsigned found = 0;
    for (std::size_t at = ptx.code.find(text); at != std::string::npos; at = ptx.code.find(text, at + 1)) ++found;
    return found;
}

template <memory_order Order>
constexpr const char* name_of_order() {
    switch (Order) {
        case memory_order::relaxed:
            return ".relaxed";
        case memory_order::acquire:
            return ".acquire";
        case memory_order::release:
            return ".release";
        default:
            return ".acq_rel";
    }
}

template <memory_order Order, memory_scope Scope>
void expect_operations(const std::string& scope) {
    const compiled_ptx ptx = compile_basic<operations<Order, Scope>>();
    const std::string access = std::string("atom") + name_of_order<Order>() + scope + ".global.";
    for (const char* operation : {"add.u32", "exch.b32", "max.u32", "cas.b32", "add.f64"}) {
        EXPECT_EQ(count(ptx, access + operation), 1u) << access << operation << "\n" << ptx.code;
    }
    EXPECT_EQ(count(ptx, "fence.sc" + scope), Order == memory_order::seq_cst ? 5u : 0u) << ptx.code;
    EXPECT_EQ(count(ptx, "fence.acq_rel"), 0u) << ptx.code;
}

template <memory_order Order, memory_scope Scope>
void expect_accesses(const std::string& scope, const std::string& load, const std::string& store) {
    const compiled_ptx ptx = compile_basic<accesses<Order, Scope>>();
    EXPECT_EQ(count(ptx, "ld." + load + scope + ".global.b32"), 1u) << ptx.code;
    EXPECT_EQ(count(ptx, "st." + store + scope + ".global.b32"), 1u) << ptx.code;
    EXPECT_EQ(count(ptx, "fence.sc" + scope), Order == memory_order::seq_cst ? 2u : 0u) << ptx.code;
}

template <memory_scope Scope>
void expect_scope(const std::string& scope) {
    // Relaxed operations of device scope are LLVM's own, which name neither: PTX's defaults are the same.
    if constexpr (Scope != memory_scope::device) expect_operations<memory_order::relaxed, Scope>(scope);
    expect_operations<memory_order::acquire, Scope>(scope);
    expect_operations<memory_order::release, Scope>(scope);
    expect_operations<memory_order::acq_rel, Scope>(scope);
    expect_operations<memory_order::seq_cst, Scope>(scope);
    expect_accesses<memory_order::relaxed, Scope>(scope, "relaxed", "relaxed");
    expect_accesses<memory_order::acq_rel, Scope>(scope, "acquire", "release");
    expect_accesses<memory_order::seq_cst, Scope>(scope, "acquire", "relaxed");
    EXPECT_EQ(count(compile_basic<fences<memory_order::acq_rel, Scope>>(), "fence.acq_rel" + scope), 1u);
    EXPECT_EQ(count(compile_basic<fences<memory_order::seq_cst, Scope>>(), "fence.sc" + scope), 1u);
}

TEST(PtxAtomics, OfTheWorkGroupHaveItsScope) { expect_scope<memory_scope::work_group>(".cta"); }
TEST(PtxAtomics, OfTheDeviceHaveItsScope) { expect_scope<memory_scope::device>(".gpu"); }
TEST(PtxAtomics, OfTheSystemHaveItsScope) { expect_scope<memory_scope::system>(".sys"); }

TEST(PtxAtomics, RelaxedOnesOfTheDeviceAreLlvmsOwn) {
    const compiled_ptx ptx = compile_basic<operations<memory_order::relaxed, memory_scope::device>>();
    for (const char* operation : {"atom.global.add.u32", "atom.global.exch.b32", "atom.global.max.u32",
                                  "atom.relaxed.gpu.global.cas.b32", "atom.global.add.f64"}) {
        EXPECT_EQ(count(ptx, operation), 1u) << operation << "\n" << ptx.code;
    }
}

struct standard_atomics {
    int* cell;
    void operator()(id<1>) const {
        __atomic_fetch_add(cell, 1, __ATOMIC_RELAXED);
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
    }
};

TEST(PtxAtomics, ThatNameNoScopeAreOfTheSystem) {
    const compiled_ptx ptx = compile_basic<standard_atomics>();
    EXPECT_EQ(count(ptx, "atom.relaxed.sys.global.add.u32"), 1u) << ptx.code;
    EXPECT_EQ(count(ptx, "fence.acq_rel.sys"), 1u) << ptx.code;
}

/// PTX has no maximum of doubles, and no operation on 16 bits but the exchange.
struct loops_of_exchanges {
    double* number;
    short* half;
    void operator()(id<1>) const {
        atomic_ref<double, memory_order::acq_rel, memory_scope::system>(*number).fetch_max(2.0);
        __atomic_fetch_add(half, short{1}, __ATOMIC_RELAXED);
    }
};

TEST(PtxAtomics, LoopsKeepOrderAndScope) {
    const compiled_ptx ptx = compile_basic<loops_of_exchanges>();
    EXPECT_EQ(count(ptx, "atom.acq_rel.sys.global.cas.b64"), 1u) << ptx.code;
    EXPECT_EQ(count(ptx, "atom.relaxed.sys.global.cas.b32"), 1u) << ptx.code;
}

struct waits {
    const int* flag;
    const int *before, *behind;
    double* out;
    void operator()(id<1> i) const {
        const int first = before[i];
        while (__atomic_load_n(flag, __ATOMIC_ACQUIRE) == 0) {
        }
        out[i] = first + behind[i];
    }
};

TEST(PtxAtomics, LoadsBehindAnAcquiringOneAreCoherent) {
    const compiled_ptx ptx = compile_basic<waits>();
    EXPECT_EQ(count(ptx, "ld.global.nc.u32"), 1u) << ptx.code;
    EXPECT_GE(count(ptx, "ld.global.u32"), 1u) << ptx.code;
}

}  // namespace
}  // namespace ndweave::compiler::testing
