#include "runtime/trace/timeline.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <system_error>
#include <unordered_set>
#include <vector>

#include "ndweave/exception.hpp"
#include "runtime/environment/environment.hpp"

namespace ndweave::detail {

struct timeline_row {
    std::string name;  // empty: a thread's
    std::mutex mutex;
    std::vector<interval> intervals;
};

namespace {

constexpr std::size_t most_intervals = 4'000'000;  // 160 MB

/// Never destroyed: threads and static objects outlast the end of main.
class timeline {
public:
    explicit timeline(std::FILE* file) : file_(file), process_(getpid()) {}

    timeline_row& add_row(const std::string& name) {
        const std::lock_guard lock(mutex_);
        timeline_row& made = *rows_.emplace_back(std::make_unique<timeline_row>());
        made.name = name;
        return made;
    }

    void add(timeline_row& to, const interval& one) {
        if (count_.fetch_add(1, std::memory_order_relaxed) >= most_intervals) return;
        const std::lock_guard lock(to.mutex);
        to.intervals.push_back(one);
    }

    const std::string* lasting(const std::string& name) {
        const std::lock_guard lock(mutex_);
        return &*texts_.insert(name).first;
    }

    /// Once, by the process that began it, not by one that was forked from it.
    void write() {
        if (getpid() != process_) return;
        const std::lock_guard lock(mutex_);
        std::fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", file_);
        std::fprintf(file_, "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"%s\"}},\n",
                     static_cast<int>(process_), escaped(process_name()).c_str());
        for (std::size_t number = 0; number < rows_.size(); ++number) write_row(number);
        const std::size_t all = count_.load(), left_out = all > most_intervals ? all - most_intervals : 0;
        std::fprintf(file_,
                     "{\"ph\":\"M\",\"name\":\"process_labels\",\"pid\":%d,\"args\":{\"labels\":\"%zu left out\"}}]}\n",
                     static_cast<int>(process_), left_out);
        if (std::ferror(file_) || std::fclose(file_) != 0)
            std::fprintf(stderr, "ndweave: the timeline of NDWEAVE_TRACE was not written whole: %s\n",
                         std::generic_category().message(errno).c_str());
    }

private:
    static std::string process_name() {
        char name[16] = {};
        prctl(PR_GET_NAME, name);
        return name;
    }

    static std::string escaped(const std::string& text) {
        std::string result;
        for (const char c : text) {
            if (c == '"' || c == '\\') result += '\\';
            if (static_cast<unsigned char>(c) >= 0x20) result += c;
        }
        return result;
    }

    void write_row(std::size_t number) {
        timeline_row& r = *rows_[number];
        const std::lock_guard lock(r.mutex);
        const int process = static_cast<int>(process_);
        std::fprintf(file_,
                     "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%zu,\"args\":{\"name\":\"%s\"}},\n",
                     process, number, (r.name.empty() ? "thread " + std::to_string(number) : escaped(r.name)).c_str());
        for (const interval& one : r.intervals) {
            const char* const what = text_of(one.what);
            std::fprintf(file_,
                         "{\"ph\":\"X\",\"cat\":\"%s\",\"name\":\"%s\",\"pid\":%d,\"tid\":%zu,\"ts\":%.3f,\"dur\":%.3f",
                         what, one.name ? escaped(*one.name).c_str() : what, process, number,
                         static_cast<double>(one.begin) * 1e-3, static_cast<double>(one.end - one.begin) * 1e-3);
            if (one.bytes > 0)
                std::fprintf(file_, ",\"args\":{\"bytes\":%llu}", static_cast<unsigned long long>(one.bytes));
            std::fputs("},\n", file_);
        }
    }

    std::FILE* const file_;
    const pid_t process_;
    std::mutex mutex_;  // of the members below
    std::vector<std::unique_ptr<timeline_row>> rows_;
    std::unordered_set<std::string> texts_;
    std::atomic<std::size_t> count_ = 0;
};

/// NDWEAVE_TRACE, with the number of the process in place of %p.
std::string wanted_file() {
    std::string path = environment_value("NDWEAVE_TRACE");
    if (const std::size_t at = path.find("%p"); at != std::string::npos) path.replace(at, 2, std::to_string(getpid()));
    return path;
}

timeline* open_timeline() {
    const std::string path = wanted_file();
    if (path.empty()) return nullptr;
    std::FILE* const file = std::fopen(path.c_str(), "we");
    if (!file) {
        throw exception(errc::invalid, "NDWEAVE_TRACE is '" + path +
                                           "', which cannot be written: " + std::generic_category().message(errno));
    }
    auto* const made = new timeline(file);
    static timeline* const written = made;
    std::atexit([] { written->write(); });
    return made;
}

timeline* the_timeline() {
    static timeline* const one = open_timeline();
    return one;
}

timeline_row& row_of_thread() {
    thread_local timeline_row& own = the_timeline()->add_row("");
    return own;
}

}  // namespace

bool has_timeline() { return the_timeline() != nullptr; }

std::int64_t monotonic_now() {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count();
}

timeline_row& add_timeline_row(const std::string& name) { return the_timeline()->add_row(name); }

void add_interval(const interval& one) { add_interval(one, row_of_thread()); }
void add_interval(const interval& one, timeline_row& row) { the_timeline()->add(row, one); }

const std::string* lasting_name(const std::string& name) { return the_timeline()->lasting(name); }

}  // namespace ndweave::detail
