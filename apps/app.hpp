/// What the harness asks of an application, and what an application gives back.
///
/// An app is a page of kernels, a driver that measures them through a `meter`, and a verification that gates every figure.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ndweave {
class queue;
}

namespace ndweave::apps {

/// A parameter or an input file that makes no sense: the harness prints it and exits 2.
struct usage_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Parameters of one run, `-p key=value`. A getter names the default; reading marks the key as known.
class parameters {
public:
    parameters() = default;
    explicit parameters(std::map<std::string, std::string> values) : values_(std::move(values)) {}

    bool has(const std::string& key) const;
    std::string text(const std::string& key, const std::string& fallback) const;
    std::int64_t integer(const std::string& key, std::int64_t fallback, std::int64_t least, std::int64_t most) const;
    double real(const std::string& key, double fallback) const;
    std::string choice(const std::string& key, const std::string& fallback, const std::vector<std::string>& allowed) const;
    const std::map<std::string, std::string>& values() const { return values_; }

private:
    std::map<std::string, std::string> values_;
};

struct verification {
    bool checked = false;  // false: nothing to compare with ("unverified")
    bool passed = false;
    std::string metric;  // what `value` is, e.g. "largest relative error of a"
    double value = 0;
    double expected = 0;
    double tolerance = 0;  // absolute or relative, as `metric` says
};

/// Figure of merit made from a time: `value(seconds)`.
struct figure {
    std::string unit;                      // "GB/s", "GFLOP/s", "kz/s", "Gpx/s", "s"
    bool higher_is_better = true;
    double work = 0;                       // unit·s of work in one sample: value = work / seconds; 0: the figure is the time
};

/// One measured row.
struct result {
    std::string kernel;             // "triad", "fasten", "total"
    std::vector<double> samples;    // seconds, in order, first ones included unless `warmups` dropped them
    figure fom;
    double bytes = 0;               // moved per sample by the kernel's own count; 0: not declared
    double flops = 0;               // per sample; 0: not declared
    std::string timing_scope;       // "device" (event or wall around a wait), "end_to_end"
    double first_seconds = 0;       // first, cold sample (JIT included); 0: not measured
    verification check;
    std::map<std::string, std::string> notes;  // further facts for the record (iterations, best ppwi, …)
};

/// What the run is on.
struct context {
    ndweave::queue* queue = nullptr;  // null for `native`, which needs none
    std::string backend;              // "cpu", "cuda", "native", …
    std::string size;                 // "small", "medium", "large", "paper"
    parameters params;
    double min_time = 0.5;  // seconds: iterate at least this long where the app is free to choose
    int repeat = 0;         // samples wanted; 0: the app decides from min_time
    std::function<void(const std::string& what, double fraction)> progress;  // may be empty
};

/// One application. `run` throws usage_error for bad parameters and ndweave::exception for device errors.
struct application {
    const char* name;
    const char* summary;
    std::vector<std::string> parameter_names;
    std::vector<std::string> backends_native;  // peers compiled in, e.g. {"native"}
    std::vector<result> (*run)(const context&);
    std::vector<result> (*run_native)(const context&);  // null: no native peer
};

/// All applications of this binary, in the order of the documentation.
const std::vector<application>& all();

}  // namespace ndweave::apps
