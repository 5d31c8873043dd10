/// Launches of kernels that are made at run time: a kernel record as the extraction plugin would have left it, handed
/// to the library by an ordinary parallel_for.
#pragma once

#include "compiler/tests/passes/machine_code.hpp"
#include "compiler/tests/random/cases/random_setting.hpp"
#include "ndweave/ndweave.hpp"

namespace ndweave::testing {

class random_record {
public:
    /// `dimensions` of the launch: at least as many as the group has. Where `on_fibers`, the library's own builtins are
    /// linked to the code of one work-item, which strategy "fiber" runs.
    random_record(const compiler::testing::kernel_text&, const compiler::testing::random_setting&, unsigned dimensions,
                  bool on_fibers);

    /// One launch: of all groups, or of a basic kernel's range.
    void launch(queue&, const compiler::testing::random_functor&, const kernel_properties&) const;

private:
    template <int D>
    void launch_in(queue&, const compiler::testing::random_functor&, const kernel_properties&) const;
    template <class Functor, int D, detail::kernel_kind Kind>
    void write_record() const;

    const compiler::testing::kernel_text& kernel_;
    const compiler::testing::random_setting& setting_;
    unsigned dimensions_;
    std::string bitcode_, hash_;
    compiler::testing::machine_code item_;
};

}  // namespace ndweave::testing
