/// One measurement: what a child process is asked to do.
#pragma once

#include <map>
#include <string>

#include "record/members.hpp"

namespace ndweave::harness {

struct measurement {
    std::string app;
    std::string backend;   // "cpu", "cuda", "native", or the name of an external program
    std::string strategy;  // of the CPU engine: "auto", "loop", "cbs", "fiber"; empty for other backends
    std::string size;
    std::map<std::string, std::string> params;
    std::string command;  // external programs only
    int device = 0;
    int ranks = 1;               // processes that divide the work among them; 1: no launcher
    std::string launcher;        // command line that starts ranks, see launch_command
    bool share_devices = false;  // whether ranks of a machine may share a device
    int repeat = 0;
    double min_time = 0.5;  // seconds
    double timeout = 600;   // seconds

    /// Identity within a run; the same for the same request in a later run, so that --resume and compare can pair.
    std::string key() const;
    /// "cpu:cbs", "cuda", "native", "cpu*4" with four ranks: a column of the table.
    std::string column() const;
};

void members(either_const<measurement> auto& m, auto& each) {
    each("app", m.app);
    each("backend", m.backend);
    each("strategy", m.strategy);
    each("size", m.size);
    each("params", m.params);
    each("command", m.command);
    each("device", m.device);
    each("ranks", m.ranks);
    each("launcher", m.launcher);
    each("share_devices", m.share_devices);
    each("repeat", m.repeat);
    each("min_time", m.min_time);
    each("timeout", m.timeout);
}

}  // namespace ndweave::harness
