#include "runtime/trace/nvtx.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <iterator>

#include "runtime/trace/nvtx_abi.hpp"

namespace ndweave::detail {
namespace {

constexpr std::size_t most_functions = 16;

/// What the profiler sets: a place for each function of each module, null until then.
struct {
    std::array<nvtx::function, most_functions> functions[std::size(nvtx::module_sizes)];
    // Of one more each, so that a table ends with null.
    std::array<nvtx::function*, most_functions + 1> places[std::size(nvtx::module_sizes)];
} modules;

int get_functions(std::uint32_t module, nvtx::function*** places, unsigned* size) {
    if (module == 0 || module >= std::size(nvtx::module_sizes)) return 0;
    for (std::uint32_t n = 1; n < nvtx::module_sizes[module]; ++n)
        modules.places[module][n] = &modules.functions[module][n];
    if (places) *places = modules.places[module].data();
    if (size) *size = nvtx::module_sizes[module];
    return 1;
}

const void* find_table(std::uint32_t table) {
    static constexpr nvtx::callback_table callbacks{sizeof callbacks, get_functions};
    static constexpr nvtx::version_table version_info{sizeof version_info, nvtx::version, 0, [](std::uint32_t) {}};
    if (table == nvtx::callbacks) return &callbacks;
    if (table == nvtx::version_info) return &version_info;
    return nullptr;
}

template <class F>
F* set_function(nvtx::module module, std::uint32_t number) {
    return reinterpret_cast<F*>(modules.functions[module][number]);
}

class nvtx_ranges final : public profiling_tool {
public:
    nvtx_ranges(nvtx::domain* domain, nvtx::push_range* push, nvtx::pop_range* pop)
        : domain_(domain),
          push_(push),
          pop_(pop),
          name_thread_(set_function<nvtx::name_thread>(nvtx::core, nvtx::name_os_thread)) {}

    std::uint64_t begin(const tool_event& e) override {
        nvtx::event_attributes a{};
        a.version = nvtx::version;
        a.size = sizeof a;
        a.message = nvtx::ascii;
        a.message_text = e.name;
        if (e.bytes) {
            a.payload = nvtx::unsigned_64;
            a.payload_value = e.bytes;
        }
        push_(domain_, &a);
        return 0;
    }

    void end(const tool_event&, std::uint64_t) override { pop_(domain_); }

    void name_thread(const char* name) override {
        if (name_thread_) name_thread_(static_cast<std::uint32_t>(gettid()), name);
    }

private:
    nvtx::domain* const domain_;
    nvtx::push_range* const push_;
    nvtx::pop_range* const pop_;
    nvtx::name_thread* const name_thread_;
};

}  // namespace

std::unique_ptr<profiling_tool> load_nvtx() {
    const char* const path = ::secure_getenv("NVTX_INJECTION64_PATH");
    void* const library = path && *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : nullptr;
    if (!library) return nullptr;
    auto* const initialize = reinterpret_cast<nvtx::initialize*>(dlsym(library, "InitializeInjectionNvtx2"));
    if (!initialize || initialize(find_table) == 0) return nullptr;
    auto* const create = set_function<nvtx::create_domain>(nvtx::core2, nvtx::domain_create);
    auto* const push = set_function<nvtx::push_range>(nvtx::core2, nvtx::domain_range_push);
    auto* const pop = set_function<nvtx::pop_range>(nvtx::core2, nvtx::domain_range_pop);
    if (!create || !push || !pop) return nullptr;
    return std::make_unique<nvtx_ranges>(create("ndweave"), push, pop);
}

}  // namespace ndweave::detail
