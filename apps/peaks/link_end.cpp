#include "link_end.hpp"

#include <cstring>
#include <ndweave/usm.hpp>

namespace ndweave::apps::peaks {
namespace {

std::unique_ptr<std::byte[], std::function<void(std::byte*)>> memory_of(const link_end& end, std::size_t bytes) {
    if (end.of == link_end::kind::pageable) return {new std::byte[bytes], [](std::byte* data) { delete[] data; }};
    std::byte* const data = end.of == link_end::kind::pinned ? malloc_host<std::byte>(bytes, *end.owner)
                                                             : malloc_device<std::byte>(bytes, *end.owner);
    return {data, [q = *end.owner](std::byte* memory) {
                try {
                    free(memory, q);
                } catch (const exception&) {  // of the work before, which was reported by whoever waited for it
                }
            }};
}

}  // namespace

std::string link_end::name() const {
    switch (of) {
        case kind::pinned:
            return "host";
        case kind::pageable:
            return "pageable host";
        case kind::device:
            break;
    }
    return owner->get_device().identifier();
}

end_memory::end_memory(const link_end& end, std::size_t bytes)
    : end_(end), bytes_(bytes), data_(memory_of(end, bytes)) {}

void end_memory::write(const std::vector<std::byte>& contents) {
    if (end_.of == link_end::kind::device) {
        end_.owner->memcpy(data_.get(), contents.data(), bytes_).wait();
    } else {
        std::memcpy(data_.get(), contents.data(), bytes_);
    }
}

std::vector<std::byte> end_memory::read() const {
    std::vector<std::byte> contents(bytes_);
    if (end_.of == link_end::kind::device) {
        end_.owner->memcpy(contents.data(), data_.get(), bytes_).wait();
    } else {
        std::memcpy(contents.data(), data_.get(), bytes_);
    }
    return contents;
}

}  // namespace ndweave::apps::peaks
