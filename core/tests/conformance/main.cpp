/// The conformance suite: `ndweave-conformance [--device=NAME] [Google Test's options]` runs it on one device.
/// Exit status 77 where the backend has no device on this machine, which ctest counts as skipped.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "ndweave/ndweave.hpp"

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    constexpr std::string_view option = "--device=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with(option)) {
            setenv("NDWEAVE_DEVICE", argv[i] + option.size(), 1);
        } else {
            std::cerr << "unknown argument " << argument << "; usage: ndweave-conformance [--device=NAME]\n";
            return 2;
        }
    }
    try {
        const ndweave::device device;
        std::cout << "device " << device.identifier() << ": " << device.get_info<ndweave::info::device::name>() << '\n';
    } catch (const ndweave::exception& e) {
        std::cerr << "skipped: " << e.what() << '\n';
        return 77;
    }
    return RUN_ALL_TESTS();
}
