/// One measurement: what a child process is asked to do.
#pragma once

#include <map>
#include <string>

#include "record/safe_json.hpp"

namespace ndweave::harness {

struct measurement {
    std::string app;
    std::string backend;   // "cpu", "cuda", "native", or the name of an external program
    std::string strategy;  // of the CPU engine: "auto", "loop", "cbs", "fiber"; empty for other backends
    std::string size;
    std::map<std::string, std::string> params;
    std::string command;  // external programs only
    int device = 0;
    int repeat = 0;
    double min_time = 0.5;  // seconds
    double timeout = 600;   // seconds

    /// Identity within a run; the same for the same request in a later run, so that --resume and compare can pair.
    std::string key() const;
    /// "cpu:cbs", "cuda", "native": a column of the table.
    std::string column() const;
};

json to_json(const measurement&);
measurement measurement_from(const json&);

}  // namespace ndweave::harness
