/// A plugin that does as little as the ABI allows ("sound"), or is old or broken in the way that BROKEN_<way> names.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ndweave/plugin.h"

#if BROKEN_crashes
static int* volatile nowhere;
__attribute__((constructor)) static void crash(void) { *nowhere = 1; }
#elif BROKEN_aborts
__attribute__((constructor)) static void give_up(void) { abort(); }
#elif BROKEN_exits
__attribute__((constructor)) static void leave(void) { _exit(7); }
#elif BROKEN_hangs
__attribute__((constructor)) static void hang(void) {
    for (;;) pause();
}
#elif BROKEN_unresolved
void ndweave_test_function_that_is_nowhere(void);
void* ndweave_test_reference(void) { return (void*)ndweave_test_function_that_is_nowhere; }
#endif

static int device_count(uint32_t* count) {
#if BROKEN_many_devices
    *count = ~0u;
#else
    *count = 0;
#endif
    return NDW_OK;
}
static int device_info(uint32_t index, struct ndw_device_info* info) { return (void)index, (void)info, NDW_NO_DEVICE; }
static int device_open(uint32_t index, struct ndw_device** device) { return (void)index, (void)device, NDW_NO_DEVICE; }
static void device_close(struct ndw_device* device) { (void)device; }
static int memory_alloc(struct ndw_device* d, uint32_t kind, uint64_t bytes, uint64_t alignment, void** p) {
    return (void)d, (void)kind, (void)bytes, (void)alignment, (void)p, NDW_OUT_OF_MEMORY;
}
static int memory_free(struct ndw_device* d, void* p, uint32_t kind) { return (void)d, (void)p, (void)kind, NDW_OK; }
static int copy(struct ndw_queue* q, void* to, const void* from, uint64_t n) {
    return (void)q, (void)to, (void)from, (void)n, NDW_OK;
}
static int queue_create(struct ndw_device* d, uint32_t flags, struct ndw_queue** q) {
    return (void)d, (void)flags, (void)q, NDW_UNSUPPORTED;
}
static void queue_destroy(struct ndw_queue* q) { (void)q; }
static int queue_sync(struct ndw_queue* q) { return (void)q, NDW_OK; }
static int queue_wait_event(struct ndw_queue* q, struct ndw_event* e) { return (void)q, (void)e, NDW_OK; }
static int module_load(struct ndw_device* d, const struct ndw_module_source* s, struct ndw_module** m) {
    return (void)d, (void)s, (void)m, NDW_BUILD_FAILED;
}
static void module_unload(struct ndw_module* m) { (void)m; }
static int kernel_get(struct ndw_module* m, const char* name, struct ndw_kernel** k, struct ndw_kernel_info* i) {
    return (void)m, (void)name, (void)k, (void)i, NDW_INVALID;
}
static int launch(struct ndw_queue* q, const struct ndw_launch* l) { return (void)q, (void)l, NDW_OK; }
static int event_record(struct ndw_queue* q, struct ndw_event** e) { return (void)q, (void)e, NDW_OUT_OF_MEMORY; }
static void event_destroy(struct ndw_event* e) { (void)e; }
static int event_wait(struct ndw_event* e, uint32_t block) { return (void)e, (void)block, NDW_OK; }
static uint64_t last_error(char* text, uint64_t size) {
    if (size) text[0] = 0;
    return 1;
}

#if BROKEN_half_a_graph
static void graph_destroy(struct ndw_graph* g) { (void)g; }
#endif

#if BROKEN_no_symbol
#define ndweave_plugin another_name
#endif

#if BROKEN_too_small
NDW_PLUGIN_EXPORT const uint32_t ndweave_plugin[2] = {NDW_PLUGIN_ABI_VERSION, sizeof(struct ndw_plugin)};
#else
NDW_PLUGIN_EXPORT const struct ndw_plugin ndweave_plugin = {
#if BROKEN_wrong_version
    .abi_version = NDW_PLUGIN_ABI_VERSION + 41,
#else
    .abi_version = NDW_PLUGIN_ABI_VERSION,
#endif
#if BROKEN_too_large_claim
    .struct_size = sizeof(struct ndw_plugin) + 800,
#elif BROKEN_first_release  // what is behind its end is not the plugin's
    .struct_size = offsetof(struct ndw_plugin, event_record_blocking),
    .event_record_blocking = event_record,
#else
    .struct_size = sizeof(struct ndw_plugin),
#endif
#if BROKEN_wrong_name
    .backend = "other",
#else
    .backend = "broken",
#endif
#if BROKEN_wild_description
    .description = (const char*)8,
#else
    .description = "a test",
#endif
    .device_count = device_count,
    .device_info = device_info,
    .device_open = device_open,
    .device_close = device_close,
    .memory_alloc = memory_alloc,
    .memory_free = memory_free,
    .copy = copy,
    .queue_create = queue_create,
    .queue_destroy = queue_destroy,
    .queue_sync = queue_sync,
    .queue_wait_event = queue_wait_event,
    .module_load = module_load,
    .module_unload = module_unload,
    .kernel_get = kernel_get,
#if !BROKEN_missing_entry
    .launch = launch,
#endif
    .event_record = event_record,
    .event_destroy = event_destroy,
    .event_wait = event_wait,
#if BROKEN_half_a_graph
    .graph_destroy = graph_destroy,
#endif
    .last_error = last_error,
};
#endif
