/// Sets of processors by their numbers, as Linux numbers them.
#pragma once

#include <string>
#include <vector>

namespace ndweave::detail {

/// Ascending, each once.
using processor_list = std::vector<unsigned>;

/// Reads Linux's list format, as in "0-3,8". A text of another form gives what was read before the mistake.
processor_list parse_processors(const std::string& text);

/// The same format; "" for none.
std::string processors_text(const processor_list&);

processor_list common_processors(const processor_list&, const processor_list&);

}  // namespace ndweave::detail
