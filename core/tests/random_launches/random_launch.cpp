#include "random_launch.hpp"

#include <algorithm>
#include <array>
#include <list>
#include <random>
#include <stdexcept>

#include "compiler/tests/random/cases/random_setting.hpp"
#include "compiler/tests/random/interpreter/interpretation.hpp"
#include "compiler/tests/random/interpreter/serial_interpreter.hpp"
#include "exact_products.hpp"
#include "guarded_array.hpp"
#include "random_record.hpp"

namespace ndweave::testing {

using namespace compiler::testing;

namespace {

class random_launch {
public:
    random_launch(std::uint64_t seed, const kernel_target& target)
        : random_(seed), setting_(random_, target.sub_group_sizes), kernel_(random_kernel(seed, shape(target))) {
        if (target.contracts) kernel_ = with_exact_products(kernel_);
        std::ranges::fill(setting_.group.first_id, 0);  // where every launch begins
        const auto& local = setting_.group.local_range;
        const unsigned least = local[2] > 1 ? 3 : local[1] > 1 ? 2 : 1;
        dimensions_ = least + static_cast<unsigned>(random_() % (4 - least));
        if (asks_for_sub_groups() || random_() % 2 == 0) properties_.sub_group_size = setting_.group.sub_group_size;
        for (unsigned& shift : shifts_) shift = random_() % 2 ? 0 : static_cast<unsigned>(random_() % 4);
        for (const unsigned wide : {4, 5}) shifts_[wide] &= ~1u;  // what holds numbers of 64 bits
        any_strategy_ = random_();
        in_graph_ = random_() % 8 == 0;
    }

    const kernel_text& kernel() const { return kernel_; }
    void replace_kernel(const std::string& module) {
        kernel_ = {module};
        expect_same_elsewhere(setting_, kernel_, interpret(setting_, kernel_));
    }

    /// What the CPU is asked for; basic kernels have no fibers.
    void choose_strategy() {
        std::vector<cpu_strategy> strategies{cpu_strategy::automatic, cpu_strategy::cbs};
        if (setting_.kind != random_kind::with_barriers) strategies.push_back(cpu_strategy::loop);
        if (!setting_.basic()) strategies.insert(strategies.end(), 2, cpu_strategy::fiber);
        properties_.strategy = strategies[any_strategy_ % strategies.size()];
    }

    random_memory interpreted() const {
        const serial_interpreter interpreter(kernel_);
        return setting_.run_all(
            [&](work_group& g, const void* functor, const random_memory&) { interpreter.run(g, functor); });
    }

    /// What is wrong, or nothing.
    std::string run(queue& q, const random_memory& expected) const {
        const random_memory got = launch(q);
        if (got == expected) return {};
        return (got.input == expected.input ? first_difference(got, expected) : "the input") + " differs";
    }

    std::string description() const {
        static constexpr const char* kinds[] = {"basic", "without barriers", "with barriers"};
        static constexpr const char* ways[] = {"auto", "loop", "cbs", "fiber"};
        const auto& local = setting_.group.local_range;
        std::string text = std::string("kernel ") + kinds[static_cast<int>(setting_.kind)] + ", range ";
        for (const std::uint32_t& extent : local) text += std::to_string(extent) + (&extent == &local[2] ? "" : "x");
        text += " in " + std::to_string(dimensions_) + "D, sub-groups of " +
                std::to_string(setting_.group.sub_group_size) + (properties_.sub_group_size ? " asked for" : "");
        return text + ", strategy " + ways[static_cast<int>(properties_.strategy)] + (in_graph_ ? ", in a graph" : "");
    }

private:
    random_shape shape(const kernel_target& target) const {
        random_shape made = setting_.shape();
        made.halves = target.halves;
        return made;
    }

    bool asks_for_sub_groups() const {
        return kernel_.module.find("__ndweave_shuffle") != std::string::npos ||
               kernel_.module.find("__ndweave_sub_group") != std::string::npos;
    }

