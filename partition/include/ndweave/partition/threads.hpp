/// Ranks that are threads of one process: several devices, or tests of what runs over MPI elsewhere.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <ndweave/exception.hpp>
#include <thread>
#include <tuple>
#include <vector>

#include "ndweave/partition/communicator.hpp"

namespace ndweave::partition {

namespace detail {

/// What the threads of a group share.
class meeting {
public:
    explicit meeting(int size) : size_(size), posts_(static_cast<std::size_t>(size)) {}

    int size() const { return size_; }

    using address = std::tuple<int, int, int>;  // from, to, tag
    void send(const address& a, const void* data, std::size_t bytes) {
        const auto* first = static_cast<const std::byte*>(data);
        const std::lock_guard lock(mutex_);
        letters_[a].emplace_back(first, first + bytes);
        changed_.notify_all();
    }
    void receive(const address& a, void* data, std::size_t bytes) {
        std::unique_lock lock(mutex_);
        std::deque<std::vector<std::byte>>& box = letters_[a];
        changed_.wait(lock, [&] { return !box.empty() || ended_; });
        if (box.empty()) throw exception(errc::runtime, "a rank of the group has ended with an error");
        std::memcpy(data, box.front().data(), std::min(bytes, box.front().size()));
        box.pop_front();
    }

    /// Calls `read` with what every rank brought, when all are there; returns when all have read.
    void gather(int rank, const void* mine, const std::function<void(const std::vector<const void*>&)>& read) {
        posts_[static_cast<std::size_t>(rank)] = mine;
        arrive();
        read(posts_);
        arrive();
    }

    /// The others' waits end with an error.
    void end() {
        const std::lock_guard lock(mutex_);
        ended_ = true;
        changed_.notify_all();
    }

private:
    void arrive() {
        std::unique_lock lock(mutex_);
        const std::uint64_t round = round_;
        if (++arrived_ == size_) {
            arrived_ = 0;
            ++round_;
            changed_.notify_all();
            return;
        }
        changed_.wait(lock, [&] { return round_ != round || ended_; });
        if (round_ == round) throw exception(errc::runtime, "a rank of the group has ended with an error");
    }

    const int size_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<address, std::deque<std::vector<std::byte>>> letters_;
    std::vector<const void*> posts_;
    int arrived_ = 0;
    std::uint64_t round_ = 0;
    bool ended_ = false;
};

class thread_rank : public communicator {
public:
    thread_rank(meeting& all, int rank) : all_(all), rank_(rank) {}

    int rank() const override { return rank_; }
    int size() const override { return all_.size(); }

    std::unique_ptr<transfer> start(std::span<const message> receives, std::span<const message> sends) override {
        for (const message& m : sends) all_.send({rank_, m.peer, m.tag}, m.data, m.bytes);
        return std::make_unique<arrivals>(all_, rank_, receives);
    }
    void all_reduce(std::span<double> values, combine how) override { reduce(values, how); }
    void all_reduce(std::span<std::uint64_t> values, combine how) override { reduce(values, how); }
    void all_gather(const void* mine, void* all, std::size_t bytes) override {
        all_.gather(rank_, mine, [&](const auto& posts) {
            for (std::size_t r = 0; r < posts.size(); ++r)
                std::memcpy(static_cast<std::byte*>(all) + r * bytes, posts[r], bytes);
        });
    }
    void broadcast(void* data, std::size_t bytes, int root) override {
        all_.gather(rank_, data, [&](const auto& posts) {
            if (rank_ != root) std::memcpy(data, posts[static_cast<std::size_t>(root)], bytes);
        });
    }
    void barrier() override {
        all_.gather(rank_, nullptr, [](const auto&) {});
    }

private:
    struct arrivals : transfer {
        arrivals(meeting& everybody, int to, std::span<const message> messages)
            : all(everybody), rank(to), expected(messages.begin(), messages.end()) {}
        void wait() override {
            for (const message& m : expected) all.receive({m.peer, rank, m.tag}, m.data, m.bytes);
        }
        meeting& all;
        int rank;
        std::vector<message> expected;
    };

    template <class T>
    void reduce(std::span<T> values, combine how) {
        const std::vector<T> mine(values.begin(), values.end());
        all_.gather(rank_, mine.data(), [&](const auto& posts) {
            for (std::size_t i = 0; i < values.size(); ++i) {
                T total = static_cast<const T*>(posts[0])[i];
                for (std::size_t r = 1; r < posts.size(); ++r) {
                    const T next = static_cast<const T*>(posts[r])[i];
                    total = how == combine::sum       ? total + next
                            : how == combine::minimum ? std::min(total, next)
                                                      : std::max(total, next);
                }
                values[i] = total;
            }
        });
    }

    meeting& all_;
    int rank_;
};

}  // namespace detail

/// Calls `work` with a communicator on each of `ranks` threads; returns when all have ended. Where some throw, the
/// others' waits end with an error, and the first error is thrown on.
inline void run_threads(int ranks, const std::function<void(communicator&)>& work) {
    detail::meeting all(ranks);
    std::mutex mutex;
    std::exception_ptr first;
    std::vector<std::thread> threads;
    for (int r = 0; r < ranks; ++r) {
        threads.emplace_back([&, r] {
            detail::thread_rank world(all, r);
            try {
                work(world);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!first) first = std::current_exception();
                all.end();
            }
        });
    }
    for (std::thread& t : threads) t.join();
    if (first) std::rethrow_exception(first);
}

}  // namespace ndweave::partition
