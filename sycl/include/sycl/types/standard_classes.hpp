/// Names of SYCL 1.2.1 (4.2) for classes of the standard library, which programs of that time still use.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace sycl {

template <class T, class Allocator = std::allocator<T>>
using vector_class = std::vector<T, Allocator>;
using string_class = std::string;
template <class Signature>
using function_class = std::function<Signature>;
using mutex_class = std::mutex;
template <class T, class Deleter = std::default_delete<T>>
using unique_ptr_class = std::unique_ptr<T, Deleter>;
template <class T>
using shared_ptr_class = std::shared_ptr<T>;
template <class T>
using weak_ptr_class = std::weak_ptr<T>;
template <class T>
using hash_class = std::hash<T>;
using exception_ptr_class = std::exception_ptr;

}  // namespace sycl
