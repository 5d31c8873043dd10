// A missing kernel compiler is an error that names it, not a program that is hundreds of times slower.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "ndweave/ndweave.hpp"
#include "ndweave/reports/compiler_report.hpp"
#include "runtime/strategy_probe.hpp"
#include "support/temporary_folder.hpp"

namespace ndweave::tests {
namespace {

namespace files = std::filesystem;

/// A copy of libndweave.so in a folder of its own, with what the test puts beside it.
class CompilerMissing : public StrategyProbe {
protected:
    void SetUp() override {
        StrategyProbe::SetUp();
        if (IsSkipped()) return;
        Dl_info info{};
        ASSERT_NE(dladdr(reinterpret_cast<const void*>(&kernel_compiler_report), &info), 0);
        library = files::canonical(info.dli_fname);
        files::copy_file(library, folder.path() / library.filename());
    }

    files::path compiler() const {
        return files::canonical(folder.path()) / files::path(kernel_compiler_report().path).filename();
    }

    /// What strategy_probe says with the folder's library.
    std::string probe(const std::string& strategy) const {
        return StrategyProbe::probe("LD_LIBRARY_PATH=" + folder.path().string(), strategy);
    }

    void expect_error(const std::string& reason) const {
        for (const char* strategy : {"auto", "loop", "cbs"}) {
            const std::string text = probe(strategy);
            EXPECT_EQ(text.find("build: kernel "), 0u) << text;
            for (const std::string& part :
                 {compiler().string(), reason, std::string("NDWEAVE_CPU=fiber runs kernels without it")}) {
                EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
            }
        }
        EXPECT_EQ(probe("fiber"), "ok\n");
    }

    const support::temporary_folder folder;
    files::path library;
};

TEST_F(CompilerMissing, AbsentFileIsAnError) { expect_error("No such file"); }

TEST_F(CompilerMissing, DamagedFileIsAnError) {
    std::ofstream(compiler()) << "not a library";
    expect_error("file too short");
}

TEST_F(CompilerMissing, AnotherLibraryIsAnError) {
    Dl_info mathematics{};  // not a second libndweave.so, whose globals AddressSanitizer would find twice
    ASSERT_NE(dladdr(dlsym(RTLD_DEFAULT, "cbrt"), &mathematics), 0);
    files::create_symlink(files::canonical(mathematics.dli_fname), compiler());
    expect_error("another version");
}

TEST_F(CompilerMissing, WithTheRealOneThereAllStrategiesButLoopRun) {
    files::create_symlink(kernel_compiler_report().path, compiler());
    for (const char* strategy : {"auto", "cbs", "fiber"}) EXPECT_EQ(probe(strategy), "ok\n") << strategy;
    EXPECT_NE(probe("loop").find("barrier"), std::string::npos);
}

TEST(CompilerReport, DescribesTheDevice) {
    const compiler_report r = kernel_compiler_report();
    EXPECT_NE(r.path.find("libndweave-compiler.so"), std::string::npos) << r.path;
    EXPECT_EQ(r.version.empty(), !r.problem.empty());
    const std::string driver = device("cpu").get_info<info::device::driver_version>();
    EXPECT_EQ(driver, r.problem.empty() ? "LLVM " + r.version + " for " + r.processor : "no kernel compiler");
}

}  // namespace
}  // namespace ndweave::tests
