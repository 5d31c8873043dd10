#include "cli/result_rows.hpp"

#include "app.hpp"
#include "record/document.hpp"

namespace ndweave::harness {

std::vector<record> rows_of(const std::string& path) {
    try {
        return read_results(path).rows;
    } catch (const std::runtime_error& e) {
        throw apps::usage_error(e.what());
    }
}

}  // namespace ndweave::harness
