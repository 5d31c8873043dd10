/// Operations that kernels may have, each as IR: what code generators must make code of, call a function for, or what
/// must be refused.
#pragma once

#include <string>
#include <vector>

namespace ndweave::compiler::testing {

/// Values of iN lie in memory as iM, M the next of 8, 16, 32, 64, 128 and 256; those of vectors one after the other.
struct construct {
    std::string name;                     // for messages: "frem.half"
    std::string result;                   // its type
    std::vector<std::string> parameters;  // types of %a, %b and %c
    std::string body;                     // instructions that make %r
    std::string declarations = {};        // of functions that are no intrinsics
    double tolerance = 0;                 // of the last place; below 0: the result is not compared
    bool in_memory = false;               // the body has %p, the address of %a
};

/// The constructs of one type or kind, which a target is likely to have or to lack together.
struct construct_family {
    std::string name;
    std::vector<construct> members;
};

/// Arithmetic, comparisons, bits, saturation, overflow and reductions of integers of 1 to 256 bits, and vectors.
std::vector<construct_family> integer_families();

/// Arithmetic, mathematics, rounding and strict arithmetic of floating-point types, and vectors.
std::vector<construct_family> float_families();

/// Between all of those.
std::vector<construct_family> conversion_families();

/// Loads, stores, updates and exchanges of 8 to 128 bits in every order.
std::vector<construct_family> atomic_families();

/// Copies of memory, masked accesses, the C library's mathematics.
std::vector<construct_family> library_families();

/// All of the above.
std::vector<construct_family> all_families();

/// Of those, the families of what processors differ in most: 16-bit floating point and 128 bits.
std::vector<construct_family> families_that_differ();

/// What no target takes.
construct_family refused_everywhere();

/// What a processor takes and GPUs do not.
construct_family refused_on_gpus();

// Types.
std::string vector_of(unsigned lanes, const std::string& scalar);  // `scalar` itself for one lane
std::string scalar_of(const std::string& type);
unsigned lanes_of(const std::string& type);
unsigned bits_of(const std::string& type);      // of a lane
unsigned stored_bits(const std::string& type);  // of a lane in memory
unsigned bytes_of(const std::string& type);     // in memory
bool is_integer(const std::string& type);
std::string mangled(const std::string& type);  // "v4f16"

}  // namespace ndweave::compiler::testing
