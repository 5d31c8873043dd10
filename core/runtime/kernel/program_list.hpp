/// What the program's static objects list before `main`, and take off at the end or by dlclose.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

namespace ndweave::detail {

/// The one list of `Node`s, which have a pointer `next`; the last that was added comes first.
template <class Node>
class program_list {
public:
    /// Never destroyed: static objects of shared objects may go later.
    static program_list& get() {
        static auto& list = *new program_list;
        return list;
    }

    void add(Node& node) {
        const std::lock_guard lock(mutex_);
        node.next = first_;
        first_ = &node;
    }

    void remove(const Node& node) {
        const std::lock_guard lock(mutex_);
        for (Node** at = &first_; *at; at = &(*at)->next) {
            if (*at != &node) continue;
            *at = node.next;
            return;
        }
    }

    template <class F>
    void for_each(const F& f) {
        const std::lock_guard lock(mutex_);
        for (const Node* one = first_; one; one = one->next) f(*one);
    }

    /// Calls `f` with all of them at once, those first that were added first.
    template <class F>
    void with_all(const F& f) {
        const std::lock_guard lock(mutex_);
        std::vector<const Node*> all;
        for (const Node* one = first_; one; one = one->next) all.push_back(one);
        std::ranges::reverse(all);
        f(all);
    }

private:
    std::mutex mutex_;
    Node* first_ = nullptr;
};

}  // namespace ndweave::detail
