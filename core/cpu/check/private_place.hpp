/// Places in private, captured and constant arrays, for the messages of check mode.
#pragma once

#include <cstdint>
#include <string>

namespace ndweave::detail {

/// The arguments of ndw_check::private_access.
struct private_place {
    std::int64_t at;
    std::uint64_t bytes, end;
    std::uint32_t what;  // ndw_check_access
    std::uint32_t element_bytes;
    const char* name;
};

bool is_inside(const private_place& place);

/// "at index 9 of the private array 't' of 8 elements"; in bytes where there are no elements.
std::string place_text(const private_place& place);

}  // namespace ndweave::detail
