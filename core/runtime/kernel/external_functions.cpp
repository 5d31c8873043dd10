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

void __ndweave_list_function(external_function* function) { listed_functions::get().add(*function); }
void __ndweave_unlist_function(external_function* function) { listed_functions::get().remove(*function); }
