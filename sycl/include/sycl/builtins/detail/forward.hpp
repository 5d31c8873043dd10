/// The types of numbers and vectors that built-in functions take, which need not be defined where only others are used:
/// the definitions stand in sycl/types, which uses functions itself.
#pragma once

#include <cstddef>

namespace sycl {

class half;
template <class T, int N>
class vec;
template <class T, std::size_t N>
class marray;

}  // namespace sycl
