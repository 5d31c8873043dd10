#include "sycl/ext/oneapi/experimental/graph.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>

namespace sycl::detail {

namespace experimental = ext::oneapi::experimental;

namespace {

[[noreturn]] void refuse(const std::string& text) { throw ndweave::exception(ndweave::errc::invalid, text); }

const char* name_of(experimental::node_type type) {
    constexpr const char* names[] = {"empty",   "subgraph", "kernel",    "memcpy",  "memset",
                                     "memfill", "prefetch", "memadvise", "barrier", "host_task"};
    return names[static_cast<int>(type)];
}

}  // namespace

void refuse_graph_update(const char* what) {
    throw ndweave::exception(ndweave::errc::feature_not_supported,
                             std::string(what) +
                                 ": the commands of an executable graph stay as they are; make a new "
                                 "graph, or replace all of this one with update(graph)");
}

/// What command_graph::finalize made last.
struct graph_version {
    ndweave::command_graph<ndweave::graph_state::executable> core;
    device owner;
    bool updatable;
};

/// Core's graph, and which of its commands are which node.
class graph_nodes : public std::enable_shared_from_this<graph_nodes> {
public:
    graph_nodes(const context& c, const device& d) : core(d), owner_(d), adder_(c, d) {}

    ndweave::command_graph<ndweave::graph_state::modifiable> core;

    const device& owner() const { return owner_; }
    std::size_t id() const { return id_; }

    std::size_t add(const ndweave::detail::function_ref<void(handler&)>* group, const property_list& properties) {
        const std::lock_guard lock(mutex_);
        take_recorded();
        entry made{core.size(), core.size(), {}};
        if (properties.has_property<experimental::property::node::depends_on>()) {
            const auto named = properties.get_property<experimental::property::node::depends_on>();
            for (const experimental::node& before : named.get_dependencies()) made.before.push_back(number_of(before));
        }
        if (properties.has_property<experimental::property::node::depends_on_all_leaves>()) {
            for (std::size_t n = 0; n < entries_.size(); ++n) {
                if (after(n).empty()) made.before.push_back(n);
            }
        }
        if (group) record(*group, made);
        entries_.push_back(std::move(made));
        return entries_.size() - 1;
    }

    void connect(const experimental::node& from, const experimental::node& to) {
        const std::lock_guard lock(mutex_);
        take_recorded();
        const std::size_t first = number_of(from), second = number_of(to);
        if (comes_after(first, second))
            refuse("make_edge: the first node comes after the second, so that none could be first");
        entries_[second].before.push_back(first);
        is_ordered_ = is_ordered_ && first < second;
    }

    ndweave::command_graph<ndweave::graph_state::executable> finalize() {
        const std::lock_guard lock(mutex_);
        take_recorded();
        return is_ordered_ ? core.finalize() : core.finalize(order());
    }

    std::vector<experimental::node> nodes(bool roots_only) {
        const std::lock_guard lock(mutex_);
        take_recorded();
        std::vector<std::size_t> found;
        for (std::size_t n = 0; n < entries_.size(); ++n) {
            if (!roots_only || entries_[n].before.empty()) found.push_back(n);
        }
        return as_nodes(found);
    }
    std::vector<experimental::node> predecessors(std::size_t n) {
        const std::lock_guard lock(mutex_);
        return as_nodes(entries_[n].before);
    }
    std::vector<experimental::node> successors(std::size_t n) {
        const std::lock_guard lock(mutex_);
        take_recorded();
        return as_nodes(after(n));
    }
    experimental::node_type type(std::size_t n) {
        const std::lock_guard lock(mutex_);
        return type_of(entries_[n]);
    }
    experimental::node at(std::size_t n) { return experimental::node(shared_from_this(), n); }

    void print(const std::string& path) {
        const std::lock_guard lock(mutex_);
        take_recorded();
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "w"), std::fclose);
        if (!file) refuse("print_graph: the file " + path + " cannot be written");
        std::fputs("digraph {\n", file.get());
        for (std::size_t n = 0; n < entries_.size(); ++n) {
            std::fprintf(file.get(), "  %zu [label=\"%zu: %s\"];\n", n, n, name_of(type_of(entries_[n])));
            for (const std::size_t before : entries_[n].before) std::fprintf(file.get(), "  %zu -> %zu;\n", before, n);
        }
        std::fputs("}\n", file.get());
    }

