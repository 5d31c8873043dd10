/// The records of a run in progress: one JSON line per row, on disk before the next measurement starts.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "record/record.hpp"
#include "system/descriptor.hpp"

namespace ndweave::harness {

class journal {
public:
    /// Opens the file for appending. `resume`: reads what an earlier run left, without a torn last line and
    /// without measurements of which a row is missing or has no figure (it crashed, for instance): the cause may have
    /// been fixed. Otherwise an older file is kept as `<path>.previous`. Throws std::runtime_error naming the file.
    journal(const std::string& path, bool resume);

    /// Rows of one measurement, written at once and synced.
    void append(const std::string& measurement, std::vector<record> rows);

    bool has(const std::string& measurement) const { return done_.contains(measurement); }
    const std::vector<record>& rows() const { return rows_; }

private:
    void recover();

    std::string path_;
    descriptor file_;
    std::vector<record> rows_;
    std::set<std::string> done_;
};

/// The rows of a journal's text; the last line may be torn, any other line that is no record throws std::runtime_error.
std::vector<record> read_journal(const std::string& text, const std::string& source);

}  // namespace ndweave::harness
