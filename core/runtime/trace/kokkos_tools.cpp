#include "runtime/trace/kokkos_tools.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ndweave/exception.hpp"
#include "runtime/environment/environment.hpp"
#include "runtime/trace/kokkos_abi.hpp"

namespace ndweave::detail {
namespace {

constexpr const char* variable = "NDWEAVE_TOOLS_LIBS";

/// Kokkos::Tools::Experimental::DeviceType.
enum kokkos_device_type : std::uint32_t { threads = 6, cuda = 2, hip = 3, sycl = 7 };

constexpr unsigned queue_bits = 17, device_bits = 7;

std::vector<std::string> library_names() {
    const std::string list = environment_value(variable);
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find_first_of(":;", begin), list.size());
        if (end > begin) names.push_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return names;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw exception(errc::invalid, std::string(variable) + " names '" + path + "', " + why);
}

template <class F>
bool find(void* library, const char* name, F*& function) {
    function = reinterpret_cast<F*>(dlsym(library, name));
    return function != nullptr;
}

/// Whether it has one at all.
bool find_all(void* library, kokkos_functions& f) {
    const bool found[] = {
        find(library, "kokkosp_init_library", f.init_library),
        find(library, "kokkosp_finalize_library", f.finalize_library),
        find(library, "kokkosp_request_tool_settings", f.request_tool_settings),
        find(library, "kokkosp_provide_tool_programming_interface", f.provide_tool_programming_interface),
        find(library, "kokkosp_parse_args", f.parse_args),
        find(library, "kokkosp_begin_parallel_for", f.begin_parallel_for),
        find(library, "kokkosp_end_parallel_for", f.end_parallel_for),
        find(library, "kokkosp_begin_parallel_reduce", f.begin_parallel_reduce),
        find(library, "kokkosp_end_parallel_reduce", f.end_parallel_reduce),
        find(library, "kokkosp_begin_fence", f.begin_fence),
        find(library, "kokkosp_end_fence", f.end_fence),
        find(library, "kokkosp_push_profile_region", f.push_profile_region),
        find(library, "kokkosp_pop_profile_region", f.pop_profile_region),
        find(library, "kokkosp_allocate_data", f.allocate_data),
        find(library, "kokkosp_deallocate_data", f.deallocate_data),
        find(library, "kokkosp_begin_deep_copy", f.begin_deep_copy),
        find(library, "kokkosp_end_deep_copy", f.end_deep_copy)};
    return std::ranges::find(found, true) != std::end(found);
}

kokkos_space space_of(const memory_place& place) {
    kokkos_space space{};
    std::strncpy(space.name, place.space, sizeof space.name - 1);
    return space;
}

/// Set while a tool's function runs: what it does with this library is not told to it.
thread_local bool is_calling = false;

class kokkos_tool final : public profiling_tool {
public:
    explicit kokkos_tool(const kokkos_functions& functions) : f_(functions) {}

    void initialize(int sequence) {
        call(f_.init_library, sequence, kokkos_interface_version, 0u, nullptr);
        kokkos_settings settings{};
        settings.requires_global_fencing = true;  // as in Kokkos, unless the tool says otherwise
        call(f_.request_tool_settings, 1u, &settings);
        fences_ = settings.requires_global_fencing;
        kokkos_actions actions{};
        actions.fence = [](std::uint32_t) { wait_for_fenced_queues(); };
        call(f_.provide_tool_programming_interface, 1u, actions);
        parse_arguments();
    }

    bool fences() const override { return fences_; }

    std::uint64_t begin(const tool_event& e) override {
        std::uint64_t id = 0;
        switch (e.what) {
            case tool_activity::kernel:
                call(f_.begin_parallel_for, e.name, e.device, &id);
                break;
            case tool_activity::reduction:
                call(f_.begin_parallel_reduce, e.name, e.device, &id);
                break;
            case tool_activity::wait:
                call(f_.begin_fence, e.name, e.device, &id);
                break;
            case tool_activity::copy:
            case tool_activity::fill:
                call(f_.begin_deep_copy, space_of(e.to), e.to.label, e.to.pointer, space_of(e.from), e.from.label,
                     e.from.pointer, e.bytes);
                break;
            case tool_activity::region:
                if (is_at_command()) call(f_.push_profile_region, e.name);
                break;
        }
        return id;
    }

