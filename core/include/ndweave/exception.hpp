/// SYCL 2020 errors (4.13): typed, synchronous, with a text that names the object, the cause and the remedy.
#pragma once

#include <exception>
#include <string>
#include <system_error>
#include <type_traits>

#include "ndweave/detail/export.hpp"

namespace ndweave {

/// SYCL 2020's error codes (4.13.3).
enum class errc {
    success = 0,
    runtime,
    kernel,
    accessor,
    nd_range,
    event,
    kernel_argument,
    build,
    invalid,
    memory_allocation,
    platform,
    profiling,
    feature_not_supported,
    kernel_not_supported,
    backend_mismatch,
};

}  // namespace ndweave

template <>
struct std::is_error_code_enum<ndweave::errc> : std::true_type {};

namespace ndweave {

/// The category of errc; its name is "ndweave".
NDWEAVE_EXPORT const std::error_category& error_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept { return {static_cast<int>(e), error_category()}; }

/// Thrown by every failing call of the library.
class NDWEAVE_EXPORT exception : public std::exception {
public:
    exception(std::error_code code, std::string text) : code_(code), text_(std::move(text)) {}
    explicit exception(std::error_code code) : exception(code, code.message()) {}

    const char* what() const noexcept override { return text_.c_str(); }
    const std::error_code& code() const noexcept { return code_; }
    const std::error_category& category() const noexcept { return code_.category(); }

private:
    std::error_code code_;
    std::string text_;
};

}  // namespace ndweave
