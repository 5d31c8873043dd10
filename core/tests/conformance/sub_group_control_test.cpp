// Operations of sub-groups where sub-groups of one work-group take different ways, whose lanes go together.
#include <algorithm>
#include <array>
#include <numeric>

#include "sub_groups.hpp"

namespace ndweave::conformance {
namespace {

class SubGroupControl : public SubGroups {};

TEST_F(SubGroupControl, TheFirstSubGroupAddsWhatTheOthersHaveAdded) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1000);
        buffer<word> in(q, host), out(q, d.groups);
        const word* const p = in.get();
        word* const o = out.get();
        const word sub_groups = static_cast<word>((d.local + d.lanes - 1) / d.lanes);
        q.submit([&](handler& h) {
            local_accessor<word, 1> parts(range<1>(sub_groups), h);
            h.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
                const sub_group sub = it.get_sub_group();
                const word sum = reduce_over_group(sub, p[it.get_global_id(0)], plus<>());
                if (sub.leader()) parts[sub.get_group_linear_id()] = sum;
                group_barrier(it.get_group());
                if (sub.get_group_linear_id() == 0) {
                    word all = 0;
                    for (word k = sub.get_local_linear_id(); k < sub_groups; k += sub.get_local_linear_range())
                        all += parts[k];
                    all = reduce_over_group(sub, all, plus<>());
                    if (sub.leader()) o[it.get_group(0)] = all;
                }
            });
        });
        std::vector<word> model(d.groups);
        for (std::size_t i = 0; i < host.size(); ++i) model[i / d.local] += host[i];
        expect_equal(out.read(), model);
    });
}

TEST_F(SubGroupControl, LoopsOfTripCountsBySubGroup) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1 << 20), trips = random_words(d.items(), 6);
        buffer<word> in(q, host), counts(q, trips), out(q, d.items());
        const word *const p = in.get(), *const t = counts.get();
        word* const o = out.get();
        q.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::size_t i = it.get_global_id(0);
            word x = p[i];
            const word n = t[it.get_group(0) * it.get_local_range(0) + sub.get_group_linear_id()];
            for (word k = 0; k < n; ++k) x = 3 * x + permute_group_by_xor(sub, x, 1) + k;
            x += shift_group_right(sub, x, 1);
            o[i] = x;
        });
        std::vector<word> model = host;
        d.for_each_sub_group([&](std::size_t first, std::size_t last, word number) {
            const word n = trips[first / d.local * d.local + number];
            for (word k = 0; k < n; ++k) {
                const std::vector<word> before = model;
                for (std::size_t i = first; i < last; ++i) {
                    const std::size_t other = first + ((i - first) ^ 1);
                    model[i] = 3 * before[i] + before[other < last ? other : i] + k;
                }
            }
            const std::vector<word> before = model;
            for (std::size_t i = first; i < last; ++i) model[i] += before[i > first ? i - 1 : i];
        });
        expect_equal(out.read(), model);
    });
}

TEST_F(SubGroupControl, SubGroupsThatReturnEarly) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1 << 20), stops = random_words(d.items(), 2);
        buffer<word> in(q, host), stop(q, stops), out(q, std::vector<word>(d.items(), 7));
        const word *const p = in.get(), *const t = stop.get();
        word* const o = out.get();
        q.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::size_t i = it.get_global_id(0);
            if (t[it.get_group(0) * it.get_local_range(0) + sub.get_group_linear_id()] != 0) return;
            const word least = reduce_over_group(sub, p[i], minimum<>());
            if (least % 2 == 0) return;
            o[i] = inclusive_scan_over_group(sub, p[i] - least, plus<>());
        });
        std::vector<word> model(d.items(), 7);
        d.for_each_sub_group([&](std::size_t first, std::size_t last, word number) {
            const word least = *std::min_element(host.begin() + first, host.begin() + last);
            if (stops[first / d.local * d.local + number] != 0 || least % 2 == 0) return;
            word sum = 0;
            for (std::size_t i = first; i < last; ++i) model[i] = sum += host[i] - least;
        });
        expect_equal(out.read(), model);
    });
}

