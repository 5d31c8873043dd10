#include "links.hpp"

#include <algorithm>
#include <future>
#include <ndweave/usm.hpp>

#include "device_array.hpp"
#include "meter.hpp"

namespace ndweave::apps::peaks {
namespace {

using kind = link_end::kind;

/// Of a copy that measures latency.
constexpr std::size_t few_bytes = 8;
/// Commands of a sample of latency, each waited for: on a CPU one takes as long as a look at the clock.
constexpr int commands_a_sample = 256;

/// Of each copy that measures bandwidth. Unless the user says how many, both devices keep most of their memory.
std::size_t copy_bytes(const context& run, const std::vector<device>& ends) {
    std::uint64_t bytes = std::uint64_t{64} << 20;
    if (run.size == "medium" || run.size == "paper") bytes = std::uint64_t{256} << 20;
    if (run.size == "large") bytes = std::uint64_t{1} << 30;
    for (const device& d : ends) {
        bytes = std::min({bytes, d.get_info<info::device::global_mem_size>() / 8,
                          d.get_info<info::device::max_mem_alloc_size>() / 2});
    }
    return static_cast<std::size_t>(
        run.params.integer("copy", static_cast<std::int64_t>(bytes), 1, std::int64_t{1} << 36));
}

verification check_of(double wrong) {
    return {true, wrong == 0, "bytes that are not the source's or lie behind the copy", wrong, 0, 0};
}

/// Links of one device.
class measured_links {
public:
    measured_links(const context& run, copy_function copy) : run_(run), copy_(copy), second_(run.queue->get_device()) {}

    void bandwidth(const std::string& name, const link_end& from, const link_end& to, std::size_t bytes) {
        add(name, "bandwidth", from, to, bytes, [&](result& r) {
            one_way(r, from, to, bytes);
            r.bytes = static_cast<double>(bytes);
            r.fom = {"GB/s", true, r.bytes * 1e-9};
        });
    }

    void latency(const std::string& name, const link_end& from, const link_end& to) {
        add(name, "latency", from, to, few_bytes, [&](result& r) {
            one_way(r, from, to, few_bytes, commands_a_sample);
            for (double& seconds : r.samples) seconds /= commands_a_sample;
            r.first_seconds /= commands_a_sample;
            r.bytes = few_bytes;
            r.fom = {"s", false, 0};
            r.notes["copies_a_sample"] = std::to_string(commands_a_sample);
        });
    }

    void both_ways(const std::string& name, const link_end& from, const link_end& to, std::size_t bytes) {
        add(name, "both ways", from, to, bytes, [&](result& r) {
            transfer there(*run_.queue, from, to, bytes, copy_), back(second_, to, from, bytes, copy_);
            measure(
                r, [&] { at_once(there, back); },
                [&] {
                    there.refresh();
                    back.refresh();
                },
                [&] { return there.wrong_bytes() + back.wrong_bytes(); });
            r.bytes = 2 * static_cast<double>(bytes);
            r.fom = {"GB/s", true, r.bytes * 1e-9};
        });
    }

    std::vector<result> rows;

private:
    template <class Measure>
    void add(const std::string& name, const char* what, const link_end& from, const link_end& to, std::size_t bytes,
             const Measure& measure_it) {
        result r;
        r.kernel = name;
        r.timing_scope = "device";
        r.notes = {{"link", what}, {"from", from.name()}, {"to", to.name()}, {"bytes_a_copy", std::to_string(bytes)}};
        try {
            measure_it(r);
        } catch (const exception& e) {
            r.samples.clear();
            r.check = {true, false, std::string("copies that ended in an error (") + e.what() + ")", 1, 0, 0};
        }
        rows.push_back(std::move(r));
    }

    void one_way(result& r, const link_end& from, const link_end& to, std::size_t bytes, int copies = 1) {
        transfer copy(*run_.queue, from, to, bytes, copy_);
        const auto once = [&] {
            for (int i = 0; i < copies; ++i) copy.submit().wait();
        };
        measure(r, once, [&] { copy.refresh(); }, [&] { return copy.wrong_bytes(); });
    }

