#include "runtime/kernel/external_functions.hpp"

#include <algorithm>
#include <mutex>
#include <string_view>

#include "ndweave/detail/external_functions.hpp"

namespace ndweave::detail {
namespace {

struct list {
    std::mutex mutex;
    external_function* first = nullptr;
};

/// Never destroyed: shared objects may go later.
list& the_list() {
    static auto& functions = *new list;
    return functions;
}

}  // namespace

std::vector<ndw_external_function> external_functions() {
    list& all = the_list();
    const std::lock_guard lock(all.mutex);
    std::vector<ndw_external_function> functions;
    for (const external_function* f = all.first; f; f = f->next) {
        const std::string_view name = f->name;
        if (std::ranges::none_of(functions, [&](const auto& known) { return name == known.name; }))
            functions.push_back({f->name, f->bitcode, f->bitcode_size, f->hash});
    }
    return functions;
}

}  // namespace ndweave::detail

using ndweave::detail::external_function;

void __ndweave_list_function(external_function* function) {
    auto& all = ndweave::detail::the_list();
    const std::lock_guard lock(all.mutex);
    function->next = all.first;
    all.first = function;
}

void __ndweave_unlist_function(external_function* function) {
    auto& all = ndweave::detail::the_list();
    const std::lock_guard lock(all.mutex);
    for (external_function** at = &all.first; *at; at = &(*at)->next) {
        if (*at != function) continue;
        *at = function->next;
        return;
    }
}
