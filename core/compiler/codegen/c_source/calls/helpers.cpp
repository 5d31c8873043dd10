/// Functions that LLVM's integer intrinsics need beyond C's operators, and mathematical functions of processors' OpenCL
/// up to the largest results. In the texts U is the unsigned type, I the signed one, F the floating-point one and N the
/// width.
#include "compiler/codegen/c_source/text/emission.hpp"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace ndweave::compiler::c_source_detail {
namespace {

/// Without loops: PoCL would put barriers into them (skipped_loops.hpp).
struct helper_text {
    std::string_view name;
    std::string_view opencl;  // empty: the others, by width
    std::string_view cpp32;
    std::string_view cpp64;
    std::string_view needs = {};  // another helper
};

constexpr std::string_view bswap32 =
    "U bswapN(U x) { return x << 24 | (x & 0xff00u) << 8 | (x >> 8 & 0xff00u) | x >> 24; }";
constexpr std::string_view bswap64 =
    "U bswapN(U x) { x = (x & 0x00ff00ff00ff00fful) << 8 | (x >> 8 & 0x00ff00ff00ff00fful); x = (x & "
    "0x0000ffff0000fffful) << 16 | (x >> 16 & 0x0000ffff0000fffful); return x << 32 | x >> 32; }";
constexpr std::string_view bitreverse32 =
    "U bitreverseN(U x) { x = (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u); x = (x & 0x33333333u) << 2 | (x >> 2 & "
    "0x33333333u); x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu); return bswapN(x); }";
constexpr std::string_view bitreverse64 =
    "U bitreverseN(U x) { x = (x & 0x5555555555555555ul) << 1 | (x >> 1 & 0x5555555555555555ul); x = (x & "
    "0x3333333333333333ul) << 2 | (x >> 2 & 0x3333333333333333ul); x = (x & 0x0f0f0f0f0f0f0f0ful) << 4 | (x >> 4 & "
    "0x0f0f0f0f0f0f0f0ful); return bswapN(x); }";
constexpr std::string_view cttz_text = "U cttzN(U x) { return ctpopN((x & (0u - x)) - 1u); }";
// IEEE 754 classes in the order of LLVM's FPClassTest.
constexpr std::string_view fpclass32 =
    "U fpclassN(U x) { U a = x & 0x7fffffffu; bool s = a != x; return a == 0u ? (s ? 32u : 64u) : a < 0x800000u ? "
    "(s ? 16u : 128u) : a < 0x7f800000u ? (s ? 8u : 256u) : a == 0x7f800000u ? (s ? 4u : 512u) : a & 0x400000u ? 2u : "
    "1u; }";
constexpr std::string_view fpclass64 =
    "U fpclassN(U x) { U a = x & 0x7ffffffffffffffful; bool s = a != x; return a == 0u ? (s ? 32u : 64u) : a < "
    "0x10000000000000ul ? (s ? 16u : 128u) : a < 0x7ff0000000000000ul ? (s ? 8u : 256u) : a == 0x7ff0000000000000ul ? "
    "(s ? 4u : 512u) : a & 0x8000000000000ul ? 2u : 1u; }";

// PoCL's (3.1: SLEEF's) are infinite or NaN beside the largest number. exp(x) = e exp(x - 1); so are cosh and sinh
// there, to the last place; x - 1 is exact.
constexpr std::string_view whole_exp =
    "F whole_expN(F x) { bool far = x > 709.7; F y = exp(far ? x - 1.0 : x); return far ? y * M_E : y; }";
constexpr std::string_view whole_cosh =
    "F whole_coshN(F x) { bool far = fabs(x) > 709.7; F y = cosh(far ? fabs(x) - 1.0 : x); return far ? y * M_E : y; }";
constexpr std::string_view whole_sinh =
    "F whole_sinhN(F x) { bool far = fabs(x) > 709.7; F y = sinh(far ? x - copysign(1.0, x) : x); return far ? y * M_E "
    ": y; }";
constexpr std::string_view whole_tgamma =
    "F whole_tgammaN(F x) { bool far = x > 171.5; F y = tgamma(far ? x - 1.0 : x); return far ? y * (x - 1.0) : y; }";
// Stirling's formula, whose other terms are below the last place.
constexpr std::string_view whole_lgamma32 =
    "F whole_lgammaN(F x) { return x > 1e30f ? x * (log(x) - 1.0f) : lgamma(x); }";
constexpr std::string_view whole_lgamma64 =
    "F whole_lgammaN(F x) { return x > 1e300 ? x * (log(x) - 1.0) : lgamma(x); }";

constexpr helper_text helpers[] = {
    {"ctpop", "U ctpopN(U x) { return popcount(x); }", "U ctpopN(U x) { return (U)__popc(x); }",
     "U ctpopN(U x) { return (U)__popcll(x); }"},
    {"ctlz", "U ctlzN(U x) { return x ? clz(x) : N; }", "U ctlzN(U x) { return (U)__clz((I)x); }",
     "U ctlzN(U x) { return (U)__clzll((I)x); }"},
    {"cttz", cttz_text, cttz_text, cttz_text, "ctpop"},
    {"bswap", "", bswap32, bswap64},
    {"bitreverse", "", bitreverse32, bitreverse64, "bswap"},
    {"umulh", "U umulhN(U a, U b) { return mul_hi(a, b); }", "U umulhN(U a, U b) { return __umulhi(a, b); }",
     "U umulhN(U a, U b) { return __umul64hi(a, b); }"},
    {"smulh", "I smulhN(I a, I b) { return mul_hi(a, b); }", "I smulhN(I a, I b) { return __mulhi(a, b); }",
     "I smulhN(I a, I b) { return __mul64hi(a, b); }"},
    {"fpclass", "", fpclass32, fpclass64},
    {"whole_exp", "", "", whole_exp},
    {"whole_cosh", "", "", whole_cosh},
    {"whole_sinh", "", "", whole_sinh},
    {"whole_tgamma", "", "", whole_tgamma},
    {"whole_lgamma", "", whole_lgamma32, whole_lgamma64},
};

std::string instantiate(std::string_view text, unsigned bits) {
    std::string out;
    for (const char c : text) {
        if (c == 'U' || c == 'I' || c == 'F') {
            out += (c == 'U' ? "u" : c == 'I' ? "i" : "f") + std::to_string(bits);
        } else if (c == 'N') {
            out += std::to_string(bits);
        } else {
            out += c;
        }
    }
    return out;
}

/// Empty where there is none.
std::string_view text_of(const helper_text& h, const emission& e, unsigned bits) {
    if (e.dialect.is_opencl && !h.opencl.empty()) return h.opencl;
    return bits == 32 ? h.cpp32 : h.cpp64;
}

}  // namespace

bool has_helper(const emission& e, std::string_view name, unsigned bits) {
    return llvm::any_of(helpers, [&](const helper_text& h) { return h.name == name && !text_of(h, e, bits).empty(); });
}

std::string helper(emission& e, const std::string& name, unsigned bits) {
    const std::string full = name + std::to_string(bits);
    for (const helper_text& h : helpers) {
        if (h.name != name || !e.known_helpers.insert(full).second) continue;
        if (!h.needs.empty()) (void)helper(e, std::string(h.needs), bits);
        e.helpers += std::string(e.dialect.function_qualifier) + " " + instantiate(text_of(h, e, bits), bits) + "\n";
    }
    return full;
}

}  // namespace ndweave::compiler::c_source_detail
