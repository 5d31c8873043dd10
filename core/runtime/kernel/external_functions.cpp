#include "runtime/kernel/external_functions.hpp"

#include <algorithm>
#include <string_view>

#include "ndweave/detail/external_functions.hpp"
#include "runtime/kernel/program_list.hpp"

using ndweave::detail::external_function;
using listed_functions = ndweave::detail::program_list<external_function>;

std::vector<ndw_external_function> ndweave::detail::external_functions() {
    std::vector<ndw_external_function> functions;
    listed_functions::get().for_each([&](const external_function& f) {
        const std::string_view name = f.name;
        if (std::ranges::none_of(functions, [&](const auto& known) { return name == known.name; }))
            functions.push_back({f.name, f.bitcode, f.bitcode_size, f.hash});
    });
    return functions;
}

std::vector<ndweave::detail::external_device_global> ndweave::detail::external_device_globals() {
    std::vector<external_device_global> globals;
    listed_functions::get().for_each([&](const external_function& f) {
        globals.insert(globals.end(), f.device_globals, f.device_globals + f.device_global_count);
    });
    // Of several functions of one name the last one listed.
    std::ranges::stable_sort(globals, {}, &external_device_global::key);
    const auto rest = std::ranges::unique(globals, {}, &external_device_global::key);
    globals.erase(rest.begin(), rest.end());
    return globals;
}

void __ndweave_list_function(external_function* function) { listed_functions::get().add(*function); }
void __ndweave_unlist_function(external_function* function) { listed_functions::get().remove(*function); }