    template <class Commands>
    static void replay(queue& q, const Commands& commands) {
        command_graph graph(q);
        graph.begin_recording(q);
        commands();
        graph.end_recording();
        q.ext_oneapi_graph(graph.finalize()).wait();
    }

    random_memory launch(queue& q) const {
        random_memory after = setting_.memory;
        std::list<guarded_array> arrays;
        std::array<std::uint32_t*, random_memory::array_count> at;
        for (std::size_t n = 0; n < at.size(); ++n) {
            at[n] = arrays.emplace_back(q, *after.arrays()[n], shifts_[n]).data();
        }
        const random_functor functor = setting_.arguments(at);
        const random_record record(kernel_, setting_, dimensions_, properties_.strategy == cpu_strategy::fiber);
        const auto launch_all = [&] {
            for (unsigned i = 0; i < (setting_.basic() ? random_setting::groups : 1); ++i)
                record.launch(q, functor, properties_);
        };
        in_graph_ ? replay(q, launch_all) : launch_all();
        q.wait();
        static constexpr const char* names[] = {"the input",     "the output",  "own memory", "the sums",
                                                "the wide sums", "the records", "the planes"};
        std::size_t n = 0;
        for (const guarded_array& array : arrays) {
            const std::vector<std::uint32_t> read = array.read(names[n]);
            after.arrays()[n++]->assign(read.begin(), read.end());
        }
        return after;
    }

    std::mt19937_64 random_;
    random_setting setting_;
    kernel_text kernel_;
    unsigned dimensions_;
    kernel_properties properties_;
    std::array<unsigned, random_memory::array_count> shifts_;  // words by which the arrays are out of line
    std::uint64_t any_strategy_;
    bool in_graph_;
};

/// What a kernel may ask for and not get; other errors of a launch are the library's or the driver's.
bool is_refusal(const exception& e) {
    static constexpr errc codes[] = {errc::kernel_not_supported, errc::feature_not_supported, errc::nd_range,
                                     errc::memory_allocation};
    return std::ranges::any_of(codes, [&](errc code) { return e.code() == make_error_code(code); });
}

}  // namespace

kernel_target kernel_target::of(const device& d) {
    if (d.backend_name() == "cpu") return {{8, 16, 32, 64}};  // kernels may ask for any
    const bool ptx = d.backend_name() == "cuda";
    kernel_target made{{}, ptx, ptx};  // the other devices take C, which has no halves here
    const auto offered = d.get_info<info::device::sub_group_sizes>();
    for (const std::size_t size : offered) {
        if (size >= 8 && size <= 64) made.sub_group_sizes.push_back(static_cast<std::uint32_t>(size));
    }
    if (made.sub_group_sizes.empty()) made.sub_group_sizes.push_back(static_cast<std::uint32_t>(offered.front()));
    return made;
}

std::string random_launch_text(std::uint64_t seed, const kernel_target& target) {
    return random_launch(seed, target).kernel().module;
}

case_result check_random_launch(queue& q, std::uint64_t seed, const kernel_target& target, const std::string& module) {
    random_launch one(seed, target);
    if (!module.empty()) one.replace_kernel(module);
    if (q.get_device().backend_name() == "cpu") one.choose_strategy();
    const random_memory expected = one.interpreted();
    try {
        const std::string wrong = one.run(q, expected);
        if (wrong.empty()) return {seed, verdict::right, {}};
        return {seed, verdict::wrong, wrong + "; " + one.description()};
    } catch (const exception& e) {
        if (is_refusal(e)) return {seed, verdict::refused, e.what()};
        return {seed, verdict::failed, e.what() + ("; " + one.description())};
    } catch (const std::logic_error& e) {
        return {seed, verdict::wrong, e.what() + ("; " + one.description())};
    }
}

}  // namespace ndweave::testing
