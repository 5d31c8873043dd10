/// SYCL 2020 exception_list and async_handler (4.13.1, 4.13.2).
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace sycl {

/// The errors that one call of an async_handler reports.
class exception_list {
public:
    using value_type = std::exception_ptr;
    using reference = value_type&;
    using const_reference = const value_type&;
    using size_type = std::size_t;
    using iterator = std::vector<std::exception_ptr>::const_iterator;
    using const_iterator = iterator;

    exception_list() = default;
    explicit exception_list(std::vector<std::exception_ptr> errors) : errors_(std::move(errors)) {}

    size_type size() const { return errors_.size(); }
    iterator begin() const { return errors_.begin(); }
    iterator end() const { return errors_.end(); }

private:
    std::vector<std::exception_ptr> errors_;
};

/// Gets the errors of commands that a queue finds after their submission.
using async_handler = std::function<void(exception_list)>;

}  // namespace sycl
