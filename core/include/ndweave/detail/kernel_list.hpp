/// The kernels of the program: every kernel that it can launch has a place in the list before `main`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ndweave/detail/export.hpp"
#include "ndweave/detail/kernel.hpp"

namespace ndweave {

class device;

namespace detail {

template <class Node>
class program_list;         // runtime/kernel/program_list.hpp
struct kernel_list_access;  // runtime/kernel/kernel_list_access.hpp

/// A kernel's place in the list. Objects of it are static; those of a shared object that is unloaded leave the list.
class NDWEAVE_EXPORT listed_kernel {
public:
    explicit listed_kernel(kernel_record&);
    ~listed_kernel();
    listed_kernel(const listed_kernel&) = delete;
    listed_kernel& operator=(const listed_kernel&) = delete;

private:
    friend struct kernel_list_access;
    friend class program_list<listed_kernel>;

    kernel_record& kernel_;
    listed_kernel* next;
};

template <class F, int D, kernel_kind Kind, class Name>
inline const listed_kernel listed{record<F, D, Kind, Name>};

/// All kernels at the moment; in no order.
NDWEAVE_EXPORT std::vector<kernel_record*> listed_kernels();

/// The name the user gave, else the functor's type; a lambda by its file and line.
NDWEAVE_EXPORT std::string kernel_name(const kernel_record&);

/// Returns when no kernel is being compiled that no launch has asked for; none will be before a launch needs one that
/// is not compiled (NDWEAVE_COMPILE_AHEAD). For who measures what comes next.
NDWEAVE_EXPORT void finish_compiling_ahead();

/// What a device says of a kernel that it has compiled; 0: not known.
struct kernel_facts {
    std::uint64_t max_work_group_size;
    std::uint64_t private_bytes;  // per work-item, in memory
    std::uint64_t local_bytes;    // per work-group, declared by the kernel
    std::uint32_t registers;      // per work-item
};

/// Compiles the kernel for the device, but on the CPU. Throws errc::kernel_not_supported for a kernel that the device
/// cannot run, and errc::build.
NDWEAVE_EXPORT kernel_facts facts_of(kernel_record&, const device&);

/// Whether the device has sub-groups and work-groups of the sizes that the kernel's attributes require.
NDWEAVE_EXPORT bool offers_required_sizes(const kernel_record&, const device&);

/// The names of those aspects, bits by the numbers of SYCL's enumerators, that the device has not; empty: it has them.
using missing_aspects = std::string (*)(std::uint64_t aspects, const device&);
/// Says who knows aspects: the SYCL library, before `main`. Launches throw errc::kernel_not_supported for kernels that
/// require others than the device has.
NDWEAVE_EXPORT void set_missing_aspects(missing_aspects);

}  // namespace detail
}  // namespace ndweave
