#include "measure/ranks/rank.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "measure/answers.hpp"
#include "measure/run_app.hpp"
#include "ndweave/mpi/open.h"
#include "ndweave/partition/placement.hpp"

namespace ndweave::harness {

namespace {

using partition::communicator;

/// MPI's ABIs for which there may be a library: that of the launcher that started this process, by what it tells its
/// ranks (Open MPI's mpirun and PMIx; MPICH's Hydra and PMI), else whichever is here.
std::vector<std::string> abis_of_launcher() {
    if (std::getenv("OMPI_COMM_WORLD_RANK") || std::getenv("PMIX_RANK")) return {"openmpi"};
    if (std::getenv("PMI_RANK")) return {"mpich"};
    return {"openmpi", "mpich"};
}

/// Null with the reason: where the library or the MPI that it was built with is missing.
std::unique_ptr<communicator> open_ranks(std::string& why) {
    for (const std::string& abi : abis_of_launcher()) {
        const std::string name = "libndweave-mpi-" + abi + ".so." NDWEAVE_ABI;
        void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_GLOBAL);
        if (!library) {
            why += (why.empty() ? "runs with ranks need " : ", or ") + name +
                   ", of a build that finds that MPI (Debian: lib" + abi + "-dev): " + dlerror();
            continue;
        }
        const auto open = reinterpret_cast<ndweave_mpi_open_function*>(dlsym(library, "ndweave_mpi_open"));
        const std::string another = name + " is of another version";
        const char* problem = another.c_str();
        std::unique_ptr<communicator> world(open ? open(&problem) : nullptr);
        if (!world) why = problem;
        return world;
    }
    return nullptr;
}

/// Of the request and of the files that its parameters name.
std::uint64_t fingerprint_of(const measurement& m) {
    std::string text = dump_line(to_json(m));
    for (const auto& [name, value] : m.params) {
        std::ifstream file(value, std::ios::binary);
        text += '\n' + name + '\n' + std::string(std::istreambuf_iterator<char>(file), {});
    }
    return std::hash<std::string>()(text);
}

/// Why the ranks cannot work together; the same on all of them, empty where they can.
std::string disagreement(communicator& world, const measurement& m) {
    if (world.size() != m.ranks) {
        return "the launcher started " + std::to_string(world.size()) + " rank" + (world.size() == 1 ? "" : "s") +
               " for " + std::to_string(m.ranks) +
               (world.size() == 1 ? ": it is no MPI launcher, or another MPI's than ndweave was built with" : "");
    }
    const std::uint64_t mine = fingerprint_of(m);
    std::vector<std::uint64_t> all(static_cast<std::size_t>(world.size()));
    world.all_gather(&mine, all.data(), sizeof mine);
    for (std::size_t r = 1; r < all.size(); ++r) {
        if (all[r] != all[0])
            return "rank " + std::to_string(r) + " reads another deck than rank 0: give all machines the same file";
    }
    return "";
}

/// Ranks, machines and devices. A CPU is a device of its machine.
json shape_of(communicator& world, const json& device) {
    struct place {
        char host[256], device[64];
    } mine{};
    gethostname(mine.host, sizeof mine.host - 1);
    const std::string identifier = device.is_object() ? device.value("identifier", "") : "";
    identifier.copy(mine.device, sizeof mine.device - 1);
    std::vector<place> all(static_cast<std::size_t>(world.size()));
    world.all_gather(&mine, all.data(), sizeof mine);
    std::set<std::string> devices;
    for (const place& p : all) devices.insert(std::string(p.host) + "/" + p.device);
    return {{"ranks", world.size()}, {"nodes", world.nodes()}, {"devices", devices.size()}};
}

}  // namespace

int rank_main(const char* request) {
    answer_on(STDOUT_FILENO, rank_answer_prefix);
    const auto m = from_json<measurement>(parse_json(request, "request"));
    if (!m.strategy.empty()) setenv("NDWEAVE_CPU", m.strategy.c_str(), 1);
    std::string why;
    const std::unique_ptr<communicator> world = open_ranks(why);
    if (!world) {
        say(error_answer("unavailable", why));
        return 0;
    }
    const auto fail = [&](const json& answer) {
        say(answer);
        world->abort(1);
    };
    why = disagreement(*world, m);
    if (!why.empty()) {
        if (world->rank() == 0) say(error_answer("usage", why));
        return 0;
    }
    if (m.backend == "cpu") partition::take_processors(*world);
    json reply = run_app(m, nullptr, world.get());
    // Other ranks may wait for this one.
    if (reply.contains("error")) fail(reply);
    reply["ranks"] = shape_of(*world, reply.value("device", json()));
    if (world->rank() == 0) say(reply);
    return 0;
}

}  // namespace ndweave::harness
