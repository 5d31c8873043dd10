#include <new>

#include "gpu/driver.hpp"
#include "gpu/entries.hpp"
#include "gpu/error.hpp"
#include "gpu/objects.hpp"

namespace ndweave::gpu {

int graph_begin(ndw_queue* queue) {
    if (const int status = enter(queue->device)) return status;
    if (const int status = check(driver.capture_begin(queue->stream, capture_relaxed), "starting a graph"))
        return status;
    queue->collecting = true;
    return NDW_OK;
}

int graph_end(ndw_queue* queue, ndw_graph** graph) {
    if (const int status = enter(queue->device)) return status;
    queue->collecting = false;
    void* recorded = nullptr;
    if (const int status = check(driver.capture_end(queue->stream, &recorded), "ending a graph")) return status;
    void* executable = nullptr;
    const int status = check(driver.graph_instantiate(&executable, recorded, 0), "building a graph");
    driver.graph_destroy(recorded);
    if (status) return status;
    *graph = new (std::nothrow) ndw_graph{queue->device, executable};
    if (*graph) return NDW_OK;
    driver.executable_destroy(executable);
    return fail(NDW_OUT_OF_MEMORY, "out of host memory");
}

int graph_launch(ndw_queue* queue, ndw_graph* graph) {
    if (const int status = enter(queue->device)) return status;
    return check(driver.graph_launch(graph->executable, queue->stream), "launching a graph");
}

void graph_destroy(ndw_graph* graph) {
    if (!enter(graph->device)) driver.executable_destroy(graph->executable);
    delete graph;
}

}  // namespace ndweave::gpu