private:
    struct entry {
        std::size_t first, end;  // commands of core's graph
        std::vector<std::size_t> before;
    };
    static constexpr std::size_t none = SIZE_MAX;

    std::size_t number_of(const experimental::node& n) const {
        if (n.graph_.get() != this) refuse("a node of another graph");
        return n.number_;
    }

    std::vector<experimental::node> as_nodes(const std::vector<std::size_t>& numbers) {
        std::vector<experimental::node> found;
        for (const std::size_t n : numbers) found.push_back(at(n));
        return found;
    }

    /// Nodes for what queues have recorded.
    void take_recorded() {
        std::size_t covered = 0;
        for (const entry& e : entries_) covered = std::max(covered, e.end);
        for (const std::size_t size = core.size(); covered < size; ++covered) {
            entry recorded{covered, covered + 1, {}};
            if (last_recorded_ != none) recorded.before.push_back(last_recorded_);
            last_recorded_ = entries_.size();
            entries_.push_back(std::move(recorded));
        }
    }

    void record(const ndweave::detail::function_ref<void(handler&)>& group, entry& made) {
        struct recording {
            recording(ndweave::command_graph<ndweave::graph_state::modifiable>& g, queue& q) : graph(g), recorded(q) {
                graph.begin_recording(recorded);
            }
            ~recording() { graph.end_recording(recorded); }
            ndweave::command_graph<ndweave::graph_state::modifiable>& graph;
            queue& recorded;
        };
        {
            const recording during(core, adder_);
            const event added = adder_.submit(group);
            // Events are of commands that queues have recorded.
            if (!added.get_wait_list().empty() && last_recorded_ != none) made.before.push_back(last_recorded_);
        }
        made.end = core.size();
    }

    std::vector<std::size_t> after(std::size_t n) const {
        std::vector<std::size_t> found;
        for (std::size_t m = 0; m < entries_.size(); ++m) {
            const auto& before = entries_[m].before;
            if (std::find(before.begin(), before.end(), n) != before.end()) found.push_back(m);
        }
        return found;
    }

    /// Whether `n` is `other`, or comes after it.
    bool comes_after(std::size_t n, std::size_t other) const {
        std::vector<bool> seen(entries_.size());
        std::vector<std::size_t> left{n};
        while (!left.empty()) {
            const std::size_t next = left.back();
            left.pop_back();
            if (next == other) return true;
            if (seen[next]) continue;
            seen[next] = true;
            left.insert(left.end(), entries_[next].before.begin(), entries_[next].before.end());
        }
        return false;
    }

    /// Core's commands so that all edges are kept; otherwise as they were added.
    std::vector<std::size_t> order() const {
        std::vector<std::vector<std::size_t>> following(entries_.size());
        std::vector<std::size_t> waits(entries_.size());
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
        for (std::size_t n = 0; n < entries_.size(); ++n) {
            waits[n] = entries_[n].before.size();
            for (const std::size_t before : entries_[n].before) following[before].push_back(n);
            if (waits[n] == 0) ready.push(n);
        }
        std::vector<std::size_t> commands;
        while (!ready.empty()) {
            const std::size_t n = ready.top();
            ready.pop();
            for (std::size_t c = entries_[n].first; c < entries_[n].end; ++c) commands.push_back(c);
            for (const std::size_t next : following[n]) {
                if (--waits[next] == 0) ready.push(next);
            }
        }
        return commands;
    }

    experimental::node_type type_of(const entry& e) const {
        if (e.first == e.end) return experimental::node_type::empty;
        if (e.end - e.first > 1) return experimental::node_type::subgraph;
        using command = ndweave::command_graph<ndweave::graph_state::modifiable>::command;
        switch (core.kind_of(e.first)) {
            case command::kernel:
                return experimental::node_type::kernel;
            case command::copy:
                return experimental::node_type::memcpy;
            case command::fill:
                break;
        }
        return experimental::node_type::memfill;
    }

    static std::size_t next_id() {
        static std::atomic<std::size_t> ids = 0;
        return ids++;
    }

    const device owner_;
    queue adder_;
    const std::size_t id_ = next_id();
    std::mutex mutex_;
    std::vector<entry> entries_;
    std::size_t last_recorded_ = none;
    bool is_ordered_ = true;  // all edges go forward
};

}  // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

using executable = command_graph<graph_state::executable>;
using modifiable = command_graph<graph_state::modifiable>;

node_type node::get_type() const { return graph_->type(number_); }
std::vector<node> node::get_predecessors() const { return graph_->predecessors(number_); }
std::vector<node> node::get_successors() const { return graph_->successors(number_); }

modifiable::command_graph(const context& c, const device& d, const property_list&)
    : nodes_(std::make_shared<detail::graph_nodes>(c, d)) {}
modifiable::command_graph(const queue& q, const property_list& properties)
    : command_graph(q.get_context(), q.get_device(), properties) {}

void modifiable::begin_recording(queue& q, const property_list&) { nodes_->core.begin_recording(q); }
void modifiable::begin_recording(const std::vector<queue>& queues, const property_list&) {
    for (const queue& q : queues) nodes_->core.begin_recording(q);
}
void modifiable::end_recording() { nodes_->core.end_recording(); }
void modifiable::end_recording(queue& q) { nodes_->core.end_recording(q); }
void modifiable::end_recording(const std::vector<queue>& queues) {
    for (const queue& q : queues) nodes_->core.end_recording(q);
}

node modifiable::add_node(const ndweave::detail::function_ref<void(handler&)>* group, const property_list& properties) {
    return nodes_->at(nodes_->add(group, properties));
}
void modifiable::make_edge(const node& from, const node& to) { nodes_->connect(from, to); }
std::vector<node> modifiable::get_nodes() const { return nodes_->nodes(false); }
std::vector<node> modifiable::get_root_nodes() const { return nodes_->nodes(true); }
std::size_t modifiable::get_id() const noexcept { return nodes_->id(); }
void modifiable::print_graph(const std::string& path, bool) const { nodes_->print(path); }

executable modifiable::finalize(const property_list& properties) const {
    return executable(std::make_shared<detail::graph_version>(detail::graph_version{
        nodes_->finalize(), nodes_->owner(), properties.has_property<property::graph::updatable>()}));
}

void executable::update(const modifiable& graph) {
    if (!version_->updatable) detail::refuse("update of a graph that was finalized without property::graph::updatable");
    if (!(version_->owner == graph.nodes_->owner())) detail::refuse("update of a graph from one of another device");
    version_->core = graph.nodes_->finalize();
}

executable::operator const ndweave::command_graph<graph_state::executable>&() const { return version_->core; }

}  // namespace sycl::ext::oneapi::experimental
