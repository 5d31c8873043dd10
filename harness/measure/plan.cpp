#include "measure/plan.hpp"

#include <algorithm>
#include <tuple>

#include "measure/external.hpp"
#include "text/suggest.hpp"

namespace ndweave::harness {

namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Without duplicates: a measurement is made once, however often it was requested.
std::vector<std::string> once_each(const std::vector<std::string>& words) {
    std::vector<std::string> result;
    for (const std::string& word : words) {
        if (!contains(result, word)) result.push_back(word);
    }
    return result;
}

void check_word(const std::string& what, const std::string& word, const std::vector<std::string>& known) {
    if (!contains(known, word)) throw apps::usage_error(unknown_name(what, word, known));
}

using app_list = std::vector<const apps::application*>;

bool has_peer(const apps::application& app, const std::string& backend) {
    return std::any_of(app.peers.begin(), app.peers.end(), [&](const auto& p) { return p.backend == backend; });
}

app_list chosen_apps(const run_options& options, const app_list& apps) {
    std::vector<std::string> names{"all"};
    for (const apps::application* app : apps) names.push_back(app->name);
    for (const std::string& name : options.apps) check_word("app", name, names);
    if (contains(options.apps, "all")) return apps;
    app_list chosen;
    for (const std::string& name : once_each(options.apps)) {
        chosen.push_back(*std::find_if(apps.begin(), apps.end(), [&](const auto* app) { return app->name == name; }));
    }
    return chosen;
}

std::pair<std::string, std::string> split(const std::string& text, const std::string& what) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
        throw apps::usage_error(what + " '" + text + "' is not of the form " +
                                (what == "external" ? "NAME=COMMAND" : "key=value"));
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

/// Every key must be known to one of the apps; each app gets those that it knows.
std::map<std::string, std::string> parameters_for(const run_options& options, const apps::application& app,
                                                  const app_list& chosen) {
    std::map<std::string, std::string> result;
    for (const std::string& text : options.parameters) {
        const auto [key, value] = split(text, "parameter");
        std::vector<std::string> known;
        for (const apps::application* a : chosen) {
            known.insert(known.end(), a->parameter_names.begin(), a->parameter_names.end());
        }
        check_word("parameter", key, known);
        if (!contains(app.parameter_names, key)) continue;
        if (!result.emplace(key, value).second) throw apps::usage_error("parameter '" + key + "' is given twice");
    }
    return result;
}

/// "native" means the hand-written version for what is asked for beside it: CUDA C++ for "cuda", OpenMP for the others.
std::vector<std::string> hand_written_beside(const std::vector<std::string>& asked, const apps::application& app) {
    const bool cuda = contains(asked, "cuda") && has_peer(app, "native-cuda");
    const bool others = !cuda || std::any_of(asked.begin(), asked.end(), [](const std::string& name) {
        return name != "cuda" && contains(runtime_backends(), name);
    });
    std::vector<std::string> result;
    for (const std::string& name : asked) {
        if (name != "native" || others) result.push_back(name);
        if (name == "native" && cuda) result.push_back("native-cuda");
    }
    return result;
}

/// Backends to run one app on.
std::vector<std::string> backends_for(const run_options& options, const apps::application& app,
                                      const std::vector<std::string>& present) {
    const bool all = contains(options.backends, "all");
    std::vector<std::string> result;
    if (all) {
        result = present;
        for (const apps::peer& p : app.peers) {
            if (!p.missing || p.missing().empty()) result.push_back(p.backend);
        }
    }
    for (const std::string& name : hand_written_beside(options.backends, app)) {
        if (name == "all" || contains(result, name)) continue;
        const bool runtime = contains(runtime_backends(), name);
        if (runtime || has_peer(app, name) || !contains(options.apps, "all")) result.push_back(name);
    }
    return result;
}

void check_words(const run_options& options, const app_list& apps) {
    std::vector<std::string> backends = runtime_backends();
    backends.push_back("all");
    for (const std::string& name : peer_names(apps)) backends.push_back(name);
    for (const std::string& name : options.backends) check_word("backend", name, backends);
    for (const std::string& name : options.strategies) check_word("cpu mode", name, {"auto", "loop", "cbs", "fiber"});
    check_word("size", options.size, {"small", "medium", "large", "paper"});
}

/// Numbers of ranks for an app on a backend, without duplicates.
std::vector<int> ranks_for(const run_options& options, const apps::application& app, const std::string& backend) {
    std::vector<int> result;
    for (const int ranks : options.ranks) {
        // Where several apps or backends were asked for, those that cannot are run as they can.
        const bool can = ranks == 1 || (app.has_ranks && contains(runtime_backends(), backend));
        if (can && std::find(result.begin(), result.end(), ranks) == result.end()) result.push_back(ranks);
    }
    return result;
}

void check_ranks(const run_options& options, const app_list& chosen) {
    if (std::all_of(options.ranks.begin(), options.ranks.end(), [](int ranks) { return ranks == 1; })) return;
    if (options.device != 0)
        throw apps::usage_error("--device and --ranks: each rank takes the device of its own number");
    std::string able;
    for (const apps::application* app : chosen) {
        if (app->has_ranks) return;
        able += (able.empty() ? "" : ", ") + app->name;
    }
    throw apps::usage_error("--ranks: " + able +
                            " runs on one process alone; `harness list` tells which apps have ranks");
}

measurement base(const run_options& options, const apps::application& app, const app_list& chosen) {
    measurement m;
    m.app = app.name;
    m.size = options.size;
    m.params = parameters_for(options, app, chosen);
    m.repeat = options.repeat;
    m.min_time = options.min_time;
    m.timeout = options.timeout;
    return m;
}

}  // namespace

