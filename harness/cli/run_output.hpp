/// The files of `harness run`.
#pragma once

#include <string>
#include <vector>

#include "measure/plan.hpp"
#include "record/record.hpp"

namespace ndweave::harness {

/// Where records go as they finish; empty: nowhere.
std::string journal_path(const run_options&);

/// Makes the folder of --out, and refuses, before anything is measured, files that could not be written afterwards.
/// Throws apps::usage_error.
void prepare_output(const run_options&);

/// Writes run.json, --json and --csv, each on its own: a disk that is full for one may have room for another. Reports
/// failures on standard error; false: not all were written.
bool write_output(const run_options&, json context, const std::vector<record>& rows);

}  // namespace ndweave::harness
