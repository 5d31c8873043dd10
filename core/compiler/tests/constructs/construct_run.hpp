/// Constructs as a kernel on this processor, with operands.
#pragma once

#include <span>
#include <vector>

#include "compiler/tests/host_kernel.hpp"
#include "construct.hpp"
#include "construct_reference.hpp"

namespace ndweave::compiler::testing {

class construct_run {
public:
    /// On operand_values().
    construct_run(std::span<const construct> members, unsigned items);

    /// Of one construct, on `operands`.
    construct_run(const construct& member, std::vector<byte_vector> operands, unsigned items);

    /// Throws std::runtime_error where the compiler refuses. `last_step`: as in the request.
    void compile_and_run(std::uint32_t flags, const char* last_step);

    /// A failure of the test where a result differs from the reference.
    void expect_right() const;

private:
    void add(const construct& member, std::vector<byte_vector> operands);
    void add_memory(std::size_t bytes);

    const std::span<const construct> members_;
    const unsigned items_;
    std::vector<std::vector<byte_vector>> operands_;
    std::vector<aligned_buffer<unsigned char>> memory_;
    std::vector<void*> functor_;
};

}  // namespace ndweave::compiler::testing
