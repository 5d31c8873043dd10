/// What the harness asks of an application, and what an application gives back.
///
/// An app is a page of kernels, a driver that measures them with `sample` (meter.hpp) or its own clock, and a
/// verification that gates every figure. Folder apps/<name>/ builds the library `ndweave-app-<name>`, which defines
/// `extern const application <name>_app` in namespace ndweave::apps; the registry finds it by that name.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ndweave {
class queue;
}
namespace ndweave::partition {
class communicator;
}

namespace ndweave::apps {

/// A parameter or an input file that makes no sense: the harness prints it and exits 2.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Something that this machine or build does not have: the row says so, and the harness exits 5.
struct unavailable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Parameters of one run, `-p key=value`. A getter names the default and throws usage_error for a value that is not of
/// its kind or range. The harness refuses keys that are not in `application::parameter_names`.
class parameters {
public:
    parameters() = default;
    explicit parameters(std::map<std::string, std::string> values) : values_(std::move(values)) {}

    bool has(const std::string& key) const { return values_.contains(key); }
    std::string text(const std::string& key, const std::string& fallback) const;
    std::int64_t integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const;
    double real(const std::string& key, double fallback) const;
    std::string choice(const std::string& key, const std::string& fallback,
                       const std::vector<std::string>& allowed) const;
    const std::map<std::string, std::string>& values() const { return values_; }

private:
    std::map<std::string, std::string> values_;
};

/// Comparison of a result with what it should be. An unchecked one is reported as "unverified".
struct verification {
    bool checked = false;
    bool passed = false;
    std::string metric;  // what `value` is, e.g. "largest relative error of a"
    double value = 0;
    double expected = 0;
    double tolerance = 0;  // absolute or relative, as `metric` says
};

/// Which time the figure of merit is made from.
enum class statistic { median, best };

/// Figure of merit made from a time: `work / seconds`, or the seconds themselves.
struct figure {
    std::string unit;  // "GB/s", "GFLOP/s", "kz/s", "Gpx/s", "s"
    bool higher_is_better = true;
    double work = 0;  // unit·s of work in one sample; 0: the figure is the time
    statistic from = statistic::median;
};

/// One measured row.
struct result {
    std::string kernel;           // "triad", "fasten", "total"
    std::vector<double> samples;  // seconds, in order, all that were taken
    int warmups = 0;              // leading samples that the statistics leave out
    figure fom;
    double bytes = 0;                         // moved per sample by the kernel's own count; 0: not declared
    double flops = 0;                         // per sample; 0: not declared
    std::string precision = "fp64";           // of the flops: "fp32" or "fp64"
    std::string timing_scope = "end_to_end";  // or "device": queue work only (events, or wall time around a wait)
    double first_seconds = 0;                 // first, cold run (JIT included); 0: not measured
    std::vector<double> event_samples;        // seconds by the device's own events, of further runs; may be empty
    std::string event_scope = "kernel";  // or "span": from the first command's start to the last one's end, gaps too
    verification check;
    std::map<std::string, std::string> notes;  // further facts for the record: iterations, elements, best ppwi, …
};

/// What the run is on. A peer (`application::peers`) gets no queue.
struct context {
    ndweave::queue* queue = nullptr;
    partition::communicator* ranks = nullptr;  // null: this process alone. All ranks give the same parameters
    std::string backend;                       // "cpu", "cuda", "native", …
    std::string size;                          // "small", "medium", "large", "paper"
    parameters params;
    double min_time = 0.5;  // seconds: iterate at least this long where the app is free to choose
    int repeat = 0;         // samples wanted; 0: `enough` decides
    /// Stopping rule over the samples so far; empty: `repeat`, else min_time and 3 samples (see meter.hpp).
    std::function<bool(const std::vector<double>& samples)> enough;
    /// Told of the samples so far where their number is `planned`, as `enough` is where it decides: between two samples
    /// other processes may run meanwhile. May be empty.
    std::function<void(const std::vector<double>& samples, std::size_t planned)> after_sample;
    std::function<void(const std::string& what, double fraction)> progress;  // may be empty; cheap to call
};

/// The same work done by another programming model, for comparison.
struct peer {
    std::string backend;  // "native" (OpenMP), "native-cuda" (CUDA C++), "kokkos"
    std::vector<result> (*run)(const context&);
    std::string (*missing)() = nullptr;  // why it cannot run here, empty where it can; null: it always can
};

/// One application. `run` throws usage_error for bad parameters and ndweave::exception for device errors.
struct application {
    std::string name;
    std::string summary;                       // one line
    std::vector<std::string> parameter_names;  // accepted by -p; `expect` included where the app has one
    std::vector<result> (*run)(const context&);
    std::vector<peer> peers;
    bool has_ranks = false;  // runs divided among the ranks of a context
};

/// All applications of this binary, in the order of the documentation.
const std::vector<const application*>& all();

}  // namespace ndweave::apps
