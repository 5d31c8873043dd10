#include <string>
#include <utility>
#include <vector>

#include "construct.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

constexpr double not_compared = -1;

construct in_memory(const std::string& name, const std::string& type, const std::string& body) {
    return {name, type, {type, type}, body, {}, not_compared, true};
}

/// Of 8 bytes, or of as many as %b says.
construct_family block_copies() {
    construct_family family{"block copies", {}};
    for (const char* length : {"i32", "i64"}) {
        const std::string some = std::string("  %m = and i64 %b, 7\n  %n = ") +
                                 (length == std::string("i64") ? "add i64 %m, 0\n" : "trunc i64 %m to i32\n");
        for (const std::string of : {"8", "%n"}) {
            const std::string tail = std::string(", ") + length + " " + of + ", i1 false)\n";
            const std::string name = std::string(".") + length + (of == "8" ? "" : ".some");
            for (const std::string copy : {"memcpy", "memmove"}) {
                const std::string call = "  call void @llvm." + copy + ".p0.p0." + length + "(ptr ";
                family.members.push_back(in_memory(copy + name, "i64",
                                                   "  %t = alloca [4 x i64], align 16\n" + (of == "8" ? "" : some) +
                                                       call + "%t, ptr %p" + tail + call + "%p, ptr %t" + tail +
                                                       "  %r = load i64, ptr %p\n"));
            }
            family.members.push_back(in_memory("memset" + name, "i64",
                                               (of == "8" ? "" : some) +
                                                   "  %v = trunc i64 %b to i8\n  call void @llvm.memset.p0." + length +
                                                   "(ptr %p, i8 %v" + tail + "  %r = load i64, ptr %p\n"));
        }
    }
    return family;
}

/// Of four lanes of a variable, under the mask of the lower bits of %a.
construct_family masked_accesses(const std::string& element) {
    const std::string type = vector_of(4, element), name = mangled(type), none = type + " zeroinitializer";
    const std::string before = "  %four = trunc i64 %a to i4\n  %m = bitcast i4 %four to <4 x i1>\n  %p = alloca " +
                               type + ", align 64\n  store " + none + ", ptr %p\n";
    const std::string lanes = "  %g = getelementptr " + element + ", ptr %p, <4 x i64> <i64 0, i64 3, i64 2, i64 1>\n";
    const std::string after = "  %r = load i64, ptr %p\n", kept = "  store " + type + " %v, ptr %p\n" + after;
    const std::string load = "  %v = call " + type + " @llvm.masked.", store = "  call void @llvm.masked.";
    construct_family family{"masked accesses of " + element, {}};
    const auto add = [&](const std::string& access, const std::string& body) {
        family.members.push_back({"masked." + access + "." + element, "i64", {"i64"}, before + body, {}, not_compared});
    };
    add("load", load + "load." + name + ".p0(ptr %p, i32 4, <4 x i1> %m, " + none + ")\n" + kept);
    add("gather", lanes + load + "gather." + name + ".v4p0(<4 x ptr> %g, i32 4, <4 x i1> %m, " + none + ")\n" + kept);
    add("expandload", load + "expandload." + name + "(ptr %p, <4 x i1> %m, " + none + ")\n" + kept);
    add("store", store + "store." + name + ".p0(" + none + ", ptr %p, i32 4, <4 x i1> %m)\n" + after);
    add("scatter",
        lanes + store + "scatter." + name + ".v4p0(" + none + ", <4 x ptr> %g, i32 4, <4 x i1> %m)\n" + after);
    add("compressstore", store + "compressstore." + name + "(" + none + ", ptr %p, <4 x i1> %m)\n" + after);
    return family;
}

construct_family mathematics(const std::string& type, const std::string& suffix) {
    construct_family family{"functions of " + type, {}};
    const auto add = [&](const std::string& name, const std::string& result, const std::vector<std::string>& of) {
        family.members.push_back(function_call(name + suffix, result, of));
    };
    for (const char* f : {"acosh", "asinh", "atanh", "cbrt", "erf", "erfc", "exp10", "expm1", "lgamma", "log1p", "logb",
                          "roundeven", "sin", "sinh", "tan", "tgamma"})
        add(f, type, {type});
    for (const char* f : {"atan2", "copysign", "fdim", "fmax", "fmod", "hypot", "nextafter", "pow", "remainder"})
        add(f, type, {type, type});
    for (const char* f : {"llrint", "llround", "lrint", "lround"}) add(f, "i64", {type});
    add("ilogb", "i32", {type});
    for (const char* f : {"ldexp", "scalbn"}) add(f, type, {type, "i32"});
    add("scalbln", type, {type, "i64"});
    return family;
}

}  // namespace

std::vector<construct_family> library_families() {
    std::vector<construct_family> families = {block_copies(), mathematics("float", "f"), mathematics("double", ""),
                                              mathematics("x86_fp80", "l")};
    for (const char* element : {"i8", "i32", "i128", "half", "bfloat", "double"})
        families.push_back(masked_accesses(element));
    return families;
}

std::vector<construct_family> all_families() {
    std::vector<construct_family> all;
    for (auto* const some :
         {integer_families, float_families, conversion_families, atomic_families, library_families}) {
        for (construct_family& family : some()) all.push_back(std::move(family));
    }
    return all;
}

std::vector<construct_family> families_that_differ() {
    std::vector<construct_family> some = all_families();
    std::erase_if(some, [](const construct_family& family) {
        const auto names = [&](const char* type) { return family.name.find(type) != std::string::npos; };
        return !names("half") && !names("bfloat") && !names("128") && !names("between floats");
    });
    return some;
}

}  // namespace ndweave::compiler::testing
