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

namespace {

std::string version_problem(const json& line) {
    const json version = line.is_object() ? line.value("schema_version", json()) : json();
    if (version == schema_version) return "";
    if (version.is_null()) return "no record of this harness";
    return "its schema version is " + version.dump() + ", this harness reads " + std::to_string(schema_version);
}

record record_of_line(const std::string& text, const std::string& source) {
    const json line = parse_json(text, source);
    std::string problem = version_problem(line);
    if (problem.empty()) problem = row_violation(line);
    if (!problem.empty()) throw std::runtime_error(source + ": " + problem);
    try {
        return from_json<record>(line);
    } catch (const std::runtime_error& e) {
        throw std::runtime_error(source + ": " + e.what());
    }
}

}  // namespace

std::vector<record> read_journal(const std::string& text, const std::string& source) {
    std::vector<record> rows;
    std::size_t line = 1;
    for (std::size_t start = 0, end; (end = text.find('\n', start)) != std::string::npos; start = end + 1, ++line) {
        rows.push_back(record_of_line(text.substr(start, end - start), source + " line " + std::to_string(line)));
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

void journal::recover() {
    if (access(path_.c_str(), F_OK) != 0) return;
    std::map<std::string, std::size_t> measured, wanted;
    std::vector<record> rows = read_journal(read_file(path_, max_json_bytes), path_);
    for (const record& row : rows) {
        const std::string key = row.measurement.value_or("");
        if (has_figure(row)) ++measured[key];
        wanted[key] = row.rows.value_or(0);
    }
    std::string kept;
    for (record& row : rows) {
        const std::string key = row.measurement.value_or("");
        if (measured[key] != wanted[key]) continue;
        kept += dump_line(to_json(row)) + "\n";
        done_.insert(key);
        rows_.push_back(std::move(row));
    }
    write_file(path_, kept);
}

void journal::append(const std::string& measurement, std::vector<record> rows) {
    std::string text;
    for (record& row : rows) {
        row.schema_version = schema_version;
        row.measurement = measurement;
        row.rows = rows.size();
        text += dump_line(to_json(row)) + "\n";
        rows_.push_back(row);
    }
    done_.insert(measurement);
    write_and_sync(file_.get(), text, path_);
}

}  // namespace ndweave::harness
