#include "record/journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>

#include "record/schema.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

std::vector<json> read_journal(const std::string& text, const std::string& source) {
    std::vector<json> rows;
    std::size_t line = 1;
    for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1, ++line) {
        rows.push_back(parse_json(text.substr(start, end - start), source + " line " + std::to_string(line)));
        const json version = rows.back().is_object() ? rows.back().value("schema_version", json()) : json();
        if (version == schema_version) continue;
        throw std::runtime_error(source + " line " + std::to_string(line) + ": " +
                                 (version.is_null() ? "no record of this harness"
                                                    : "its schema version is " + version.dump() +
                                                          ", this harness reads " + std::to_string(schema_version)));
    }
    return rows;
}

journal::journal(const std::string& path, bool resume) : path_(path) {
    if (resume) {
        recover();
    } else if (rename(path.c_str(), (path + ".previous").c_str()) != 0 && errno != ENOENT) {
        throw std::runtime_error("cannot keep the older " + path + ": " + std::strerror(errno));
    }
    file_ = descriptor(open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
    if (!file_) throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

namespace {

/// The row was measured and its result was not found wrong.
bool has_figure(const json& row) {
    const std::string status = row.value("status", "");
    return status == "ok" || status == "unverified";
}

}  // namespace

void journal::recover() {
    if (access(path_.c_str(), F_OK) != 0) return;
    std::map<std::string, std::size_t> measured, wanted;
    std::vector<json> rows = read_journal(read_file(path_, most_json_bytes), path_);
    for (const json& row : rows) {
        const std::string key = row.value("measurement", "");
        if (has_figure(row)) ++measured[key];
        wanted[key] = row.value("rows", std::size_t{0});
    }
    std::string kept;
    for (json& row : rows) {
        const std::string key = row.value("measurement", "");
        if (measured[key] != wanted[key]) continue;
        kept += dump_line(row) + "\n";
        done_.insert(key);
        rows_.push_back(std::move(row));
    }
    write_file(path_, kept);
}

void journal::append(const std::string& measurement, std::vector<json> rows) {
    std::string text;
    for (json& row : rows) {
        row["schema_version"] = schema_version;
        row["measurement"] = measurement;
        row["rows"] = rows.size();
        text += dump_line(row) + "\n";
        rows_.push_back(row);
    }
    done_.insert(measurement);
    write_and_sync(file_.get(), text, path_);
}

}  // namespace ndweave::harness
