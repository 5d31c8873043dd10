/// Places in private, captured and constant arrays, as check mode names them.
#pragma once

#include <cstdint>
#include <string>

namespace ndweave::detail {

/// What ndw_check::private_access is told; see there.
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
