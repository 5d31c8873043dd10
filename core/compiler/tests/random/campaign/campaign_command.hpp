/// What the programs that run campaigns have in common: options, and how results are reported.
#pragma once

#include <charconv>
#include <cstdio>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "campaign.hpp"

namespace ndweave::compiler::testing {

/// Throws std::invalid_argument where `text` is not a number above zero.
template <class T>
T positive_number(std::string_view option, std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value <= T{})
        throw std::invalid_argument(std::string(option) + " is '" + std::string(text) + "'");
    return value;
}

/// --first-seed (also "fresh"), --minutes and --jobs; false for other options.
bool set_campaign_option(campaign_options&, std::string_view option, std::string_view value);

/// The command line of a program whose options all have values: those above, --cases and --seconds; `set` gets others.
/// Where there are no --cases, they are 1000, or have no end where --minutes is given. Throws std::invalid_argument.
void parse_campaign_options(campaign_options&, int argc, char** argv,
                            const std::function<void(std::string_view option, std::string_view value)>& set);

/// Runs a campaign, and writes `summary`, which `tell` fills: to the output, and to the file `json` where it is named.
/// Whether all was good. Throws as run_campaign() does where nothing was tested.
template <class Summary, class Tell>
bool report_campaign(const campaign_options& options, const campaign_work& work, Summary& summary, const Tell& tell,
                     const std::string& json) {
    bool good = true;
    std::string tested;
    try {
        tested = run_campaign(options, work, tell);
    } catch (const std::exception& e) {
        if (summary.empty()) throw;
        good = false;
        tested = std::string("ended early: ") + e.what();
    }
    std::fputs(summary.text(tested).c_str(), stdout);
    if (!json.empty()) std::ofstream(json) << summary.json(tested);
    return good && summary.good();
}

}  // namespace ndweave::compiler::testing
