/// Results as one self-contained page.
#pragma once

#include <string>
#include <vector>

#include "record/document.hpp"

namespace ndweave::harness {

/// One results file and its name.
struct named_results {
    std::string file;
    results found;
};

/// The page. Runs are shown in the order of their dates. Only members that the page uses are copied from the records,
/// and nothing in them can end the script element that holds them.
std::string to_html(std::vector<named_results> runs);

/// JSON text that is safe inside a script element.
std::string script_safe(const json&);

}  // namespace ndweave::harness
