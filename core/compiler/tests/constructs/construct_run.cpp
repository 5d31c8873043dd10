#include "construct_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "construct_kernel.hpp"

namespace ndweave::compiler::testing {
namespace {

/// What check mode calls, and nothing looks at.
ndw_check unchecked() {
    ndw_check made{};
    made.access = [](ndw_check*, void* at, std::uint64_t, std::uint32_t, std::uint64_t, const char*) { return at; };
    made.private_access = [](ndw_check*, std::int64_t, std::uint64_t, std::uint64_t, std::uint32_t, std::uint32_t,
                             const char*, const char*) {};
    made.divergent_barrier = [](ndw_check*, std::uint32_t, const char*, const char*, std::uint32_t) {};
    made.begin_group = [](ndw_check*, std::uint64_t, std::uint64_t, std::uint64_t) {};
    made.barrier = [](ndw_check*, std::uint32_t) {};
    made.fence = [](ndw_check*) {};
    made.division = [](ndw_check*, std::uint32_t, const char*) {};
    made.writes = [](ndw_check*, const void*) {};
    return made;
}

}  // namespace

construct_run::construct_run(std::span<const construct> members, unsigned items) : members_(members), items_(items) {
    for (const construct& c : members) {
        std::vector<byte_vector> operands;
        for (unsigned k = 0; k < c.parameters.size(); ++k)
            operands.push_back(operand_values(c.parameters[k], k, items));
        add(c, std::move(operands));
    }
}

construct_run::construct_run(const construct& member, std::vector<byte_vector> operands, unsigned items)
    : members_(&member, 1), items_(items) {
    add(member, std::move(operands));
}

void construct_run::compile_and_run(std::uint32_t flags, const char* last_step) {
    ir_kernel kernel(kernel_of(members_));
    kernel.request.functor_size = static_cast<std::uint32_t>(functor_.size() * sizeof(void*));
    kernel.request.variant.flags = flags;
    kernel.request.last_step = last_step;
    const host_kernel compiled(kernel);
    ndw_check check = unchecked();
    ndw_host_launch launch = compiled.launch_of(functor_.data(), {items_, 1, 1});
    launch.check = &check;
    compiled.run_box(launch, {{0, 0, 0}, {items_, 1, 1}});
}

void construct_run::expect_right() const {
    for (std::size_t k = 0; k < members_.size(); ++k) {
        if (members_[k].tolerance < 0) continue;
        const auto* const results = static_cast<const unsigned char*>(functor_[(k + 1) * pointers_of_construct - 1]);
        EXPECT_EQ(first_difference(members_[k], operands_[k], results, items_), "");
    }
}

void construct_run::add(const construct& member, std::vector<byte_vector> operands) {
    for (std::size_t k = 0; k < pointers_of_construct - 1; ++k) {
        const byte_vector none, &values = k < operands.size() ? operands[k] : none;
        add_memory(values.size());
        std::copy(values.begin(), values.end(), memory_.back().data());
    }
    add_memory(std::size_t{items_} * bytes_of(member.result));
    operands_.push_back(std::move(operands));
}

void construct_run::add_memory(std::size_t bytes) {
    memory_.emplace_back(bytes + 64);  // the last work-item's block copies go beyond its element
    functor_.push_back(memory_.back().data());
}

}  // namespace ndweave::compiler::testing
