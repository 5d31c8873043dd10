/// Near names for a word that is not known.
#pragma once

#include <string>
#include <vector>

namespace ndweave::harness {

/// Edits between two words: a character added, left out or replaced, or two neighbours swapped (optimal string
/// alignment distance).
std::size_t edit_distance(const std::string& a, const std::string& b);

/// Those of `known` that are near: "'lulesh'", "'cpu' or 'cuda'"; empty where none is.
std::string near_names(const std::string& word, const std::vector<std::string>& known);

/// "unknown app 'lulsh': did you mean 'lulesh'?", or the full list where nothing is near.
std::string unknown_name(const std::string& what, const std::string& word, const std::vector<std::string>& known);

}  // namespace ndweave::harness
