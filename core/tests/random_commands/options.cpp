#include "options.hpp"

#include <stdexcept>
#include <string_view>

#include "compiler/tests/random/campaign/campaign_command.hpp"

namespace ndweave::testing {

using compiler::testing::positive_number;

const char* const usage = R"(usage: ndweave-random-commands [OPTION VALUE…]
Random kernels, reductions, copies, fills and graphs that several threads submit to several queues, with events between
them, compared with what they do one after the other. Leaves with 1 where memory is wrong, 77 without a device.
  --device NAME[,NAME…]  cpu, parts (of the CPU), cuda:0, hip:0, opencl:0, … (all that there are)
  --first-seed N         or "fresh" (the same commands each time)
  --cases N              at most (1000; without end where --minutes is given)
  --minutes M            begins no case after so long
  --jobs N               worker processes (1)
  --seconds N            a case that takes longer hangs (120)
  --no-barriers 1        kernels without barriers only, as NDWEAVE_CPU=loop takes
  --json FILE            writes a summary
  --print 1              prints the first seed's commands and runs none
  --shrink N             leaves out commands of the first seed that fails for so many seconds, and prints the rest (20)
)";

namespace {

std::vector<std::string> names(std::string_view text) {
    std::vector<std::string> made;
    for (std::size_t comma; !text.empty(); text = comma == text.npos ? std::string_view() : text.substr(comma + 1)) {
        comma = text.find(',');
        made.emplace_back(text.substr(0, comma));
    }
    return made;
}

void set(options& o, std::string_view option, std::string_view value) {
    if (option == "--device") {
        o.devices = names(value);
    } else if (option == "--no-barriers") {
        o.barriers = false;
    } else if (option == "--json") {
        o.json = value;
    } else if (option == "--print") {
        o.print = true;
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
