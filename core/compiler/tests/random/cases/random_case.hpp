/// A random kernel with its group and arguments, to be run in several ways.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "product_code.hpp"
#include "random_setting.hpp"

namespace ndweave::compiler::testing {

/// How a kernel is run: as what the compiler makes of it; as it is, on fibers; or, in the interpreter, as what each of
/// the compiler's steps left, with all that is claimed of it (check_steps).
struct random_way {
    enum class code { compiled, fibers, each_step };

    std::string name;
    product_options options;
    code what = code::compiled;
};

class random_case {
public:
    explicit random_case(std::uint64_t seed);

    const kernel_text& kernel() const { return kernel_; }

    /// The same group and arguments for another kernel.
    random_case with(kernel_text kernel) const;

    /// The seed's choice: one of the strategies; in one case of eight check mode too, in another fibers; of small
    /// groups, now and then each step; in one case of four the first way with the captured numbers as constants.
    const std::vector<random_way>& ways() const { return ways_; }

    /// What the interpreter makes of it, which each way must do bit for bit. Throws illegal_kernel
    /// where it breaks the rules.
    void interpret();

    /// The same with other addresses: throws illegal_kernel where it then does something else, as what is left of a
    /// kernel may that lost a part. Pre: interpret().
    void interpret_elsewhere() const;

    /// Throws wrong_result where the way does not, std::runtime_error where the compiler refuses. Pre: interpret().
    void check(const random_way& way) const;

    /// The compiler's step that makes a wrong kernel of it; empty where none can be named. Pre: interpret().
    std::string wrong_step(const random_way& way) const;

private:
    random_memory run(const product_code& code) const;
    random_case(std::mt19937_64 random, std::uint64_t seed);
    random_memory run_on_fibers() const;
    std::vector<random_way> choose_ways(std::mt19937_64& random) const;
    void launch_streaming();
    void make_captures_constant();
    random_way product(std::string name, ndw_strategy strategy, std::uint32_t flags) const;

    random_setting setting_;
    kernel_text kernel_;
    std::vector<random_way> ways_;
    std::optional<random_memory> expected_;
};

/// Interprets the seed's kernel and checks all its ways.
void check_random_case(std::uint64_t seed);

}  // namespace ndweave::compiler::testing
