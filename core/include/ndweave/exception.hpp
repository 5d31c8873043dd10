/// SYCL 2020 errors (4.13): typed, synchronous, with a text that names the object, the cause and the remedy.
#pragma once

#include <exception>
#include <memory>
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

namespace detail {
/// <sycl/sycl.hpp> says here what class errors may tell of as their context.
template <class>
struct context_of_errors {};
template <class T>
concept error_context = std::is_same_v<T, typename context_of_errors<T>::type>;
}  // namespace detail

/// The category of errc; its name is "sycl".
NDWEAVE_EXPORT const std::error_category& error_category() noexcept;

inline std::error_code make_error_code(errc e) noexcept { return {static_cast<int>(e), error_category()}; }

/// Thrown by every failing call of the library.
class NDWEAVE_EXPORT exception : public std::exception {
public:
    exception(std::error_code code, std::string text) : code_(code), text_(std::move(text)) {}
    explicit exception(std::error_code code) : exception(code, code.message()) {}
    exception(int code, const std::error_category& category, std::string text)
        : exception(std::error_code(code, category), std::move(text)) {}
    exception(int code, const std::error_category& category) : exception(std::error_code(code, category)) {}
    /// The same, in a context.
    template <detail::error_context Context, class... Arguments>
    requires std::is_constructible_v<exception, Arguments...>
    exception(Context context, Arguments&&... arguments) : exception(std::forward<Arguments>(arguments)...) {
        context_ = std::make_shared<const Context>(std::move(context));
    }

    const char* what() const noexcept override { return text_.c_str(); }
    const std::error_code& code() const noexcept { return code_; }
    const std::error_category& category() const noexcept { return code_.category(); }

    bool has_context() const noexcept { return context_ != nullptr; }
    /// Throws errc::invalid where there is none.
    template <class T = void>
    auto get_context() const {
        if (!context_) throw exception(make_error_code(errc::invalid), "an error that has no context was asked for it");
        return *static_cast<const typename detail::context_of_errors<T>::type*>(context_.get());
    }

private:
    std::error_code code_;
    std::string text_;
    std::shared_ptr<const void> context_;
};

}  // namespace ndweave
