/// A loop that counts up or down, with or without a sign, until a comparison with a bound fails. Whether the counter
/// wraps round depends on the numbers.
#pragma once

#include "ptx_program.hpp"

namespace ndweave::compiler::testing {

struct ptx_loop_shape {
    enum class work { none, sum, product, bits_of_sum, bits_of_product };  // the last two: 32 or 64 bits

    unsigned bits = 32;                       // of the counter
    int step = 1;                             // 0: the lower six bits of the thread's second number
    std::optional<int> bound = std::nullopt;  // none: the same
    std::string compare = "lt.s";
    bool tests_new = true;  // else the counter as it was before the step
    unsigned start_bits = 8;
    bool negates_some = false;  // of the starts
    work does = work::none;
};

class ptx_loop final : public ptx_program {
public:
    explicit ptx_loop(ptx_loop_shape shape) : shape_(std::move(shape)) {}

    static ptx_loop draw(std::mt19937_64&);

    std::string name() const override;
    std::string body(unsigned index) const override;
    std::optional<ptx_numbers> evaluate(const ptx_numbers&) const override;  // the counter, and what the work has made
    std::vector<pointer> simpler() const override;

private:
    std::uint64_t start(const ptx_numbers&) const;
    bool goes_on(std::uint64_t counter, std::uint64_t bound) const;
    std::string start_text() const;
    std::string work_text() const;
    std::uint64_t work_result(std::uint64_t made, std::uint64_t counter, std::uint64_t other) const;

    ptx_loop_shape shape_;
};

}  // namespace ndweave::compiler::testing
