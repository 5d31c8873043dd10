/// Host tasks return to the program at once, whatever the device, and their errors go to the async_handler (SYCL 2020,
/// 4.10.1 and 4.13.1.2).
#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <sycl/sycl.hpp>

namespace {

using status = sycl::info::event_command_status;
status status_of(const sycl::event& e) { return e.get_info<sycl::info::event::command_execution_status>(); }

TEST(HostTask, ReturnsAtOnceAndOrdersWhatFollows) {
    sycl::queue q, other;
    std::promise<void> gate;
    int order = 0, task_was = 0, kernel_was = 0, later_was = 0;
    const sycl::event task = q.submit([&](sycl::handler& h) {
        h.host_task([&] {
            gate.get_future().wait();
            task_was = ++order;
        });
    });
    EXPECT_NE(status_of(task), status::complete);
    sycl::buffer<int> one(1);
    const sycl::event kernel = q.submit([&](sycl::handler& h) {
        sycl::accessor out(one, h, sycl::write_only);
        h.single_task([=] { out[0] = 41; });
    });
    const sycl::event added = q.submit([&](sycl::handler& h) {
        sycl::accessor number(one, h, sycl::read_write_host_task);
        h.host_task([=, &kernel_was, &order] {
            kernel_was = ++order;
            ++number[0];
        });
    });
    // Of another queue, which waits for the first one's.
    sycl::event later = other.submit([&](sycl::handler& h) {
        h.depends_on(added);
        h.host_task([&] { later_was = ++order; });
    });
    EXPECT_NE(status_of(kernel), status::complete);
    EXPECT_EQ(later.get_wait_list(), std::vector<sycl::event>{added});
    EXPECT_EQ(order, 0);
    gate.set_value();
    later.wait();
    EXPECT_EQ(status_of(task), status::complete);
    EXPECT_EQ(status_of(later), status::complete);
    EXPECT_EQ(task_was, 1);
    EXPECT_EQ(kernel_was, 2);
    EXPECT_EQ(later_was, 3);
    EXPECT_EQ(sycl::host_accessor(one)[0], 42);
}

TEST(HostTask, ErrorsOfSeveralGoToTheHandlerAndLaterCommandsRun) {
    std::vector<std::string> told, told_of_other;
    const auto into = [](std::vector<std::string>& names) {
        return [&names](sycl::exception_list errors) {
            for (const std::exception_ptr& e : errors) {
                try {
                    std::rethrow_exception(e);
                } catch (const std::runtime_error& error) {
                    names.push_back(error.what());
                }
            }
        };
    };
    sycl::queue q(into(told)), other(into(told_of_other));
    const auto fails = [](sycl::queue& on, std::string name, std::vector<sycl::event> after) {
        return on.submit([&](sycl::handler& h) {
            h.depends_on(after);
            h.host_task([name] { throw std::runtime_error(name); });
        });
    };
    const sycl::event first = fails(q, "first", {});
    sycl::event second = fails(q, "second", {first});
    EXPECT_NO_THROW(second.wait());
    EXPECT_TRUE(told.empty());
    second.wait_and_throw();
    EXPECT_EQ(told, (std::vector<std::string>{"first", "second"}));
    second.wait_and_throw();
    EXPECT_EQ(told.size(), 2u);  // once

    sycl::event of_other = fails(other, "other", {fails(q, "third", {})});
    of_other.wait_and_throw();
    EXPECT_EQ(told.back(), "third");
    EXPECT_EQ(told_of_other, std::vector<std::string>{"other"});
}

TEST(HostTask, EventsWithoutCommandsAreComplete) {
    const sycl::event a, b, copy = a;
    EXPECT_EQ(status_of(a), status::complete);
    EXPECT_EQ(a, copy);
    EXPECT_NE(a, b);
    EXPECT_EQ(a.get_backend(), sycl::device().get_backend());
    const sycl::queue q;
    static_assert(noexcept(a.get_backend()) && noexcept(q.get_backend()));
}

}  // namespace
