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

}  // namespace ndweave::compiler::testing
