// Opportunistic groups: lanes that come to a place together, also where others of their groups take other ways.
#include <utility>

#include "non_uniform_groups/parts.hpp"

namespace ndweave::conformance {
namespace {

TEST_F(NonUniformGroups, TicketsOfThoseThatAreHere) {
    for_each_division([&](const kernel_properties& properties) {
        const std::vector<word> host = random_words(items(), 1 << 20);
        buffer<word> in(q, host), out(q, items()), counter(q, std::vector<word>{0});
        const word* const p = in.get();
        word *const o = out.get(), *const c = counter.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const word x = p[it.get_global_id(0)];
            if (x % 3 == 0) {
                const exp::opportunistic_group here = exp::this_kernel::get_opportunistic_group();
                word first = 0;
                if (here.leader()) {
                    atomic_ref<word, memory_order::relaxed, memory_scope::device> count(*c);
                    first = count.fetch_add(here.get_local_linear_range());
                }
                o[group_broadcast(here, first) + here.get_local_linear_id()] = x;
            }
        });
        std::vector<word> model, found = out.read();
        if (!computes()) return;
        std::ranges::copy_if(host, std::back_inserter(model), [](word x) { return x % 3 == 0; });
        ASSERT_EQ(counter.read()[0], model.size());
        found.resize(model.size());
        std::ranges::sort(model);
        std::ranges::sort(found);
        EXPECT_EQ(found, model);
    });
}

/// Which lanes are here nobody knows, but they agree about it.
TEST_F(NonUniformGroups, ThoseThatAreHereAgree) {
    for_each_division([&](const kernel_properties& properties) {
        const std::vector<word> host = random_words(items(), 5);
        buffer<word> in(q, host), leader(q, items()), rank(q, items()), count(q, items()), sum(q, items());
        const word* const p = in.get();
        word *const l = leader.get(), *const r = rank.get(), *const n = count.get(), *const s = sum.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const word i = static_cast<word>(it.get_global_id(0));
            for (word k = 0; k < p[i]; ++k) {
                if (p[i] == 2 && k == 1) continue;
                const auto here = exp::this_kernel::get_opportunistic_group();
                l[i] = group_broadcast(here, i);
                r[i] = static_cast<word>(here.get_local_id()[0]);
                n[i] = static_cast<word>(here.get_local_range()[0]);
                s[i] = reduce_over_group(here, i, plus<>());
                if (here.get_group_linear_id() != 0 || here.get_group_range()[0] != 1) n[i] = 0;
            }
        });
        const std::vector<word> leaders = leader.read(), ranks = rank.read(), counts = count.read(), sums = sum.read();
        if (!computes()) return;
        for_each_part([&](std::size_t i, std::size_t) { return leaders[i] * 8 + host[i]; },
                      [&](const std::vector<std::size_t>& part, std::size_t) {
                          for (std::size_t k = 0; k < part.size(); ++k) {
                              const std::size_t i = part[k];
                              if (host[i] == 0) continue;
                              ASSERT_LT(ranks[i], counts[i]);
                              ASSERT_LE(counts[i], lanes);
                              ASSERT_EQ(ranks[i] == 0, leaders[i] == i);
                              if (k > 0) ASSERT_LT(ranks[part[k - 1]], ranks[i]);
                              ASSERT_GE(sums[i], i);
                          }
                      });
    });
}

/// The hardest case: operations of several groups in one loop, which lanes of one group come to on different ways, and
/// leave at different times, and one of all that have left it.
TEST_F(NonUniformGroups, InLoopsOnDifferentWays) {
    for_each_division([&](const kernel_properties& properties) {
        if (lanes < 4) return;
        const std::vector<word> host = random_words(items(), 1 << 20), trips = random_words(items(), 6);
        buffer<word> in(q, host), counts(q, trips), out(q, items());
        const word *const p = in.get(), *const t = counts.get();
        word* const o = out.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const sub_group sub = it.get_sub_group();
            const auto four = exp::get_fixed_size_group<4>(sub);
            const auto parity = exp::get_ballot_group(sub, t[i] % 2 == 0);
            const word most = reduce_over_group(four, t[i], maximum<>());
            word x = p[i], seen = 0;
            for (word k = 0; k < most; ++k) {
                if ((four.get_group_linear_id() + k) % 2 == 0) x = 3 * x + reduce_over_group(four, x, plus<>());
                if (x % 2 != 0) {
                    const auto here = exp::this_kernel::get_opportunistic_group();
                    seen += reduce_over_group(here, here.get_local_linear_id() == 0 ? 1u : 0u, plus<>());
                    for (word n = 0; n < x % 3; ++n) x += n;
                    if (x % 5 == 0) continue;
                    x += k;
                }
                if (k >= t[i]) continue;
                x ^= seen;
            }
            x += exclusive_scan_over_group(parity, x, plus<>());
            o[i] = x + reduce_over_group(four, x, bit_xor<>());
        });
        std::vector<word> model = host, seen(items());
        const auto number = [](std::size_t, std::size_t lane) { return lane / 4; };
        for_each_part(number, [&](const std::vector<std::size_t>& part, std::size_t chunk) {
            word most = 0;
            for (const std::size_t i : part) most = std::max(most, trips[i]);
            for (word k = 0; k < most; ++k) {
                word sum = 0;
                for (const std::size_t i : part) sum += model[i];
                for (const std::size_t i : part) {
                    word& x = model[i];
                    if ((chunk + k) % 2 == 0) x = 3 * x + sum;
                    if (x % 2 != 0) {
                        seen[i] += 1;
                        for (word n = 0; n < x % 3; ++n) x += n;
                        if (x % 5 == 0) continue;
                        x += k;
                    }
                    if (k < trips[i]) x ^= seen[i];
                }
            }
        });
        for_each_part([&](std::size_t i, std::size_t) { return trips[i] % 2; },
                      [&](const std::vector<std::size_t>& part, std::size_t) {
                          word sum = 0;
                          for (const std::size_t i : part) sum += std::exchange(model[i], model[i] + sum);
                      });
        for_each_part(number, [&](const std::vector<std::size_t>& part, std::size_t) {
            word all = 0;
            for (const std::size_t i : part) all ^= model[i];
            for (const std::size_t i : part) model[i] += all;
        });
        expect_equal(out.read(), model);
    });
}

