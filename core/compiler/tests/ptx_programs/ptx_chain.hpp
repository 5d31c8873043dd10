/// A load, up to nine instructions, each of what the last one made, and a store.
#pragma once

#include "ptx_instruction.hpp"
#include "ptx_program.hpp"

namespace ndweave::compiler::testing {

class ptx_chain final : public ptx_program {
public:
    struct step {
        const ptx_instruction* instruction;
        unsigned back;  // its second operand is what so many instructions before its first one made, where that is as
                        // wide; else the thread's second number
    };

    ptx_chain(const ptx_instruction& load, std::vector<step> steps, unsigned stored_bits);

    static ptx_chain draw(std::mt19937_64&);

    std::string name() const override;
    std::string body(unsigned) const override;
    std::optional<ptx_numbers> evaluate(const ptx_numbers&) const override;
    std::vector<pointer> simpler() const override;

private:
    static ptx_chain draw_any(std::mt19937_64&);
    static ptx_chain draw_common(std::mt19937_64&);  // of what most code is made of

    unsigned width_before(std::size_t step) const;  // of the register that it reads; of the last one's, for the store
    bool reads_earlier(std::size_t step) const;

    const ptx_instruction* load_;
    std::vector<step> steps_;
    unsigned stored_bits_;
};

}  // namespace ndweave::compiler::testing
