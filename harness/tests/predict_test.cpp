// Predictions for more ranks, from rows whose times follow a law that the model must find.
#include "predict/format.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app.hpp"
#include "ndweave/exception.hpp"
#include "predict/rows.hpp"

namespace ndweave::harness {
namespace {

record row(const std::string& app, const std::string& kernel, int ranks, double seconds, string_map notes) {
    record r;
    r.app = app;
    r.kernel = kernel;
    r.backend = "cuda";
    r.outcome = status::ok;
    if (ranks > 1) r.ranks = ranks;
    r.fom = figure_of_merit{seconds, "s", direction::lower};
    r.statistics = sample_statistics{1, seconds, 0, seconds, seconds, seconds};
    r.notes = std::move(notes);
    return r;
}

/// 10 steps of 1 ns a cell and 2 µs.
record alone(std::int64_t edge) {
    const auto side = std::to_string(edge);
    return row("flow", "total", 1, 10 * (2e-6 + 1e-9 * static_cast<double>(edge * edge)),
               {{"cells", side + " x " + side}, {"steps", "10"}});
}

/// A step exchanges two fields of doubles, ghosts of two lines, faces and corners, and reduces once.
record on_four(double seconds) {
    const std::int64_t bytes = 10 * (2 * 1024 * 2 + 4) * 2 * 8;
    record r = row("flow", "total", 4, seconds,
                   {{"cells", "2048 x 2048"},
                    {"steps", "10"},
                    {"exchanges", "10"},
                    {"messages_of_a_rank", "30"},
                    {"bytes_sent_by_a_rank", std::to_string(bytes)},
                    {"reductions", "10"}});
    r.devices = 4;
    return r;
}

/// 3 µs and 10 GB/s for ghosts, 1 µs and 20 GB/s for messages, 4 µs for each doubling of the ranks.
std::vector<record> links(int nodes, double times) {
    std::vector<record> rows;
    const auto add = [&](const std::string& kernel, int ranks, double bytes, double seconds) {
        rows.push_back(row("peaks", kernel, ranks, times * seconds, {{"bytes_a_message", std::to_string(bytes)}}));
        if (nodes > 1) rows.back().nodes = nodes;
    };
    for (const double bytes : {8.0, 1e5, 1e8}) {
        add(bytes < 9 ? "halo_latency" : "halo_bandwidth", 2, bytes, 3e-6 + bytes / 10e9);
        add(bytes < 9 ? "message_latency rank 1" : "message_bandwidth rank 1", 2, bytes, 1e-6 + bytes / 20e9);
        add(bytes < 9 ? "halo_latency" : "halo_bandwidth", 4, bytes, 1);  // of two neighbours: not what is asked for
    }
    for (const int ranks : {2, 4}) add("all_reduce_latency", ranks, 8, 4e-6 * std::log2(ranks));
    return rows;
}

/// 0.01 s on four ranks is less than computing takes: none waits.
std::vector<record> all_rows(double measured_on_four = 0.01) {
    std::vector<record> rows = {alone(64), alone(256), alone(2048), on_four(measured_on_four)};
    for (record& r : links(1, 1)) rows.push_back(std::move(r));
    return rows;
}

TEST(Predict, FindsTheLawOfTheRows) {
    const scaling_study s = study(all_rows(), {});
    EXPECT_EQ(s.app, "flow");
    EXPECT_EQ(s.cells, (grid_cells{2048, 2048, 1}));
    EXPECT_EQ(s.rounds, 10);
    for (const int side : {2, 4, 16}) {  // 2: what was counted; from 4 on there are ranks with neighbours on all sides
        const prediction p = predict(s.model, s.cells, side * side);
        const double edge = 2048.0 / side, faces = side == 2 ? 2 : 4, corners = side == 2 ? 1 : 4;
        EXPECT_EQ(p.parts, (grid_cells{side, side, 1}));
        EXPECT_EQ(p.most_cells, static_cast<std::int64_t>(edge * edge));
        EXPECT_NEAR(p.compute, 2e-6 + 1e-9 * edge * edge, 1e-9);
        const double bytes = edge * 2 * 2 * 8;
        const double halo = 3e-6 + bytes / 10e9 + (faces - 1) * (1e-6 + bytes / 20e9) + corners * 1e-6;
        EXPECT_NEAR(p.halo, halo, 0.01 * halo) << side;
        EXPECT_NEAR(p.reduction, 4e-6 * std::log2(side * side), 1e-9);
    }
    EXPECT_EQ(predict(s.model, s.cells, 1).seconds(), s.model.compute.at(2048 * 2048));
}

TEST(Predict, ComparesWithWhatWasMeasured) {
    const scaling_study s = study(all_rows(), {});
    const std::vector<prediction> all = {predict(s.model, s.cells, 1), predict(s.model, s.cells, 4)};
    const json j = prediction_json(s, all, false);
    EXPECT_DOUBLE_EQ(j["predictions"][1]["measured"].get<double>(), 0.001);
    const std::string table = prediction_table(s, all, false);
    EXPECT_NE(table.find("flow, total on cuda, 2048 x 2048 cells"), std::string::npos) << table;
    EXPECT_NE(table.find("0.001 "), std::string::npos) << table;
    EXPECT_FALSE(prediction_json(s, all, true)["predictions"][1].contains("measured"));
    std::vector<record> shared = all_rows();
    for (record& r : shared) r.devices.reset();  // four ranks on one device
    EXPECT_FALSE(study(shared, {}).of_ranks.contains(4));
}

TEST(Predict, MoreRanksWaitLongerForTheSlowest) {
    const scaling_study even = study(all_rows(), {});
    const auto seconds_on = [&](int ranks) { return predict(even.model, even.cells, ranks).seconds(); };
    std::vector<record> rows = all_rows(10 * 1.1 * seconds_on(4));
    const auto waiting_on = [&](int ranks) {
        const scaling_study s = study(rows, {});
        return predict(s.model, s.cells, ranks).waiting / seconds_on(ranks);
    };
    // The largest of 2, 4, 16 and 4096 normal variables: 0.564, 1.029, 1.766 and 3.629 deviations (tables of
    // Harter 1961; the last one by the asymptotic formula, to 1 %).
    EXPECT_NEAR(waiting_on(4), 0.1, 1e-9);
    EXPECT_NEAR(waiting_on(2), 0.1 * 0.564 / 1.029, 1e-4);
    EXPECT_NEAR(waiting_on(16), 0.1 * 1.766 / 1.029, 1e-4);
    EXPECT_NEAR(waiting_on(4096), 0.1 * 3.629 / 1.029, 4e-3);
    EXPECT_EQ(predict(study(rows, {}).model, even.cells, 1).waiting, 0);
    // Rows of more ranks are there to be compared with: the one of four says how long ranks wait.
    record on_sixteen = on_four(1);
    on_sixteen.ranks = on_sixteen.devices = 16;
    rows.push_back(on_sixteen);
    EXPECT_NEAR(waiting_on(4), 0.1, 1e-9);
    // Ranks that shared a device or a processor say nothing.
    for (record& r : rows) {
        if (r.ranks == 4 && r.app == "flow") r.machine = machine_state{{{"usable_cpus", 2}}, {}};
    }
    EXPECT_EQ(waiting_on(16), 0);
}

TEST(Predict, SaysWhereScalingEnds) {
    const scaling_study s = study(all_rows(), {});
    std::vector<prediction> all;
    for (int ranks = 1; ranks <= 4096; ranks *= 2) all.push_back(predict(s.model, s.cells, ranks));
    const scaling_end end = end_of_scaling(all);
    const auto seconds = [&](int ranks) { return predict(s.model, s.cells, ranks).seconds(); };
    EXPECT_GE(seconds(1) / seconds(end.half_efficient), 0.5 * end.half_efficient);
    EXPECT_LT(seconds(1) / seconds(2 * end.half_efficient), end.half_efficient);
    for (const prediction& p : all) EXPECT_GE(p.seconds(), seconds(end.fastest));
    EXPECT_LT(end.fastest, 4096);
}

TEST(Predict, RanksOfAMachineShareItsProcessorsAndLinksBetweenMachinesAreTheirOwn) {
    std::vector<record> rows = all_rows();
    for (record& r : links(2, 10)) rows.push_back(std::move(r));
    const scaling_study s =
        study(rows, {.app = "flow", .kernel = "", .backend = "", .cells = "", .ranks_of_a_machine = 4});
    const prediction on_one = predict(s.model, s.cells, 4), on_four = predict(s.model, s.cells, 16);
    EXPECT_DOUBLE_EQ(on_one.compute, s.model.compute.at(2048 * 2048));
    EXPECT_DOUBLE_EQ(on_four.compute, s.model.compute.at(1024 * 1024));
    EXPECT_NEAR(on_one.reduction, 8e-6, 1e-9);
    EXPECT_NEAR(on_four.reduction, 160e-6, 1e-9);
    EXPECT_EQ(on_one.devices, 1);
    EXPECT_EQ(on_four.devices, 4);
    EXPECT_DOUBLE_EQ(efficiency(on_one, on_four), on_one.seconds() / (4 * on_four.seconds()));
}

TEST(Predict, InThreeDimensionsAndWithoutExchangesOfCorners) {
    std::vector<record> rows;
    for (const int edge : {8, 64}) {
        const auto n = std::to_string(edge);
        rows.push_back(row("blast", "total", 1, 20 * 1e-9 * edge * edge * edge,
                           {{"cells", n + " x " + n + " x " + n}, {"iterations", "20"}}));
    }
    rows.push_back(row("blast", "total", 8, 1,
                       {{"cells", "64 x 64 x 64"},
                        {"iterations", "5 15"},
                        {"exchanges", "40"},
                        {"messages_of_a_rank", "120"},
                        {"bytes_sent_by_a_rank", std::to_string(40 * 3 * 32 * 32 * 8)},
                        {"reductions", "0"}}));
    for (record& r : links(1, 1)) rows.push_back(std::move(r));
    const scaling_study s = study(rows, {});
    EXPECT_EQ(s.model.dimensions, 3);
    const prediction p = predict(s.model, s.cells, 64);  // 16³ cells, six faces
    const double bytes = 16 * 16 * 8, halo = 2 * (3e-6 + bytes / 10e9 + 5 * (1e-6 + bytes / 20e9));
    EXPECT_NEAR(p.halo, halo, 0.001 * halo);
    EXPECT_EQ(p.reduction, 0);
}

void expect_usage(std::vector<record> rows, const row_choice& choice, const std::string& words) {
    try {
        study(rows, choice);
        ADD_FAILURE() << "no error; expected: " << words;
    } catch (const apps::usage_error& e) {
        EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
    }
}

TEST(Predict, SaysWhatToRunWhereRowsAreMissing) {
    const auto without = [](auto&& unwanted) {
        std::vector<record> rows = all_rows();
        std::erase_if(rows, unwanted);
        return rows;
    };
    expect_usage({}, {}, "results of apps with ranks");
    expect_usage(without([](const record& r) { return r.app == "flow" && !r.ranks; }), {}, "--ranks 1");
    expect_usage(without([](const record& r) { return r.app == "flow" && r.ranks; }), {}, "--ranks 4");
    expect_usage(without([](const record& r) { return r.app == "peaks"; }), {}, "--app peaks");
    std::vector<record> two = all_rows();
    two.push_back(alone(512));
    two.back().backend = "cpu";
    expect_usage(two, {}, "cpu, cuda: name one with --backend");
    const row_choice other{.app = "flow", .kernel = "total", .backend = "cuda", .cells = "256 x 256"};
    EXPECT_EQ(study(two, other).cells, (grid_cells{256, 256, 1}));
    expect_usage(two, {.app = "flow", .kernel = "total", .backend = "cuda", .cells = "3 x 3"}, "'3 x 3' cells");
    EXPECT_EQ(study(two, {.app = "flow", .kernel = "total", .backend = "cuda"}).backend, "cuda");
}

TEST(Predict, GridsThatAreTooSmallForSoManyRanksAreAnError) {
    const scaling_study s = study(all_rows(), {});
    EXPECT_THROW(predict(s.model, {4, 4, 1}, 64), exception);
}

}  // namespace
}  // namespace ndweave::harness
