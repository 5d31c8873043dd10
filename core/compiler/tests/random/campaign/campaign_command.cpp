#include "campaign_command.hpp"

#include <random>

namespace ndweave::compiler::testing {

bool set_campaign_option(campaign_options& o, std::string_view option, std::string_view value) {
    if (option == "--first-seed") {
        o.first_seed = value == "fresh" ? std::random_device()() : positive_number<std::uint64_t>(option, value);
    } else if (option == "--minutes") {
        o.minutes = positive_number<double>(option, value);
    } else if (option == "--jobs") {
        o.jobs = positive_number<unsigned>(option, value);
    } else {
        return false;
    }
    return true;
}

void parse_campaign_options(campaign_options& o, int argc, char** argv,
                            const std::function<void(std::string_view, std::string_view)>& set) {
    o.cases = 0;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view option = argv[i];
        if (i + 1 == argc) throw std::invalid_argument(std::string(option) + " has no value");
        const std::string_view value = argv[i + 1];
        if (option == "--cases") {
            o.cases = positive_number<std::uint64_t>(option, value);
        } else if (option == "--seconds") {
            o.seconds_per_case = positive_number<unsigned>(option, value);
        } else if (!set_campaign_option(o, option, value)) {
            set(option, value);
        }
    }
    if (o.cases == 0) o.cases = o.minutes > 0 ? std::uint64_t{1} << 40 : 1000;
}

}  // namespace ndweave::compiler::testing
