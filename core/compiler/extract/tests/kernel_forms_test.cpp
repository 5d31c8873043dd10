/// Every form of kernel, under every kind of build, yields a module of the kernel alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "compiler/extract/tests/build_program.hpp"
#include "compiler/extract/tests/device_module.hpp"

namespace ndweave::extract_test {
namespace {

/// programs/forms.cpp: the label, and parts of names that the kernel's module must define or declare.
const std::map<std::string, std::vector<std::string>> forms = {
    {"lambda", {"__ndweave_global_id"}},
    {"functor", {"7functorclE"}},
    {"template_float", {"9templatedIfLi3EEclE"}},
    {"template_double", {"9templatedIdLi5EEclE"}},
    {"generic", {"itemILi3E"}},
    {"anonymous", {"6hiddenclE"}},
    {"single_task", {"kernel_entry"}},
    {"captures", {"St5arrayI5pointLm2EE"}},
    {"helpers", {"inline_helper", "internal_helper", "template_helper", "coefficients"}},
    {"math", {"sin", "pow", "hypot", "fabs"}},
    {"virtual", {"_ZTV6square", "areaEf"}},
    {"barrier", {"__ndweave_barrier", "__ndweave_local_id", "__ndweave_group_id"}},
};

bool may_be_external(const std::string& name) {
    static const std::set<std::string> allowed = {"sin",
                                                  "pow",
                                                  "hypot",
                                                  "__gxx_personality_v0",
                                                  "_ZSt9terminatev",
                                                  "__cxa_begin_catch",
                                                  "__cxa_pure_virtual",
                                                  "_ZdlPv",
                                                  "_ZdlPvm",
                                                  "_ZTVN10__cxxabiv117__class_type_infoE",
                                                  "_ZTVN10__cxxabiv120__si_class_type_infoE"};
    return name.starts_with("__ndweave_") || name.starts_with("llvm.") || allowed.contains(name);
}

void expect_kernel_alone(const embedded_kernel& kernel) {
    EXPECT_EQ(kernel.hash, sha256(kernel.bitcode));
    const device_module module = load_device_module(kernel.bitcode);
    EXPECT_EQ(module.external_definitions, std::set<std::string>{kernel.name});
    EXPECT_EQ(module.source_filename, kernel.name);
    for (const std::string& name : module.declarations) EXPECT_TRUE(may_be_external(name)) << name;
    for (const char* host : {"host_only", "ubsan", "asan", "llvm.global.annotations", "llvm.used", " comdat", " alias ",
                             "library_item", "ProfileInstr", "instrprof", "llvm.objectsize", " ssp", "section \""}) {
        EXPECT_EQ(module.text.find(host), std::string::npos) << host;
    }
    for (const std::string& part : forms.at(kernel.label)) {
        const auto has = [&](const std::string& name) { return name.find(part) != std::string::npos; };
        EXPECT_TRUE(std::ranges::any_of(module.internal_definitions, has) ||
                    std::ranges::any_of(module.declarations, has) || has(kernel.name))
            << part << " is missing";
    }
}

class KernelForms : public testing::TestWithParam<const char*> {};

TEST_P(KernelForms, AreEmbeddedAlone) {
    const support::temporary_folder scratch;
    const auto kernels = build_and_run(scratch.path(), GetParam(), {program("forms.cpp")});
    EXPECT_EQ(kernels.size(), forms.size());
    for (const embedded_kernel& kernel : kernels) {
        SCOPED_TRACE(kernel.label);
        expect_kernel_alone(kernel);
    }
    const support::command_result symbols = run(scratch.path(), EXTRACT_TEST_NM " -C program");
    EXPECT_EQ(symbols.status, 0);
    EXPECT_EQ(symbols.output.find("kernel_entry<"), std::string::npos) << "the host kept a copy of an entry";
}

INSTANTIATE_TEST_SUITE_P(Builds, KernelForms,
                         testing::Values("-O0", "-O1 -fno-exceptions", "-O2", "-O3 -march=native -ffast-math",
                                         "-Os -fno-rtti", "-O0 -g", "-O2 -g -gsplit-dwarf", "-O2 -flto=thin",
                                         "-O2 -g -flto", "-O0 -flto", "-O2 -fPIC -fvisibility=hidden",
                                         "-O0 -fsanitize=undefined", "-O2 -g -fsanitize=undefined,address",
                                         "-O2 -fsanitize=undefined -fno-sanitize-recover=all",
                                         "-O2 -fsanitize=undefined -fsanitize-trap=undefined",
                                         "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections -Wl,--icf=all",
                                         "-O1 -fprofile-instr-generate -fcoverage-mapping",
                                         "-O2 -fstack-protector-all -fcf-protection -finstrument-functions"));

TEST(KernelForms, KeepLineTablesOfDebugBuilds) {
    const support::temporary_folder scratch;
    for (const embedded_kernel& kernel : build_and_run(scratch.path(), "-O1 -g", {program("forms.cpp")})) {
        const std::string text = load_device_module(kernel.bitcode).text;
        EXPECT_NE(text.find("!DILocation(line:"), std::string::npos) << kernel.label;
        EXPECT_EQ(text.find("!DILocalVariable"), std::string::npos) << kernel.label;
        EXPECT_EQ(text.find("!DICompositeType"), std::string::npos) << kernel.label;
    }
}

TEST(KernelForms, LoopsOfAnO1BuildMayBeUnrolled) {
    const support::temporary_folder scratch;
    bool loops = false;
    for (const embedded_kernel& kernel : build_and_run(scratch.path(), "-O1", {program("forms.cpp")})) {
        const std::string text = load_device_module(kernel.bitcode).text;
        EXPECT_EQ(text.find("llvm.loop.unroll.disable"), std::string::npos) << kernel.label;
        loops |= text.find("llvm.loop.mustprogress") != std::string::npos;
    }
    EXPECT_TRUE(loops);
}

}  // namespace
}  // namespace ndweave::extract_test
