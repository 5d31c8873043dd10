#include "cli/run_output.hpp"

#include <cstdio>
#include <filesystem>

#include "app.hpp"
#include "cli/output_place.hpp"
#include "machine/host.hpp"
#include "record/document.hpp"
#include "report/csv.hpp"
#include "system/files.hpp"

namespace ndweave::harness {

namespace {

void make_folder(const std::string& path) {
    std::error_code why;
    std::filesystem::create_directories(path, why);
    if (!why && std::filesystem::is_directory(path, why)) return;
    throw apps::usage_error("cannot make the folder " + path + " (--out): " + (why ? why.message() : "it is a file"));
}

}  // namespace

std::string journal_path(const run_options& options) {
    if (!options.out.empty()) return options.out + "/records.jsonl";
    return options.json_file.empty() ? "" : options.json_file + "l";
}

void prepare_output(const run_options& options) {
    if (!options.out.empty()) {
        make_folder(options.out);
        check_place(options.out + "/run.json", "--out");
    }
    check_place(options.json_file, "--json");
    check_place(options.csv_file, "--csv");
}

bool write_output(const run_options& options, json context, const std::vector<record>& rows) {
    context["after"] = moment_facts();
    const std::string text = document(context, rows);
    bool whole = true;
    const auto save = [&](const std::string& path, const std::string& content) {
        try {
            if (!path.empty()) write_file(path, content);
        } catch (const std::runtime_error& e) {
            std::fprintf(stderr, "harness: %s\n", e.what());
            whole = false;
        }
    };
    save(options.out.empty() ? "" : options.out + "/run.json", text);
    save(options.json_file, text);
    save(options.csv_file, to_csv(rows));
    return whole;
}

}  // namespace ndweave::harness
