/// sycl_ext_oneapi_graph: commands that are recorded, or added by name, and submitted as one any number of times.
/// Core's graphs, with nodes and edges. They run their commands in an order that keeps all edges.
#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ndweave/detail/function_ref.hpp"
#include "ndweave/graph.hpp"
#include "sycl/execution/queue.hpp"

#define SYCL_EXT_ONEAPI_GRAPH 1

namespace sycl::detail {
class graph_nodes;
struct graph_version;
[[noreturn]] NDWEAVE_EXPORT void refuse_graph_update(const char* what);
}  // namespace sycl::detail

namespace sycl::ext::oneapi::experimental {

using ndweave::graph_state;

enum class node_type {
    empty,
    subgraph,
    kernel,
    memcpy,
    memset,
    memfill,
    prefetch,
    memadvise,
    ext_oneapi_barrier,
    host_task,
    async_malloc,
    async_free
};

/// A command, or a command group's, of a modifiable graph. Copies refer to the same.
class NDWEAVE_EXPORT node {
public:
    /// `memfill` of memset, too; `subgraph` of several commands.
    node_type get_type() const;
    /// What edges say. Commands that queues recorded follow each other.
    std::vector<node> get_predecessors() const;
    std::vector<node> get_successors() const;

    /// Nodes keep what they were added with: these throw errc::feature_not_supported. A graph that was made anew can
    /// replace an executable one as a whole.
    template <int D>
    void update_nd_range(ndweave::nd_range<D>) {
        detail::refuse_graph_update("node::update_nd_range");
    }
    static node get_node_from_event(const event&) { detail::refuse_graph_update("node::get_node_from_event"); }
    template <int D>
    void update_range(ndweave::range<D>) {
        detail::refuse_graph_update("node::update_range");
    }

    friend bool operator==(const node& a, const node& b) { return a.graph_ == b.graph_ && a.number_ == b.number_; }

private:
    friend class detail::graph_nodes;
    node(std::shared_ptr<detail::graph_nodes> graph, std::size_t number) : graph_(std::move(graph)), number_(number) {}

    std::shared_ptr<detail::graph_nodes> graph_;
    std::size_t number_;
};

namespace property::graph {
/// make_edge looks for cycles nevertheless.
struct no_cycle_check : sycl::detail::property_base {};
struct assume_buffer_outlives_graph : sycl::detail::property_base {};
/// Of `finalize`: the executable graph may be updated.
struct updatable : sycl::detail::property_base {};
struct enable_profiling : sycl::detail::property_base {};
}  // namespace property::graph

namespace property::node {
/// The new node comes after these.
class depends_on : public sycl::detail::property_base {
public:
    template <class... Nodes>
    requires(std::same_as<Nodes, experimental::node> && ...) depends_on(Nodes... nodes) : nodes_{std::move(nodes)...} {}
    const std::vector<experimental::node>& get_dependencies() const { return nodes_; }

private:
    std::vector<experimental::node> nodes_;
};
/// After all nodes that no other comes after.
struct depends_on_all_leaves : sycl::detail::property_base {};
}  // namespace property::node

template <graph_state State = graph_state::modifiable>
class command_graph;

template <>
class NDWEAVE_EXPORT command_graph<graph_state::executable> {
public:
    /// Later submissions run what that graph of the same device has now. Throws errc::invalid if this one was made
    /// without property::graph::updatable.
    void update(const command_graph<graph_state::modifiable>&);
    /// Throw errc::feature_not_supported: single nodes stay as they are.
    void update(const node&) { detail::refuse_graph_update("command_graph::update of a node"); }
    void update(const std::vector<node>&) { detail::refuse_graph_update("command_graph::update of nodes"); }

    std::size_t get_required_mem_size() const noexcept { return 0; }

    /// Core's, which queues and handlers take.
    operator const ndweave::command_graph<graph_state::executable>&() const;

    friend bool operator==(const command_graph& a, const command_graph& b) { return a.version_ == b.version_; }

private:
    friend class command_graph<graph_state::modifiable>;
    explicit command_graph(std::shared_ptr<detail::graph_version> version) : version_(std::move(version)) {}

    std::shared_ptr<detail::graph_version> version_;
};

template <>
class NDWEAVE_EXPORT command_graph<graph_state::modifiable> {
public:
    /// Throws errc::invalid if the device is not of the context.
    command_graph(const context&, const device&, const property_list& = {});
    explicit command_graph(const queue&, const property_list& = {});

    /// See ndweave::command_graph. Command groups with accessors throw errc::feature_not_supported: use USM.
    void begin_recording(queue&, const property_list& = {});
    void begin_recording(const std::vector<queue>&, const property_list& = {});
    void end_recording();
    void end_recording(queue&);
    void end_recording(const std::vector<queue>&);

    /// A node without a command.
    node add(const property_list& properties = {}) { return add_node(nullptr, properties); }
    /// What the command group function says, which runs now. It comes after the commands whose events it depends on.
    template <class Group>
    requires std::invocable<Group&, handler&> node add(Group group, const property_list& properties = {}) {
        const auto call = [&group](handler& h) { group(h); };
        const ndweave::detail::function_ref<void(handler&)> function(call);
        return add_node(&function, properties);
    }

    /// `to` comes after `from`. Throws errc::invalid for nodes of another graph, and if `from` comes after `to`.
    void make_edge(const node& from, const node& to);

    /// All of them, as they were added; those without predecessors.
    std::vector<node> get_nodes() const;
    std::vector<node> get_root_nodes() const;
    bool empty() const { return get_nodes().empty(); }
    std::size_t get_id() const noexcept;
    /// Writes the nodes and edges in the language of Graphviz. Throws errc::invalid if the file cannot be written.
    void print_graph(const std::string& path, bool verbose = false) const;

    /// Throws errc::invalid while a queue records.
    command_graph<graph_state::executable> finalize(const property_list& = {}) const;

    friend bool operator==(const command_graph& a, const command_graph& b) { return a.nodes_ == b.nodes_; }

private:
    friend class command_graph<graph_state::executable>;
    node add_node(const ndweave::detail::function_ref<void(handler&)>* group, const property_list&);

    std::shared_ptr<detail::graph_nodes> nodes_;
};

command_graph(const context&, const device&, const property_list& = {}) -> command_graph<graph_state::modifiable>;
command_graph(const queue&, const property_list& = {}) -> command_graph<graph_state::modifiable>;

}  // namespace sycl::ext::oneapi::experimental
