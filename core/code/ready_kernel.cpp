#include "code/ready_kernel.hpp"

#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "code/library_symbols.hpp"

namespace ndweave::code {

ready_kernel::ready_kernel(entry made, const ndw_compile_request& request) : content_(std::move(made)) {
    if (request.variant.target == NDW_TARGET_HOST) load(request);
    fill_view();
}

void ready_kernel::load(const ndw_compile_request& request) {
    const auto find = [&](std::string_view name) -> void* {
        for (const ndw_function& f : std::span(request.functions, request.function_count)) {
            if (name == f.name) return f.address;
        }
        return find_library_symbol(name);
    };
    const std::optional<code_image> image = decode(content_.made.code);
    if (!image) throw std::runtime_error("its code is damaged");
    code_ = std::make_unique<const loaded_image>(*image, find);
    if (request.variant.flags & NDW_COMPILE_ITEM) {
        view_.item_entry = reinterpret_cast<ndw_item_entry>(code_->entry());
    } else {
        view_.host_entry = reinterpret_cast<ndw_host_entry>(code_->entry());
    }
}

void ready_kernel::fill_view() {
    const artifact& made = content_.made;
    view_.struct_size = sizeof(view_);
    view_.strategy = made.strategy;
    view_.reason = made.reason.c_str();
    view_.depends_on = made.depends_on;
    view_.arena_bytes = made.arena_bytes;
    if (code_) {
        view_.code = reinterpret_cast<const char*>(code_->code().data());
        view_.code_size = code_->code().size();
    } else {
        view_.code = made.code.c_str();
        view_.code_size = made.code.size();
    }
    view_.entry_name = made.entry_name.c_str();
    view_.parameters = made.parameters.data();
    view_.parameter_count = static_cast<std::uint32_t>(made.parameters.size());
    view_.aligned_pointers = made.aligned_pointers.data();
    view_.aligned_pointer_count = static_cast<std::uint32_t>(made.aligned_pointers.size());
    view_.distinct_pointers = made.distinct_pointers.data();
    view_.distinct_pointer_count = static_cast<std::uint32_t>(made.distinct_pointers.size());
    view_.written_pointer_count = made.written_pointer_count;
    view_.written_pointers_apart = made.written_pointers_apart;
    view_.coarsening = made.coarsening;
    view_.items_in_loops = made.items_in_loops;
    view_.direct = made.direct;
    view_.scratch_bytes = made.scratch_bytes;
    view_.local_arrays = made.local_arrays.data();
    view_.local_array_count = static_cast<std::uint32_t>(made.local_arrays.size());
    view_.local_bytes = made.local_bytes;
    view_.deciding_captures = made.deciding_captures.data();
    view_.deciding_capture_count = static_cast<std::uint32_t>(made.deciding_captures.size());
    view_.made_in_ms = static_cast<double>(content_.made_in_us) / 1000;
    view_.uses_barrier = made.uses_barrier;
    view_.sub_group_size = made.sub_group_size;
    view_.report = content_.report.c_str();
}

void ready_kernel::note_origin(bool from_disk, double milliseconds) {
    view_.cache_hit = from_disk ? 1 : 0;
    view_.compile_ms = milliseconds;
}

}  // namespace ndweave::code
