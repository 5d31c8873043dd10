/// Kernel identifiers, bundles and kernels.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using sycl::bundle_state;

class named_kernel;
class other_kernel;
class never_launched;

void launch_both(sycl::queue& q, int* out) {
    q.parallel_for<named_kernel>(sycl::nd_range<1>(64, 32), [=](sycl::nd_item<1> it) { out[it.get_global_id(0)] = 1; });
    q.single_task<other_kernel>([=] { out[0] = 2; });
    q.wait();
}

struct functor {
    int* out;
    void operator()(sycl::item<1> i) const { out[i] = 5; }
};

template <class Action>
void expect_refused(sycl::errc code, const Action& action) {
    try {
        action();
        ADD_FAILURE() << "nothing was thrown";
    } catch (const sycl::exception& e) {
        EXPECT_EQ(e.code(), code) << e.what();
    }
}

TEST(KernelId, NamesTheKernelsOfTheProgram) {
    const sycl::kernel_id id = sycl::get_kernel_id<named_kernel>();
    EXPECT_NE(std::string(id.get_name()).find("named_kernel"), std::string::npos) << id.get_name();
    EXPECT_EQ(id, sycl::get_kernel_id<named_kernel>());
    EXPECT_NE(id, sycl::get_kernel_id<other_kernel>());
    EXPECT_EQ(std::hash<sycl::kernel_id>()(id), std::hash<sycl::kernel_id>()(sycl::get_kernel_id<named_kernel>()));
    const auto all = sycl::get_kernel_ids();
    EXPECT_EQ(std::count(all.begin(), all.end(), id), 1);
    EXPECT_EQ(std::count(all.begin(), all.end(), sycl::get_kernel_id<functor>()), 1);
    expect_refused(sycl::errc::invalid, [] { sycl::get_kernel_id<never_launched>(); });
}

TEST(KernelBundle, HasTheKernelsOfTheProgram) {
    sycl::queue q;
    const auto all = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context());
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(all.get_backend(), q.get_backend());
    EXPECT_EQ(all.get_context(), q.get_context());
    EXPECT_EQ(all.get_devices(), q.get_context().get_devices());
    EXPECT_TRUE(all.has_kernel<named_kernel>() && all.has_kernel<other_kernel>(q.get_device()));
    EXPECT_NE(all.begin(), all.end());
    const auto id = sycl::get_kernel_id<named_kernel>();
    const auto one = sycl::get_kernel_bundle<bundle_state::executable>(q.get_context(), {q.get_device()}, {id, id});
    EXPECT_EQ(one.get_kernel_ids(), std::vector{id});
    EXPECT_FALSE(one.has_kernel<other_kernel>());
    EXPECT_EQ(one, (sycl::get_kernel_bundle<named_kernel, bundle_state::executable>(q.get_context())));
    EXPECT_NE(one, all);
    EXPECT_TRUE((sycl::has_kernel_bundle<named_kernel, bundle_state::object>(q.get_context())));
    EXPECT_TRUE(sycl::is_compatible<named_kernel>(q.get_device()));
    const auto chosen = sycl::get_kernel_bundle<bundle_state::input>(
        q.get_context(), [&](const sycl::device_image<bundle_state::input>& image) { return image.has_kernel(id); });
    EXPECT_EQ(chosen.get_kernel_ids(), std::vector{id});
    expect_refused(sycl::errc::invalid,
                   [&] { sycl::get_kernel_bundle<bundle_state::input>(q.get_context(), std::vector<sycl::device>()); });
}

TEST(KernelBundle, IsJoinedOfOthers) {
    sycl::queue q;
    const auto context = q.get_context();
    const auto a = sycl::get_kernel_bundle<named_kernel, bundle_state::object>(context);
    const auto b = sycl::get_kernel_bundle<other_kernel, bundle_state::object>(context);
    const auto both = sycl::join(std::vector{a, b, a});
    EXPECT_TRUE(sycl::join<sycl::bundle_state::executable>({}).empty());
    EXPECT_EQ(both.get_kernel_ids().size(), 2u);
    const auto linked = sycl::link({a, b});
    EXPECT_TRUE(linked.has_kernel<named_kernel>() && linked.has_kernel<other_kernel>());
    expect_refused(sycl::errc::invalid, [&] {
        const auto foreign = sycl::get_kernel_bundle<named_kernel, bundle_state::object>(sycl::context());
        sycl::join(std::vector{a, foreign});
    });
}

TEST(KernelBundle, HasTheKernelOfTheGroupThatUsesIt) {
    sycl::queue q;
    int* const out = sycl::malloc_shared<int>(64, q);
    launch_both(q, out);
    const auto without = sycl::get_kernel_bundle<other_kernel, bundle_state::executable>(q.get_context());
    expect_refused(sycl::errc::kernel_not_supported, [&] {
        q.submit([&](sycl::handler& h) {
            h.use_kernel_bundle(without);
            h.parallel_for(sycl::range<1>(8), functor{out});
        });
    });
    expect_refused(sycl::errc::invalid, [&] {
        const auto foreign = sycl::get_kernel_bundle<bundle_state::executable>(sycl::context(q.get_device()));
        q.submit([&](sycl::handler& h) { h.use_kernel_bundle(foreign); });
    });
    q.submit([&](sycl::handler& h) {
        h.use_kernel_bundle(sycl::get_kernel_bundle<functor, bundle_state::executable>(q.get_context()));
        h.parallel_for(sycl::range<1>(8), functor{out});
    });
    q.wait();
    EXPECT_EQ(out[0], 5);
    EXPECT_EQ(out[7], 5);
    EXPECT_EQ(out[8], 1);
    sycl::free(out, q);
}

TEST(Kernel, TellsOfItself) {
    namespace of_device = sycl::info::kernel_device_specific;
    sycl::queue q;
    const auto d = q.get_device();
    const auto bundle = sycl::get_kernel_bundle<named_kernel, bundle_state::executable>(q.get_context());
    const sycl::kernel k = bundle.get_kernel<named_kernel>();
    EXPECT_EQ(k, bundle.get_kernel(sycl::get_kernel_id<named_kernel>()));
    EXPECT_EQ(k.get_context(), q.get_context());
    EXPECT_EQ(k.get_kernel_bundle(), bundle);
    const std::size_t most = k.get_info<of_device::work_group_size>(d);
    EXPECT_GE(most, 32u);
    EXPECT_LE(most, d.get_info<sycl::info::device::max_work_group_size>());
    EXPECT_GT(k.get_info<of_device::preferred_work_group_size_multiple>(d), 0u);
    EXPECT_EQ(k.get_info<of_device::compile_work_group_size>(d), sycl::range<3>(0, 0, 0));
    EXPECT_GE(k.get_info<of_device::max_num_sub_groups>(d), 1u);
    EXPECT_LE(k.get_info<of_device::private_mem_size>(d), 1u << 20);
    expect_refused(sycl::errc::invalid, [&] { k.get_info<of_device::global_work_size>(d); });
    expect_refused(sycl::errc::invalid, [&] { k.get_info<sycl::info::kernel::num_args>(); });
    expect_refused(sycl::errc::invalid, [&] { bundle.get_kernel(sycl::get_kernel_id<other_kernel>()); });
}

}  // namespace