/// What each lane does alone between operations differs; some do nothing at all.
TEST_F(SubGroupControl, LanesOnTheirOwnBetweenOperations) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1 << 16);
        buffer<word> in(q, host), out(q, d.items());
        const word* const p = in.get();
        word* const o = out.get();
        q.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::size_t i = it.get_global_id(0);
            word kept[4] = {0, 0, 0, 0}, x = p[i];
            for (word k = 0; k < x % 7; ++k) kept[(k + x) % 4] += k * x;
            const word odd = reduce_over_group(sub, x % 2, plus<>());
            if (odd * 2 > sub.get_local_linear_range()) {
                if (x % 2) {
                    for (word k = 0; k < x % 5; ++k) kept[k % 4] ^= x + k;
                }
                x = select_from_group(sub, kept[x % 4], kept[1] % sub.get_local_linear_range());
            }
            o[i] = x + exclusive_scan_over_group(sub, kept[(x + 1) % 4], plus<>());
        });
        std::vector<word> model(d.items());
        d.for_each_sub_group([&](std::size_t first, std::size_t last, word) {
            const std::size_t n = last - first;
            std::vector<std::array<word, 4>> kept(n);
            std::vector<word> x(host.begin() + first, host.begin() + last), shown(n);
            word odd = 0, sum = 0;
            for (std::size_t l = 0; l < n; ++l) {
                kept[l] = {0, 0, 0, 0};
                for (word k = 0; k < x[l] % 7; ++k) kept[l][(k + x[l]) % 4] += k * x[l];
                odd += x[l] % 2;
            }
            if (odd * 2 > n) {
                for (std::size_t l = 0; l < n; ++l) {
                    if (x[l] % 2) {
                        for (word k = 0; k < x[l] % 5; ++k) kept[l][k % 4] ^= x[l] + k;
                    }
                    shown[l] = kept[l][x[l] % 4];
                }
                for (std::size_t l = 0; l < n; ++l) x[l] = shown[kept[l][1] % n];
            }
            for (std::size_t l = 0; l < n; ++l) {
                model[first + l] = x[l] + sum;
                sum += kept[l][(x[l] + 1) % 4];
            }
        });
        expect_equal(out.read(), model);
    });
}

TEST_F(SubGroupControl, BetweenBarriersOfTheGroup) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1 << 20);
        buffer<word> in(q, host), out(q, d.items());
        const word* const p = in.get();
        word* const o = out.get();
        const word rounds = 2 + static_cast<word>(random() % 3);
        q.submit([&](handler& h) {
            local_accessor<word, 1> shown(range<1>(d.local), h);
            h.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
                const sub_group sub = it.get_sub_group();
                const std::size_t i = it.get_global_id(0), own = it.get_local_id(0);
                word x = p[i], all = x;
                for (word k = 0; k < rounds; ++k) {
                    if ((sub.get_group_linear_id() + k) % 2 == 0) x += group_broadcast(sub, x, 0);
                    shown[own] = x;
                    group_barrier(it.get_group());
                    x ^= shown[(own + 17) % it.get_local_range(0)];
                    if ((x & 1) == 0) all += k;
                    for (word n = 0; n < sub.get_group_linear_id() % 3; ++n)
                        x += reduce_over_group(sub, x, bit_xor<>()) + n;
                    group_barrier(it.get_group());
                }
                o[i] = x + all;
            });
        });
        std::vector<word> x = host, all = host, shown(d.items());
        for (word k = 0; k < rounds; ++k) {
            d.for_each_sub_group([&](std::size_t first, std::size_t last, word number) {
                const word of_first = x[first];
                for (std::size_t i = first; i < last; ++i) shown[i] = x[i] += (number + k) % 2 == 0 ? of_first : 0;
            });
            d.for_each_sub_group([&](std::size_t first, std::size_t last, word number) {
                const std::size_t group = first / d.local * d.local;
                for (std::size_t i = first; i < last; ++i) {
                    x[i] ^= shown[group + (i - group + 17) % d.local];
                    if ((x[i] & 1) == 0) all[i] += k;
                }
                for (word n = 0; n < number % 3; ++n) {
                    word mixed = 0;
                    for (std::size_t i = first; i < last; ++i) mixed ^= x[i];
                    for (std::size_t i = first; i < last; ++i) x[i] += mixed + n;
                }
            });
        }
        for (std::size_t i = 0; i < x.size(); ++i) x[i] += all[i];
        expect_equal(out.read(), x);
    });
}