const std::vector<std::string>& runtime_backends() {
    static const std::vector<std::string> names{"cpu", "cuda", "hip", "opencl", "null"};
    return names;
}

std::vector<std::string> peer_names(const app_list& apps) {
    std::vector<std::string> names{"native", "native-cuda", "kokkos"};
    for (const apps::application* app : apps) {
        for (const apps::peer& p : app->peers) {
            if (!contains(names, p.backend)) names.push_back(p.backend);
        }
    }
    return names;
}

std::string remedy_for_peer(const std::string& peer) {
    if (peer == "native-cuda") return "babelstream, minibude and dct8x8 have one";
    if (peer == "kokkos") return "babelstream, minibude and dct8x8 have one, in builds that find Kokkos";
    return "this build has no such version of the app";
}

std::string why_no_peer(const app_list& apps, const std::string& peer) {
    std::string why;
    for (const apps::application* app : apps) {
        for (const apps::peer& p : app->peers) {
            if (p.backend != peer) continue;
            const std::string missing = p.missing ? p.missing() : "";
            if (missing.empty()) return "";
            if (why.empty()) why = missing;
        }
    }
    return why.empty() ? remedy_for_peer(peer) : why;
}

std::vector<measurement> plan(const run_options& options, const app_list& apps,
                              const std::vector<std::string>& present) {
    check_words(options, apps);
    const app_list chosen = chosen_apps(options, apps);
    check_ranks(options, chosen);
    std::vector<measurement> result;
    for (const apps::application* app : chosen) {
        measurement m = base(options, *app, chosen);
        for (const std::string& backend : backends_for(options, *app, present)) {
            m.backend = backend;
            m.device = contains(runtime_backends(), backend) && backend != "cpu" ? options.device : 0;
            for (const std::string& strategy :
                 backend == "cpu" ? once_each(options.strategies) : std::vector<std::string>{""}) {
                m.strategy = strategy;
                for (const int ranks : ranks_for(options, *app, backend)) {
                    m.ranks = ranks;
                    m.launcher = ranks > 1 ? options.launcher : "";
                    m.share_devices = ranks > 1 && options.share_devices;
                    result.push_back(m);
                }
            }
        }
    }
    for (const std::string& text : options.external) {
        if (chosen.size() != 1) throw apps::usage_error("external programs are measured for one app: name it by --app");
        measurement m = base(options, *chosen.front(), chosen);
        std::tie(m.backend, m.command) = split(text, "external");
        const bool taken =
            std::any_of(result.begin(), result.end(), [&](const auto& r) { return r.backend == m.backend; });
        if (taken) throw apps::usage_error("external '" + m.backend + "': another row of this run has that name");
        split_command(m.command);  // reports an error now, not after the other measurements
        result.push_back(m);
    }
    return result;
}

}  // namespace ndweave::harness
