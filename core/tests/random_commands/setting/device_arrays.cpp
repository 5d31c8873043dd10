#include "device_arrays.hpp"

#include <algorithm>

namespace ndweave::testing {
namespace {

std::uint32_t* allocate(const array_setting& a, queue& q) {
    switch (a.kind) {
        case memory_kind::host:
            return malloc_host<std::uint32_t>(a.words, q);
        case memory_kind::shared:
            return malloc_shared<std::uint32_t>(a.words, q);
        default:
            return malloc_device<std::uint32_t>(a.words, q);
    }
}

}  // namespace

device_arrays::device_arrays(const std::vector<array_setting>& arrays, std::vector<queue> owners,
                             const contents& before)
    : arrays_(arrays), owners_(std::move(owners)), ordinary_(arrays.size()) {
    for (std::size_t n = 0; n < arrays_.size(); ++n) {
        if (arrays_[n].kind == memory_kind::ordinary) {
            ordinary_[n] = before[n];
            memory_.arrays.push_back(ordinary_[n].data());
        } else {
            memory_.arrays.push_back(allocate(arrays_[n], owner_of(n)));
            owner_of(n).copy(before[n].data(), memory_.arrays[n], arrays_[n].words).wait();
        }
    }
}

device_arrays::~device_arrays() {
    for (std::size_t n = 0; n < memory_.arrays.size(); ++n) {
        if (arrays_[n].kind != memory_kind::ordinary) free(memory_.arrays[n], owner_of(n));
    }
}

contents device_arrays::read() {
    contents made = ordinary_;
    for (std::size_t n = 0; n < arrays_.size(); ++n) {
        if (arrays_[n].kind == memory_kind::ordinary) continue;
        made[n].resize(arrays_[n].words);
        owner_of(n).copy(memory_.arrays[n], made[n].data(), made[n].size()).wait();
    }
    return made;
}

}  // namespace ndweave::testing
