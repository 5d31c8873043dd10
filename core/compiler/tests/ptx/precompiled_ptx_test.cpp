// ndweave-precompile for NVIDIA's GPUs: PTX, and beside it what the toolkit's assembler makes of it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>

#include "code/precompiled/archive.hpp"
#include "code/precompiled/recording.hpp"
#include "compiled_ptx.hpp"
#include "support/command.hpp"
#include "support/temporary_folder.hpp"
#include "tests/runtime/with_variable.hpp"

namespace ndweave::compiler::testing {
namespace {

using code::precompiled::archive;

/// An assembler that runs `command`, with the architecture's option as $1, its output as $3 and its input as $4.
void install_ptxas(const support::temporary_folder& toolkit, const std::string& command) {
    const std::filesystem::path folder = toolkit.path() / "bin";
    std::filesystem::create_directory(folder);
    std::ofstream(folder / "ptxas") << "#!/bin/sh\n" << command << "\n";
    std::filesystem::permissions(folder / "ptxas", std::filesystem::perms::owner_all);
}

TEST(PrecompiledPtx, HasMachineCodeBesideItWhereItCanBeAssembled) {
    const support::temporary_folder toolkit;
    const std::string recording = toolkit / "recording", file = toolkit / "program.aot";
    {
        const ndweave::testing::with_variable recorded("NDWEAVE_RECORD_KERNELS", recording);
        for (const sample* kernel : {&copy, &triad}) code::precompiled::record(request_of(*kernel));
    }
    const auto precompile = [&] {
        const support::command_result run =
            support::run_command("NDWEAVE_CUDA_PATH='" + toolkit.path().string() +
                                 "' '" NDWEAVE_PRECOMPILE "' --for sm_90 -o '" + file + "' '" + recording + "' 2>&1");
        EXPECT_EQ(run.status, 0);
        return run.output;
    };
    const std::string ptx = compile(copy).code;
    const auto has_ptx = [&] {
        const auto beside = archive::open(file);
        const std::optional<code::entry> found = beside ? beside->find(request_of(copy)) : std::nullopt;
        return found && found->made.code == ptx;
    };
    const auto machine_code = [&] {
        const auto beside = archive::open(file);
        return beside ? beside->find_machine_code(ptx, "sm_90").value_or("none") : "no file";
    };

    EXPECT_NE(precompile().find("there is no ptxas"), std::string::npos);
    EXPECT_TRUE(has_ptx());
    EXPECT_EQ(machine_code(), "none");

    install_ptxas(toolkit, "{ echo code for \"$1\"; cat \"$4\"; } >\"$3\"");
    EXPECT_NE(precompile().find("sm_90: 2 kernels, PTX and machine code"), std::string::npos);
    EXPECT_TRUE(has_ptx());
    EXPECT_EQ(machine_code(), "code for -arch=sm_90\n" + ptx);

    install_ptxas(toolkit, "echo it is too new; exit 1");
    const std::string said = precompile();
    EXPECT_NE(said.find("it is too new"), std::string::npos) << said;
    EXPECT_NE(said.find("sm_90: 2 kernels, PTX alone"), std::string::npos) << said;
    EXPECT_TRUE(has_ptx());
    EXPECT_EQ(machine_code(), "none");
}

}  // namespace
}  // namespace ndweave::compiler::testing
