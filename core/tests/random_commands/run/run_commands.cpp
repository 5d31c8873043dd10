#include "run_commands.hpp"

#include <exception>
#include <latch>
#include <thread>

#include "handed_event.hpp"
#include "model.hpp"
#include "ordering.hpp"

namespace ndweave::testing {
namespace {

std::vector<queue> make_queues(const setting& has, const std::vector<device>& devices) {
    std::vector<queue> made;
    for (const queue_setting& q : has.queues) {
        using property::queue::asynchronous, property::queue::enable_profiling;
        const property_list properties = q.profiling && q.asynchronous
                                             ? property_list{enable_profiling(), asynchronous()}
                                         : q.profiling    ? property_list{enable_profiling()}
                                         : q.asynchronous ? property_list{asynchronous()}
                                                          : property_list{};
        made.emplace_back(devices[q.device], properties);
    }
    return made;
}

class command_run {
public:
    command_run(const random_commands& all, const std::vector<device>& devices)
        : all_(all),
          order_(order(all.has, all.commands)),
          arrays_(all.has.arrays, {devices.begin(), devices.end()}, before(all)),
          queues_(make_queues(all.has, devices)),
          resources_{arrays_.memory(), {}},
          events_(all.commands.size()),
          problems_(all.has.threads),
          start_(static_cast<std::ptrdiff_t>(all.has.threads)) {
        for (const graph_recipe& g : all.graphs) resources_.graphs.push_back(g.record(recorders(g), resources_));
    }

    contents run() {
        std::vector<std::jthread> threads;
        for (std::size_t t = 0; t < all_.has.threads; ++t) threads.emplace_back([this, t] { run_thread(t); });
        threads.clear();
        report_problem();
        for (handed_event& e : events_) e.get().wait();
        for (queue& q : queues_) q.wait();
        return arrays_.read();
    }

private:
    /// The first two queues of the graph's device.
    std::vector<queue> recorders(const graph_recipe& graph) const {
        std::vector<queue> made;
        for (std::size_t n = 0; n < queues_.size() && made.size() < 2; ++n) {
            if (all_.has.queues[n].device == graph.device()) made.push_back(queues_[n]);
        }
        return made;
    }

    void run_thread(std::size_t thread) {
        start_.arrive_and_wait();
        try {
            for (std::size_t n = 0; n < all_.commands.size(); ++n) {
                if (all_.commands[n].thread == thread) run_command(n);
            }
        } catch (...) {
            problems_[thread] = std::current_exception();
            for (std::size_t n = 0; n < all_.commands.size(); ++n) {
                if (all_.commands[n].thread == thread) events_[n].abandon();
            }
        }
    }

    void run_command(std::size_t n) {
        const command& c = all_.commands[n];
        const submission_order& order = order_[n];
        for (const std::size_t other : order.submitted) events_[other].get();
        for (const host_wait& w : order.waits) wait(w);
        const submission_form form{order.shortcut, events(order.before), events(order.behind)};
        events_[n].set(c.what->submit(queues_[c.queue], form, resources_));
        for (const host_wait& w : order.waits_after) wait(w);
    }

    void wait(const host_wait& w) {
        switch (w.what) {
            case host_wait::by::event:
                return events_[w.number].get().wait();
            case host_wait::by::queue:
                return queues_[w.number].wait();
            case host_wait::by::time:
                events_[w.number].get().get_profiling_info<info::event_profiling::command_end>();
        }
    }

    std::vector<event> events(const std::vector<std::size_t>& commands) {
        std::vector<event> made;
        for (const std::size_t n : commands) made.push_back(events_[n].get());
        return made;
    }

    /// The cause, where there is one, rather than what it led to.
    void report_problem() const {
        std::exception_ptr consequence;
        for (const std::exception_ptr& problem : problems_) {
            try {
                if (problem) std::rethrow_exception(problem);
            } catch (const never_submitted&) {
                consequence = problem;
            }
        }
        if (consequence) std::rethrow_exception(consequence);
    }

    const random_commands& all_;
    const std::vector<submission_order> order_;
    device_arrays arrays_;
    std::vector<queue> queues_;
    resources resources_;
    std::vector<handed_event> events_;
    std::vector<std::exception_ptr> problems_;  // of each thread
    std::latch start_;
};

}  // namespace

std::string run_commands(const random_commands& all, const std::vector<device>& devices) {
    const contents expected = after(all);
    return first_difference(all, command_run(all, devices).run(), expected);
}

}  // namespace ndweave::testing
