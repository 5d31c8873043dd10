#include "tests/run_app.hpp"

#include <algorithm>
#include <fstream>
#include <ndweave/queue.hpp>

#include "tests/scratch.hpp"

namespace ndweave::apps::testing {

std::vector<result> run_app(const std::string& name, std::map<std::string, std::string> parameters_of_run,
                            const std::string& size) {
    const auto found = std::ranges::find_if(all(), [&](const application* a) { return a->name == name; });
    if (found == all().end()) {
        ADD_FAILURE() << "no app " << name;
        return {};
    }
    queue q;
    context run;
    run.queue = &q;
    run.backend = q.get_device().backend_name();
    run.size = size;
    run.params = parameters(std::move(parameters_of_run));
    run.repeat = 1;
    return (*found)->run(run);
}

void expect_verified(const std::vector<result>& rows) {
    EXPECT_FALSE(rows.empty());
    for (const result& r : rows) {
        EXPECT_TRUE(r.check.checked) << r.kernel;
        EXPECT_TRUE(r.check.passed) << r.kernel << ": " << r.check.metric << " is " << r.check.value << ", expected "
                                    << r.check.expected << " within " << r.check.tolerance;
        EXPECT_FALSE(r.samples.empty()) << r.kernel;
    }
}

std::string usage_error_of(const std::string& name, std::map<std::string, std::string> parameters_of_run) {
    try {
        run_app(name, std::move(parameters_of_run));
    } catch (const usage_error& e) {
        return e.what();
    }
    ADD_FAILURE() << "no usage_error";
    return "";
}

std::string temporary_file(const std::string& name, const std::string& content) {
    const std::string path = scratch_path(name);
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

}  // namespace ndweave::apps::testing
