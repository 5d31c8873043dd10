#include "construct.hpp"
#include "construct_writing.hpp"

namespace ndweave::compiler::testing {
namespace {

construct of_long(const std::string& name, const std::string& body) { return {name, "i64", {"i64"}, body, {}, -1}; }

construct on_cell(const std::string& name, const std::string& type, const std::string& body) {
    return {name + "." + type, type, {type, type}, body, {}, -1, true};
}

void add_atomics(construct_family& to) {
    for (const std::string type : {"i16", "i64", "i128", "float", "i256"}) {
        const std::string aligned = type == "i256" ? ", align 32\n" : ", align 1\n";
        to.members.push_back(on_cell("load", type, "  %r = load atomic " + type + ", ptr %p monotonic" + aligned));
        to.members.push_back(on_cell("store", type,
                                     "  store atomic " + type + " %b, ptr %p release" + aligned +
                                         "  %r = select i1 true, " + type + " %a, " + type + " %b\n"));
        to.members.push_back(on_cell("xchg", type, "  %r = atomicrmw xchg ptr %p, " + type + " %b seq_cst" + aligned));
        if (!is_integer(type)) continue;
        to.members.push_back(on_cell("cmpxchg", type,
                                     "  %q = cmpxchg ptr %p, " + type + " %a, " + type + " %b seq_cst monotonic" +
                                         aligned + "  %r = extractvalue { " + type + ", i1 } %q, 0\n"));
    }
    for (const std::string size : {"1", "2", "4", "8"}) {
        to.members.push_back(
            on_cell("memcpy.element.unordered.atomic." + size, "i64",
                    "  %t = alloca [8 x i64]\n  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr "
                    "align 8 %t, ptr align 8 %p, i64 64, i32 " +
                        size + ")\n  %r = load i64, ptr %t\n"));
        to.members.push_back(
            on_cell("memset.element.unordered.atomic." + size, "i64",
                    "  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 8 %p, i8 3, i64 "
                    "64, i32 " +
                        size + ")\n  %r = load i64, ptr %p\n"));
    }
}

void add_environment(construct_family& to) {
    for (const std::string call : {"set.rounding(i32 1)", "reset.fpenv()", "reset.fpmode()", "set.fpmode.i64(i64 %a)"})
        to.members.push_back(of_long(call, "  call void @llvm." + call + "\n  %r = add i64 %a, 0\n"));
    to.members.push_back(of_long("get.fpmode", "  %r = call i64 @llvm.get.fpmode.i64()\n"));
    to.members.push_back(call_of("experimental.constrained.fadd", "double", {"double", "double"}, "f64",
                                 ", metadata !\"round.upward\", metadata !\"fpexcept.ignore\"", -1));
}

void add_fixed_point(construct_family& to) {
    for (const char* operation : {"smul.fix", "umul.fix", "smul.fix.sat", "umul.fix.sat", "sdiv.fix", "udiv.fix",
                                  "sdiv.fix.sat", "udiv.fix.sat"}) {
        for (const char* type : {"i8", "i32", "<3 x i16>"})
            to.members.push_back(call_of(operation, type, {type, type}, mangled(type), ", i32 3", -1));
    }
}

}  // namespace

construct_family refused_everywhere() {
    construct_family family{"refused everywhere", {}};
    add_atomics(family);
    add_environment(family);
    add_fixed_point(family);
    for (const char* operation : {"fadd", "fmul", "frem"})
        family.members.push_back({operation + std::string(".fp128"),
                                  "fp128",
                                  {"fp128", "fp128"},
                                  std::string("  %r = ") + operation + " fp128 %a, %b\n",
                                  {},
                                  -1});
    family.members.push_back({"fptrunc.fp128", "double", {"fp128"}, "  %r = fptrunc fp128 %a to double\n", {}, -1});
    family.members.push_back(call_of("matrix.multiply", "<4 x float>", {"<4 x float>", "<4 x float>"},
                                     "v4f32.v4f32.v4f32", ", i32 2, i32 2, i32 2", -1));
    family.members.push_back(
        call_of("matrix.transpose", "<4 x float>", {"<4 x float>"}, "v4f32", ", i32 2, i32 2", -1));
    family.members.push_back(
        of_long("sponentry", "  %p = call ptr @llvm.sponentry.p0()\n  %r = ptrtoint ptr %p to i64\n"));
    family.members.push_back(
        of_long("nvvm", "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n  %r = zext i32 %t to i64\n"));
    family.members.push_back(
        {"__atomic_load",
         "i64",
         {"i64", "i64"},
         "  %t = alloca i64\n  call void @__atomic_load(i64 8, ptr %p, ptr %t, i32 5)\n  %r = load i64, ptr %t\n",
         "declare void @__atomic_load(i64, ptr, ptr, i32)\n",
         -1,
         true});
    return family;
}

construct_family refused_on_gpus() {
    construct_family family{"refused on GPUs", {}};
    for (const char* name :
         {"returnaddress(i32 0)", "frameaddress.p0(i32 0)", "addressofreturnaddress.p0()", "thread.pointer()"})
        family.members.push_back(
            of_long(name, std::string("  %p = call ptr @llvm.") + name + "\n  %r = ptrtoint ptr %p to i64\n"));
    family.members.push_back(of_long(
        "clear_cache",
        "  %p = inttoptr i64 %a to ptr\n  call void @llvm.clear_cache(ptr %p, ptr %p)\n  %r = add i64 %a, 0\n"));
    family.members.push_back(
        {"fadd.x86_fp80", "x86_fp80", {"x86_fp80", "x86_fp80"}, "  %r = fadd x86_fp80 %a, %b\n", {}, -1});
    family.members.push_back({"rcp",
                              "<4 x float>",
                              {"<4 x float>"},
                              "  %r = call <4 x float> @llvm.x86.sse.rcp.ps(<4 x float> %a)\n",
                              {},
                              -1});
    return family;
}

}  // namespace ndweave::compiler::testing