    void end(const tool_event& e, std::uint64_t id) override {
        switch (e.what) {
            case tool_activity::kernel:
                return call(f_.end_parallel_for, id);
            case tool_activity::reduction:
                return call(f_.end_parallel_reduce, id);
            case tool_activity::wait:
                return call(f_.end_fence, id);
            case tool_activity::copy:
            case tool_activity::fill:
                return call(f_.end_deep_copy);
            case tool_activity::region:
                if (is_at_command()) call(f_.pop_profile_region);
        }
    }

    void allocated(const memory_place& place, std::uint64_t bytes) override {
        call(f_.allocate_data, space_of(place), place.label, place.pointer, bytes);
    }

    void deallocated(const memory_place& place, std::uint64_t bytes) override {
        call(f_.deallocate_data, space_of(place), place.label, place.pointer, bytes);
    }

    void finalize() override {
        call(f_.finalize_library);
        is_over_ = true;
    }

private:
    template <class... Parameters, class... Arguments>
    void call(void (*function)(Parameters...), Arguments... arguments) {
        if (!function) return;
        const std::lock_guard lock(tool_calls());
        if (is_over_ || is_calling) return;
        is_calling = true;
        function(arguments...);
        is_calling = false;
    }

    /// The program's name and, as Kokkos passes them on, what KOKKOS_TOOLS_ARGS has behind it.
    void parse_arguments() {
        const char* const wanted = ::secure_getenv("KOKKOS_TOOLS_ARGS");
        std::string text = std::string(program_invocation_name) + ' ' + (wanted ? wanted : "");
        std::vector<char*> arguments;
        char* rest = nullptr;
        for (char* one = strtok_r(text.data(), " \t", &rest); one; one = strtok_r(nullptr, " \t", &rest))
            arguments.push_back(one);
        arguments.push_back(nullptr);
        call(f_.parse_args, static_cast<int>(arguments.size() - 1), arguments.data());
    }

    const kokkos_functions f_;
    bool fences_ = false;
    bool is_over_ = false;  // with tool_calls held
};

std::unique_ptr<kokkos_tool> load(const std::string& path) {
    // Never closed. Local, since all of these libraries have the same names.
    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* const why = dlerror();
        refuse(path, std::string("which cannot be loaded: ") + (why ? why : "no reason"));
    }
    kokkos_functions functions{};
    if (!find_all(library, functions))
        refuse(path,
               "which is no library for Kokkos Tools: it has none of their functions (kokkosp_begin_parallel_for, …)");
    return std::make_unique<kokkos_tool>(functions);
}

}  // namespace

bool names_kokkos_tools() { return !library_names().empty(); }

bool is_in_tool() { return is_calling; }

tool_list load_kokkos_tools() {
    tool_list tools;
    for (const std::string& name : library_names()) tools.push_back(load(name));
    return tools;
}

void initialize_kokkos_tools(const tool_list& tools) {
    int sequence = 0;
    for (const auto& tool : tools) {
        if (auto* const kokkos = dynamic_cast<kokkos_tool*>(tool.get())) kokkos->initialize(sequence++);
    }
}

std::uint32_t kokkos_device(std::string_view backend, std::uint32_t device, std::uint32_t queue) {
    constexpr std::pair<std::string_view, kokkos_device_type> types[] = {
        {"cpu", threads}, {"cuda", cuda}, {"hip", hip}};
    const auto* const found =
        std::ranges::find(types, backend, &std::pair<std::string_view, kokkos_device_type>::first);
    const std::uint32_t type = found == std::end(types) ? sycl : found->second;
    const auto low = [](std::uint32_t number, unsigned bits) { return number & ((1u << bits) - 1); };
    return type << (device_bits + queue_bits) | low(device, device_bits) << queue_bits | low(queue, queue_bits);
}

}  // namespace ndweave::detail
