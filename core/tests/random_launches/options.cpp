#include "options.hpp"

#include <stdexcept>
#include <string_view>

#include "compiler/tests/random/campaign/campaign_command.hpp"

namespace ndweave::testing {

using compiler::testing::positive_number;

const char* const usage = R"(usage: ndweave-random-launches [OPTION VALUE…]
Random kernels, launched by the library and compared with an interpreter. Leaves with 1 where one is wrong, 77 without
the device.
  --device NAME        cpu, cuda:0, hip:0, opencl:0, … (cpu)
  --first-seed N       or "fresh" (the same kernels each time)
  --cases N            at most (1000; without end where --minutes is given)
  --minutes M          begins no case after so long
  --jobs N             worker processes (1)
  --seconds N          a case that takes longer hangs (120)
  --sub-groups N[,N…]  sizes that kernels are made for (those of 8 to 64 that the device has)
  --exact-products 1   makes the kernels that CUDA devices get, whose additions may contract with products
  --no-halves 1        makes the kernels that OpenCL and HIP devices get, whose C has no 16-bit floating point
  --json FILE          writes a summary
  --print 1            prints the first seed's kernel and runs none
  --kernel FILE        runs this LLVM IR in place of it
  --shrink N           prints as little of it as still fails, found within N seconds
)";

namespace {

std::vector<std::uint32_t> numbers(std::string_view option, std::string_view text) {
    std::vector<std::uint32_t> made;
    for (std::size_t comma; !text.empty(); text = comma == text.npos ? std::string_view() : text.substr(comma + 1)) {
        comma = text.find(',');
        made.push_back(positive_number<std::uint32_t>(option, text.substr(0, comma)));
    }
    return made;
}

void set(options& o, std::string_view option, std::string_view value) {
    if (option == "--device") {
        o.device = value;
    } else if (option == "--sub-groups") {
        o.sub_group_sizes = numbers(option, value);
    } else if (option == "--exact-products") {
        o.exact_products = true;
    } else if (option == "--no-halves") {
        o.no_halves = true;
    } else if (option == "--json") {
        o.json = value;
    } else if (option == "--print") {
        o.print = true;
    } else if (option == "--kernel") {
        o.kernel = value;
    } else if (option == "--shrink") {
        o.shrink_seconds = positive_number<unsigned>(option, value);
    } else {
        throw std::invalid_argument("unknown option " + std::string(option));
    }
}

}  // namespace

options parse_options(int argc, char** argv) {
    options o;
    compiler::testing::parse_campaign_options(
        o.campaign, argc, argv, [&](std::string_view option, std::string_view value) { set(o, option, value); });
    return o;
}

}  // namespace ndweave::testing
