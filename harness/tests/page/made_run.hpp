/// Runs with known content.
#pragma once

#include "measure/make_record.hpp"
#include "report/machine_kind.hpp"

namespace ndweave::harness {

inline record made_record(std::vector<double> samples, const std::string& device = "AMD EPYC") {
    apps::result r;
    r.kernel = "total";
    r.samples = std::move(samples);
    r.fom = {"s", false, 0};
    r.check = {true, true, "error", 0, 0, 1};
    measurement m;
    m.app = "lulesh";
    m.backend = "cpu";
    m.size = "small";
    record row = measured_record(m, r);
    row.origin = {device, "hw", "env", {}};
    return row;
}

inline named_results made_run(const std::vector<record>& rows, const std::string& cpu = "AMD EPYC") {
    const json context = {{"hw_id", "hw"},
                          {"date", "2026-11-30T12:00:00"},
                          {"code", {{"commit", "0123456789"}, {"dirty", true}}},
                          {"hardware", {{"cpu", cpu}, {"cpus", 2}}}};
    return {"run.json", {context, rows}};
}

}  // namespace ndweave::harness
