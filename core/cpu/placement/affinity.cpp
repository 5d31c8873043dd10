#include "cpu/placement/affinity.hpp"

#include <sched.h>
#include <unistd.h>

#include <cerrno>

namespace ndweave::detail {
namespace {

cpu_set_t* as_system(unsigned long* words) { return reinterpret_cast<cpu_set_t*>(words); }

}  // namespace

affinity_mask::affinity_mask(const processor_list& list) {
    words_.fill(0);
    for (const unsigned p : list) words_.at(p / bits_per_word) |= 1ul << p % bits_per_word;
}

std::optional<affinity_mask> affinity_mask::of_thread(pid_t thread) {
    affinity_mask mask;
    if (sched_getaffinity(thread, sizeof mask.words_, as_system(mask.words_.data())) != 0) return std::nullopt;
    return mask;
}

int affinity_mask::apply() const noexcept {
    const auto* const words = reinterpret_cast<const cpu_set_t*>(words_.data());
    return sched_setaffinity(0, sizeof words_, words) == 0 ? 0 : errno;
}

bool affinity_mask::is_within(const affinity_mask& other) const {
    for (std::size_t w = 0; w < words_.size(); ++w) {
        if ((words_[w] & ~other.words_[w]) != 0) return false;
    }
    return true;
}

processor_list affinity_mask::processors() const {
    processor_list list;
    for (unsigned p = 0; p < max_processors; ++p) {
        if ((words_[p / bits_per_word] >> p % bits_per_word & 1) != 0) list.push_back(p);
    }
    return list;
}

thread_binding::thread_binding(const affinity_mask& to) : before_(affinity_mask::of_thread(0)) {
    if (!before_) {
        error_ = errno;
        return;
    }
    if (!before_->is_within(to)) {
        error_ = to.apply();
        if (error_ == 0) return;
    }
    before_.reset();
}

thread_binding::~thread_binding() {
    if (before_) before_->apply();
}

processor_list processors_of_process() {
    const auto mask = affinity_mask::of_thread(getpid());
    return mask ? mask->processors() : processor_list();
}

}  // namespace ndweave::detail
