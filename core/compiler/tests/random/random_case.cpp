#include "random_case.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <stdexcept>

#include "product_code.hpp"
#include "random_kernel.hpp"
#include "serial_interpreter.hpp"

namespace ndweave::compiler::testing {

namespace {

struct data {
    std::vector<std::uint32_t> input = std::vector<std::uint32_t>(input_size);
    std::vector<std::uint32_t> output, own, sums = std::vector<std::uint32_t>(sum_count);

    bool operator==(const data&) const = default;

    std::array<product_code::memory, 4> all() const {
        const auto bytes = [](const std::vector<std::uint32_t>& of) { return std::as_bytes(std::span(of)); };
        return {bytes(input), bytes(output), bytes(own), bytes(sums)};
    }
};

/// Groups of one, two and three dimensions, odd sizes among them; ranges of basic kernels, which are divided into
/// tiles.
work_group random_group(std::mt19937_64& random, bool basic) {
    static constexpr std::uint32_t shapes[][3] = {{1, 1, 1},   {16, 1, 1},  {37, 1, 1}, {64, 1, 1}, {8, 4, 1},
                                                  {5, 3, 1},   {4, 2, 3},   {1, 8, 1},  {2, 16, 3}, {128, 1, 1},
                                                  {16, 16, 1}, {600, 1, 1}, {70, 2, 3}};
    work_group group;
    const auto& shape = shapes[random() % (std::size(shapes) - (basic ? 0 : 2))];
    std::copy(std::begin(shape), std::end(shape), group.local_range);
    group.sub_group_size = std::array{8u, 16u, 32u}[random() % 3];
    return group;
}

constexpr std::uint64_t small_id_end = std::uint64_t{1} << 30;

class random_case {
public:
    explicit random_case(std::uint64_t seed)
        : random_(seed),
          kind_(std::array{random_kind::basic, random_kind::without_barriers, random_kind::with_barriers,
                           random_kind::with_barriers}[random_() % 4]),
          group_(random_group(random_, basic())) {
        const random_shape shape{kind_, static_cast<unsigned>(group_.items()), group_.sub_group_size};
        kernel_ = random_kernel(seed, shape);
        for (auto& value : memory_.input) value = static_cast<std::uint32_t>(random_());
        memory_.output.resize(groups * group_.items() * outputs_per_item);
        memory_.own.resize(group_.items());
        small_ids_ = random_() % 2 == 0;
        for (unsigned axis = 0; axis < 3 && basic(); ++axis) choose_first_id(axis);
        n_ = random_() % 8;
        m_ = random_() % 8;
    }

    void check() {
        const serial_interpreter interpreter(kernel_);
        expected_ = run_all([&](work_group& g, const void* functor, const data&) { interpreter.run(g, functor); });
        const auto [way, strategy] = random_strategy();
        expect_product(way, strategy, 0, random_() % 4 != 0);
        const auto rare = random_() % 8;
        if (rare == 0) expect_product("check mode", NDW_STRATEGY_CBS, NDW_COMPILE_CHECK, true);
        if (rare == 1 && !basic()) {
            const machine_code item = machine_code::of_item(kernel_);
            expect("fibers",
                   [&](work_group& g, const void* functor, const data&) { g.run_items(item.entry, functor); });
        }
    }

private:
    static constexpr unsigned groups = 2;

    bool basic() const { return kind_ == random_kind::basic; }

    /// What `auto` takes, or what would have been asked for.
    std::pair<const char*, ndw_strategy> random_strategy() {
        const bool loop = kind_ != random_kind::with_barriers;
        switch (random_() % (loop ? 4 : 3)) {
            case 0:
                return {"cbs", NDW_STRATEGY_CBS};
            case 3:
                return {"loop", NDW_STRATEGY_LOOP};
            default:
                return {"auto", NDW_STRATEGY_AUTO};
        }
    }

    /// At the ends of what ids can be; 0 on axes that the kernel has not.
    void choose_first_id(unsigned axis) {
        const std::uint64_t items = group_.local_range[axis];
        const bool used = axis == 0 || items > 1 || (axis == 1 && group_.local_range[2] > 1);
        const std::uint64_t last = small_ids_ ? small_id_end - items : std::uint64_t{1} << 33;
        group_.first_id[axis] = used ? std::array{std::uint64_t{0}, std::uint64_t{1000}, last}[random_() % 3] : 0;
    }

    template <class Run>
    data run_all(const Run& run) const {
        work_group group = group_;
        data memory = memory_;
        random_functor functor{
            memory.input.data(), memory.output.data(), memory.sums.data(), n_, m_, memory.own.data(), {}, {}};
        for (unsigned axis = 0; axis < 3; ++axis) {
            functor.first[axis] = static_cast<std::uint32_t>(group.first_id[axis]);
            functor.extent[axis] = group.local_range[axis];
        }
        for (unsigned g = 0; g < groups; ++g) {
            group.group_id[0] = g;
            run(group, &functor, memory);
        }
        return memory;
    }

    template <class Run>
    void expect(const std::string& way, const Run& run) const {
        const data got = run_all(run);
        if (got == expected_) return;
        const auto [mine, theirs] = std::ranges::mismatch(got.output, expected_.output);
        const auto at = static_cast<std::size_t>(mine - got.output.begin());
        throw std::logic_error(way + " differs from the interpreter, first in " +
                               (mine == got.output.end()
                                    ? "sums or own memory"
                                    : "output " + std::to_string(at % outputs_per_item) + " of work-item " +
                                          std::to_string(at / outputs_per_item)));
    }

    void expect_product(const std::string& way, ndw_strategy strategy, std::uint32_t flags, bool quick) const {
        if (small_ids_) flags |= NDW_COMPILE_SMALL_IDS;
        const product_code code(kernel_, group_, {strategy, flags, basic(), sizeof(random_functor), quick});
        expect(way, [&](work_group& g, const void* functor, const data& memory) {
            const auto reachable = memory.all();
            code.run(g, functor, reachable);
        });
    }

    std::mt19937_64 random_;
    random_kind kind_;
    work_group group_;
    bool small_ids_ = false;
    kernel_text kernel_;
    data memory_, expected_;
    std::uint32_t n_, m_;
};

}  // namespace

void check_random_case(std::uint64_t seed) { random_case(seed).check(); }

}  // namespace ndweave::compiler::testing
