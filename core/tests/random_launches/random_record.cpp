#include "random_record.hpp"

#include "compiler/tests/sha256.hpp"
#include "ndweave/builtins.h"

namespace ndweave::testing {

using namespace compiler::testing;

namespace {

// Functors whose kernels come from the record, not from their code.
template <int D>
struct group_functor {
    random_functor arguments;
    void operator()(nd_item<D>) const {}
};
template <int D>
struct basic_functor {
    random_functor arguments;
    void operator()(id<D>) const {}
};

work_group::entry code_of_item = nullptr;  // of the launch at hand

void run_item(const void* functor, const detail::item_box&, const std::uint32_t[3]) { code_of_item(functor); }

/// The library's functions, which answer for the work-item that runs on the calling thread.
std::vector<builtin_symbol> library_builtins() {
    const auto symbol = [](const char* name, auto* function) {
        return builtin_symbol{name, reinterpret_cast<void*>(function)};
    };
    return {symbol("__ndweave_local_id", &__ndweave_local_id),
            symbol("__ndweave_local_range", &__ndweave_local_range),
            symbol("__ndweave_group_id", &__ndweave_group_id),
            symbol("__ndweave_group_range", &__ndweave_group_range),
            symbol("__ndweave_global_id", &__ndweave_global_id),
            symbol("__ndweave_global_range", &__ndweave_global_range),
            symbol("__ndweave_sub_group_size", &__ndweave_sub_group_size),
            symbol("__ndweave_sub_group_local_id", &__ndweave_sub_group_local_id),
            symbol("__ndweave_sub_group_id", &__ndweave_sub_group_id),
            symbol("__ndweave_shuffle_u32", &__ndweave_shuffle_u32),
            symbol("__ndweave_shuffle_u64", &__ndweave_shuffle_u64),
            symbol("__ndweave_barrier", &__ndweave_barrier),
            symbol("__ndweave_sub_group_barrier", &__ndweave_sub_group_barrier),
            symbol("__ndweave_members_shuffle_u32", &__ndweave_members_shuffle_u32),
            symbol("__ndweave_members_shuffle_u64", &__ndweave_members_shuffle_u64),
            symbol("__ndweave_members_ballot", &__ndweave_members_ballot),
            symbol("__ndweave_members_barrier", &__ndweave_members_barrier),
            symbol("__ndweave_active_lanes", &__ndweave_active_lanes),
            symbol("__ndweave_group_scratch", &__ndweave_group_scratch),
            symbol("__ndweave_local_memory", &__ndweave_local_memory)};
}

/// In SYCL's order.
template <int D>
range<D> range_of(const std::uint32_t (&axes)[3]) {
    range<D> made;
    for (int d = 0; d < D; ++d) made[d] = axes[detail::axis_of<D>(d)];
    return made;
}

constexpr std::size_t local_bytes(std::size_t items) { return local_bytes_per_item * items + local_bytes_per_group; }

}  // namespace

random_record::random_record(const kernel_text& kernel, const random_setting& setting, unsigned dimensions,
                             bool on_fibers)
    : kernel_(kernel),
      setting_(setting),
      dimensions_(dimensions),
      bitcode_(bitcode_of(kernel)),
      hash_(compiler::testing::sha256_text(bitcode_)) {
    if (on_fibers) item_ = machine_code::of_item(kernel, library_builtins());
}

/// The plans that the runtime made of the record's last kernel stay behind with that.
template <class Functor, int D, detail::kernel_kind Kind>
void random_record::write_record() const {
    static_assert(sizeof(Functor) == sizeof(random_functor));
    detail::record<Functor, D, Kind> = {.entry = nullptr,
                                        .name = kernel_.name.c_str(),
                                        .bitcode = bitcode_.data(),
                                        .bitcode_size = bitcode_.size(),
                                        .hash = hash_.c_str(),
                                        .library = {nullptr, &run_item},
                                        .functor_size = sizeof(random_functor),
                                        .kind = Kind,
                                        .dimensions = D,
                                        .required_sub_group_size = 0,
                                        .required_work_group_size = {0, 0, 0},
                                        .required_aspects = 0,
                                        .slot = nullptr,
                                        .source_name = "of the seed"};
}

template <int D>
void random_record::launch_in(queue& q, const random_functor& functor, const kernel_properties& properties) const {
    range<D> local = range_of<D>(setting_.group.local_range), global = local;
    if (setting_.basic()) {
        write_record<basic_functor<D>, D, detail::kernel_kind::basic>();
        q.submit([&](handler& h) { h.parallel_for(global, properties, basic_functor<D>{functor}); });
        return;
    }
    write_record<group_functor<D>, D, detail::kernel_kind::nd_range>();
    global[D - 1] *= random_setting::groups;
    q.submit([&](handler& h) {
        detail::handler_access::reserve_local(h, local_bytes(setting_.group.items()), 64);
        h.parallel_for(nd_range<D>(global, local), properties, group_functor<D>{functor});
    });
}

void random_record::launch(queue& q, const random_functor& functor, const kernel_properties& properties) const {
    code_of_item = item_.entry;
    switch (dimensions_) {
        case 1:
            return launch_in<1>(q, functor, properties);
        case 2:
            return launch_in<2>(q, functor, properties);
        default:
            return launch_in<3>(q, functor, properties);
    }
}

}  // namespace ndweave::testing