/// Ways within ways: what all of `here` come to, then a branch, on one side a loop of some trips, which some leave out,
/// on the other one an early end.
template <int Depth, class Group>
word walk(const Group& here, word x) {
    x = 3 * x + reduce_over_group(here, x, plus<>());
    if constexpr (Depth > 0) {
        const bool is_in = (x >> 3) % 4 != 0;
        const auto part = exp::binary_partition(here, is_in);
        if (is_in) {
            const word trips = reduce_over_group(part, (x >> 5) % 4, maximum<>());
            for (word k = 0; k < trips; ++k) {
                const bool takes_part = (x >> k) % 4 != 0;
                const auto some = exp::binary_partition(part, takes_part);
                if (!takes_part) continue;
                x = walk<Depth - 1>(some, x + k);
                if (x % 16 == 3) x += exp::this_kernel::get_opportunistic_group().leader() ? 1 : 1;
            }
            x ^= reduce_over_group(part, x, bit_xor<>());
        } else {
            x ^= inclusive_scan_over_group(part, x, plus<>());
            if (x % 8 == 0) return x;
            const word turns = x % 5;
            for (word k = 0; k < turns; ++k) x = 7 * x + k;
        }
    }
    return x + 1;
}

void walk(int depth, const std::vector<std::size_t>& here, std::vector<word>& x) {
    word sum = 0;
    for (const std::size_t i : here) sum += x[i];
    for (const std::size_t i : here) x[i] = 3 * x[i] + sum;
    if (depth > 0) {
        std::vector<std::size_t> in, out;
        for (const std::size_t i : here) ((x[i] >> 3) % 4 != 0 ? in : out).push_back(i);
        word trips = 0, all = 0, scan = 0;
        for (const std::size_t i : in) trips = std::max(trips, (x[i] >> 5) % 4);
        for (word k = 0; k < trips; ++k) {
            std::vector<std::size_t> some;
            std::ranges::copy_if(in, std::back_inserter(some), [&](std::size_t i) { return (x[i] >> k) % 4 != 0; });
            for (const std::size_t i : some) x[i] += k;
            if (!some.empty()) walk(depth - 1, some, x);
            for (const std::size_t i : some) x[i] += x[i] % 16 == 3 ? 1 : 0;
        }
        for (const std::size_t i : in) all ^= x[i];
        for (const std::size_t i : in) x[i] = (x[i] ^ all) + 1;
        for (const std::size_t i : out) {
            scan += x[i];
            x[i] ^= scan;
            if (x[i] % 8 == 0) continue;
            const word turns = x[i] % 5;
            for (word k = 0; k < turns; ++k) x[i] = 7 * x[i] + k;
            ++x[i];
        }
    } else {
        for (const std::size_t i : here) ++x[i];
    }
}

TEST_F(NonUniformGroups, WaysWithinWays) {
    for_each_division([&](const kernel_properties& properties) {
        const std::vector<word> host = random_words(items(), 1 << 20);
        buffer<word> in(q, host), out(q, items());
        const word* const p = in.get();
        word* const o = out.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            o[i] = walk<2>(it.get_sub_group(), p[i]);
        });
        std::vector<word> model = host;
        for_each_sub_group([&](const std::vector<std::size_t>& all) { walk(2, all, model); });
        expect_equal(out.read(), model);
    });
}

}  // namespace
}  // namespace ndweave::conformance