/// Conditions that are the sub-group's, which nothing but the data says.
TEST_F(SubGroupControl, UnderConditionsThatOnlyTheDataMakeTheSame) {
    for_each_division([&](const kernel_properties& properties, const division& d) {
        const std::vector<word> host = random_words(d.items(), 1 << 20);
        std::vector<word> ways(d.items());
        d.for_each_sub_group([&](std::size_t first, std::size_t last, word) {
            std::fill(ways.begin() + first, ways.begin() + last, static_cast<word>(random() % 4));
        });
        buffer<word> in(q, host), way(q, ways), out(q, d.items());
        const word *const p = in.get(), *const w = way.get();
        word* const o = out.get();
        q.parallel_for(nd_range<1>(d.items(), d.local), properties, [=](nd_item<1> it) {
            const sub_group sub = it.get_sub_group();
            const std::size_t i = it.get_global_id(0);
            word x = p[i];
            if (w[i] == 3) {
                o[i] = x;
                return;
            }
            if (w[i] == 1) x += reduce_over_group(sub, x, maximum<>());
            for (word k = 0; k < w[i]; ++k) x = x * 5 + group_broadcast(sub, x, sub.get_local_linear_range() - 1);
            if (sub.get_local_linear_id() % 3 == 1) x += 9;
            o[i] = x + permute_group_by_xor(sub, x, 2);
        });
        std::vector<word> model = host;
        d.for_each_sub_group([&](std::size_t first, std::size_t last, word) {
            if (ways[first] == 3) return;
            const word most = *std::max_element(model.begin() + first, model.begin() + last);
            for (std::size_t i = first; i < last; ++i) model[i] += ways[first] == 1 ? most : 0;
            for (word k = 0; k < ways[first]; ++k) {
                const word of_last = model[last - 1];
                for (std::size_t i = first; i < last; ++i) model[i] = model[i] * 5 + of_last;
            }
            for (std::size_t i = first; i < last; ++i) model[i] += (i - first) % 3 == 1 ? 9 : 0;
            const std::vector<word> before = model;
            for (std::size_t i = first; i < last; ++i) {
                const std::size_t other = first + ((i - first) ^ 2);
                model[i] += before[other < last ? other : i];
            }
        });
        expect_equal(out.read(), model);
    });
}

TEST_F(SubGroupControl, InGroupsOfSeveralDimensions) {
    for (const std::size_t lanes : some_sizes()) {
        kernel_properties properties;
        properties.sub_group_size = static_cast<std::uint32_t>(lanes);
        for (const auto& [z, y, x] :
             {std::array<std::size_t, 3>{2, 3, 32}, {1, 8, 8}, {3, 2, 5}, {2, 2, 64}, {4, 16, 2}}) {
            SCOPED_TRACE("sub-groups of " + std::to_string(lanes) + ", rows of " + std::to_string(x));
            const std::size_t local = x * y * z;
            const std::vector<word> host = random_words(2 * local, 1 << 20);
            buffer<word> in(q, host), out(q, 2 * local);
            const word* const p = in.get();
            word* const o = out.get();
            const nd_range<3> launch(range<3>(2 * z, y, x), range<3>(z, y, x));
            try {
                q.parallel_for(launch, properties, [=](nd_item<3> it) {
                    const sub_group sub = it.get_sub_group();
                    const std::size_t i =
                        it.get_group_linear_id() * it.get_local_range().size() + it.get_local_linear_id();
                    word mine = p[i];
                    if (sub.get_group_linear_id() % 2 == 0) mine = inclusive_scan_over_group(sub, mine, plus<>());
                    o[i] = mine +
                           static_cast<word>(it.get_local_id(1) + 10 * it.get_local_id(0) + 100 * it.get_local_id(2));
                });
            } catch (const exception& e) {
                if (e.code() == errc::kernel_not_supported || e.code() == errc::nd_range) continue;
                throw;
            }
            std::vector<word> model = host;
            division{2, local, lanes}.for_each_sub_group([&](std::size_t first, std::size_t last, word number) {
                if (number % 2 == 0)
                    std::partial_sum(model.begin() + first, model.begin() + last, model.begin() + first);
            });
            for (std::size_t i = 0; i < model.size(); ++i) {
                const std::size_t l = i % local;
                model[i] += static_cast<word>(l / x % y + 10 * (l / x / y) + 100 * (l % x));
            }
            expect_equal(out.read(), model);
        }
    }
}

}  // namespace
}  // namespace ndweave::conformance