    /// What the last sample copied is compared, and then what one more copy of other bytes brings: that one cannot
    /// stand there from an earlier sample.
    template <class Once, class Refresh, class Wrong>
    void measure(result& r, const Once& once, const Refresh& refresh, const Wrong& wrong) {
        timing times = sample(run_, once);
        r.first_seconds = times.first_seconds;
        r.samples = std::move(times.samples);
        double all_wrong = wrong();
        refresh();
        once();
        all_wrong += wrong();
        r.check = check_of(all_wrong);
    }

    /// A CPU's queue copies in the thread that submits: the second one needs its own.
    void at_once(transfer& there, transfer& back) {
        if (run_.queue->get_device().is_cpu()) {
            std::future<void> other = std::async(std::launch::async, [&] { back.submit().wait(); });
            there.submit().wait();
            other.get();
        } else {
            event first = there.submit(), second = back.submit();
            first.wait();
            second.wait();
        }
    }

    const context& run_;
    copy_function copy_;
    queue second_;
};

void measure_host(measured_links& links, const context& run) {
    queue& q = *run.queue;
    const device d = q.get_device();
    const link_end own{kind::device, &q}, ordinary{kind::pageable, nullptr};
    const bool pins = d.has(aspect::usm_host_allocations);
    const link_end host = pins ? link_end{kind::pinned, &q} : ordinary;
    const std::size_t bytes = copy_bytes(run, {d});
    links.bandwidth("host_to_device", host, own, bytes);
    links.bandwidth("device_to_host", own, host, bytes);
    // All memory of a CPU is the host's: its malloc_host pins nothing.
    if (pins && d.backend_name() != "cpu") {
        links.bandwidth("host_to_device_pageable", ordinary, own, bytes);
        links.bandwidth("device_to_host_pageable", own, ordinary, bytes);
    }
    links.both_ways("host_both_ways", host, own, bytes);
    links.latency("host_to_device_latency", host, own);
    links.latency("device_to_host_latency", own, host);
}

void measure_other(measured_links& links, const context& run, const device& other) {
    queue there(other);
    const link_end own{kind::device, run.queue}, end{kind::device, &there};
    const std::size_t bytes = copy_bytes(run, {run.queue->get_device(), other});
    const std::string name = " " + end.name();
    links.bandwidth("to" + name, own, end, bytes);
    links.bandwidth("from" + name, end, own, bytes);
    links.both_ways("both_ways" + name, own, end, bytes);
    links.latency("latency_to" + name, own, end);
    links.latency("latency_from" + name, end, own);
}

}  // namespace

event plain_copy(queue& q, void* to, const void* from, std::size_t bytes) { return q.memcpy(to, from, bytes); }

std::vector<result> measure_links(const context& run, copy_function copy) {
    const device own = run.queue->get_device();
    if (own.backend_name() == "null") return {};
    measured_links links(run, copy);
    measure_host(links, run);
    for (const device& other : device::get_devices()) {
        if (!(other == own) && other.backend_name() != "null") measure_other(links, run, other);
    }
    return std::move(links.rows);
}

result measure_launch(const context& run) {
    using counter = std::uint32_t;
    queue& q = *run.queue;
    device_array<counter> launches(q, std::vector<counter>{0});
    counter submitted = 0;
    result r;
    r.kernel = "empty_launch";
    r.timing_scope = "device";
    const auto launch = [&, count = launches.get()] {
        q.single_task<struct empty_launch_name>([=] { ++*count; }).wait();
        ++submitted;
    };
    const stopwatch cold;
    launch();  // compiles
    r.first_seconds = end_cold_run(cold);
    r.samples = sample(run, [&] {
                    for (int i = 0; i < commands_a_sample; ++i) launch();
                }).samples;
    for (double& seconds : r.samples) seconds /= commands_a_sample;
    r.fom = {"s", false, 0};
    const counter found = launches.to_host().front();
    r.check = {true,
               found == submitted,
               "launches counted by the kernel",
               static_cast<double>(found),
               static_cast<double>(submitted),
               0};
    r.notes["launches_a_sample"] = std::to_string(commands_a_sample);
    return r;
}

}  // namespace ndweave::apps::peaks
