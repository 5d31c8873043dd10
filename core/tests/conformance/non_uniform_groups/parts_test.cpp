// Parts of sub-groups that programs choose (sycl_ext_oneapi_non_uniform_groups): the members go together, the other
// lanes do not.
#include "non_uniform_groups/parts.hpp"

namespace ndweave::conformance {
namespace {

/// x -> scale * x + offset: composing is associative, and in one order only.
struct affine {
    word scale, offset;
};

struct then {
    affine operator()(const affine& first, const affine& second) const {
        return {second.scale * first.scale, second.scale * first.offset + second.offset};
    }
};

/// Every group function and algorithm, of one number a work-item; what it gives goes on into the next.
template <class Group>
word all_algorithms(const Group& g, word x) {
    const word n = g.get_local_linear_range(), own = g.get_local_linear_id();
    x = 3 * x + reduce_over_group(g, x, plus<>());
    x += inclusive_scan_over_group(g, x, bit_xor<>());
    x ^= exclusive_scan_over_group(g, x, plus<>());
    x += 5 * group_broadcast(g, x) + 7 * group_broadcast(g, x, n - 1);
    x += select_from_group(g, x, id<1>((x ^ own) % n));
    const word next = shift_group_left(g, x);
    x ^= own + 1 < n ? next : 1;
    const word earlier = shift_group_right(g, x, 2);
    x += own >= 2 ? earlier : 2;
    const word neighbour = permute_group_by_xor(g, x, 1);
    x ^= (own ^ 1) < n ? neighbour * 3 : 4;
    if (any_of_group(g, x % 64 == 0)) x += 11;
    if (all_of_group(g, x % 8 != 0)) x += 13;
    if (none_of_group(g, x, [](word y) { return y % 32 == 1; })) x += 17;
    const affine all = inclusive_scan_over_group(g, affine{x, own}, then());
    return x + all.scale + 31 * all.offset + (g.leader() ? 1000 : 0);
}

void all_algorithms(const std::vector<std::size_t>& part, std::vector<word>& x) {
    using values = const std::vector<word>&;
    const std::size_t n = part.size();
    const auto each = [&](auto make) {
        std::vector<word> before(n);
        for (std::size_t k = 0; k < n; ++k) before[k] = x[part[k]];
        for (std::size_t k = 0; k < n; ++k) x[part[k]] = make(before, static_cast<word>(k));
    };
    const auto sum = [](values v, std::size_t end) { return std::accumulate(v.begin(), v.begin() + end, word{0}); };
    each([&](values v, word k) { return 3 * v[k] + sum(v, n); });
    each([&](values v, word k) {
        return v[k] + std::accumulate(v.begin(), v.begin() + k + 1, word{0}, std::bit_xor<>());
    });
    each([&](values v, word k) { return v[k] ^ sum(v, k); });
    each([&](values v, word k) { return v[k] + 5 * v.front() + 7 * v.back(); });
    each([&](values v, word k) { return v[k] + v[(v[k] ^ k) % n]; });
    each([&](values v, word k) { return v[k] ^ (k + 1 < n ? v[k + 1] : 1); });
    each([&](values v, word k) { return v[k] + (k >= 2 ? v[k - 2] : 2); });
    each([&](values v, word k) { return v[k] ^ ((k ^ 1) < n ? v[k ^ 1] * 3 : 4); });
    each(
        [&](values v, word k) { return v[k] + (std::ranges::any_of(v, [](word y) { return y % 64 == 0; }) ? 11 : 0); });
    each([&](values v, word k) { return v[k] + (std::ranges::all_of(v, [](word y) { return y % 8 != 0; }) ? 13 : 0); });
    each([&](values v, word k) {
        return v[k] + (std::ranges::none_of(v, [](word y) { return y % 32 == 1; }) ? 17 : 0);
    });
    each([&](values v, word k) {
        affine all{v[0], 0};
        for (word j = 1; j <= k; ++j) all = then()(all, affine{v[j], j});
        return v[k] + all.scale + 31 * all.offset + (k == 0 ? 1000 : 0);
    });
}

/// Chunks of a sub-group, all of whose work-items go one way.
template <std::size_t Size>
class in_chunks {
public:
    explicit in_chunks(std::vector<word> ways) : ways_(std::move(ways)) {}

    static word kernel(const sub_group& sub, word x, word way) {
        const auto g = exp::chunked_partition<Size>(sub);
        if (way == 0) return x;
        if (way == 1) {
            x = all_algorithms(g, x);
        } else {
            for (word k = 0; k < way; ++k) x = 7 * x + reduce_over_group(g, x, bit_xor<>()) + k;
        }
        return x + 100 * g.get_group_linear_id() + 10000 * g.get_group_linear_range();
    }

    void model(const std::vector<std::size_t>& part, std::size_t number, std::size_t chunks,
               std::vector<word>& x) const {
        const word way = ways_[part[0]];
        if (way == 0) return;
        if (way == 1) all_algorithms(part, x);
        for (word k = 0; way > 1 && k < way; ++k) {
            word all = 0;
            for (const std::size_t i : part) all ^= x[i];
            for (const std::size_t i : part) x[i] = 7 * x[i] + all + k;
        }
        for (const std::size_t i : part) x[i] += static_cast<word>(100 * number + 10000 * chunks);
    }

private:
    std::vector<word> ways_;
};

TEST_F(NonUniformGroups, ChunksThatGoTheirWays) {
    const auto run = [&]<std::size_t Size>(const kernel_properties& properties) {
        if (Size > lanes) return;
        SCOPED_TRACE("chunks of " + std::to_string(Size));
        const std::vector<word> host = random_words(items(), 1 << 20);
        std::vector<word> ways(items());
        const auto number = [](std::size_t, std::size_t lane) { return lane / Size; };
        for_each_part(number, [&](const std::vector<std::size_t>& part, std::size_t) {
            for (const word way = static_cast<word>(random() % 5); const std::size_t i : part) ways[i] = way;
        });
        buffer<word> in(q, host), way(q, ways), out(q, items());
        const word *const p = in.get(), *const w = way.get();
        word* const o = out.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            o[i] = in_chunks<Size>::kernel(it.get_sub_group(), p[i], w[i]);
        });
        std::vector<word> model = host;
        for_each_sub_group([&](const std::vector<std::size_t>& all) {
            for (std::size_t first = 0; first < all.size(); first += Size) {
                const std::vector<std::size_t> part(all.begin() + first,
                                                    all.begin() + std::min(first + Size, all.size()));
                in_chunks<Size>(ways).model(part, first / Size, (all.size() + Size - 1) / Size, model);
            }
        });
        expect_equal(out.read(), model);
    };
    for_each_division([&](const kernel_properties& properties) {
        switch (random() % 4) {
            case 0:
                return run.operator()<1>(properties);
            case 1:
                return run.operator()<4>(properties);
            case 2:
                return run.operator()<8>(properties);
            default:
                return run.operator()<32>(properties);
        }
    });
}

TEST_F(NonUniformGroups, BothSidesOfABranch) {
    for_each_division([&](const kernel_properties& properties) {
        const std::vector<word> host = random_words(items(), 1 << 20);
        buffer<word> in(q, host), out(q, items());
        const word* const p = in.get();
        word* const o = out.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            word x = p[i];
            const bool is_odd = x % 2 != 0;
            const exp::ballot_group<sub_group> side = exp::get_ballot_group(it.get_sub_group(), is_odd);
            if (is_odd) {
                x = all_algorithms(side, x) + 1;
            } else {
                const word trips = group_broadcast(side, x) % 4;
                for (word k = 0; k < trips; ++k) x = 5 * x + reduce_over_group(side, x, maximum<>()) + k;
            }
            x += inclusive_scan_over_group(side, x, plus<>());
            o[i] = 4 * x + side.get_group_linear_id() + side.get_group_linear_range();
        });
        std::vector<word> model = host;
        for_each_part([&](std::size_t i, std::size_t) { return host[i] % 2; },
                      [&](const std::vector<std::size_t>& part, std::size_t odd) {
                          if (odd) {
                              all_algorithms(part, model);
                              for (const std::size_t i : part) ++model[i];
                          } else {
                              const word trips = model[part[0]] % 4;
                              for (word k = 0; k < trips; ++k) {
                                  word most = 0;
                                  for (const std::size_t i : part) most = std::max(most, model[i]);
                                  for (const std::size_t i : part) model[i] = 5 * model[i] + most + k;
                              }
                          }
                          word sum = 0;
                          for (const std::size_t i : part) {
                              sum += model[i];
                              model[i] = 4 * (model[i] + sum) + static_cast<word>(odd) + 2;
                          }
                      });
        expect_equal(out.read(), model);
    });
}

TEST_F(NonUniformGroups, BarriersAmongThoseThatHaveNotReturned) {
    for_each_division([&](const kernel_properties& properties) {
        const std::vector<word> host = random_words(items(), 1 << 20);
        buffer<word> in(q, host), out(q, std::vector<word>(items(), 7));
        const word* const p = in.get();
        word* const o = out.get();
        q.submit([&](handler& h) {
            local_accessor<word, 1> shown(range<1>(local), h);
            h.parallel_for(launch(), properties, [=](nd_item<1> it) {
                const std::size_t i = it.get_global_id(0);
                const sub_group sub = it.get_sub_group();
                const word x = p[i];
                const auto rest = exp::binary_partition(sub, x % 4 != 0);
                if (x % 4 == 0) return;
                const auto part = exp::binary_partition(rest, x % 4 == 1);
                const std::size_t first = it.get_local_id(0) - sub.get_local_linear_id();
                if (x % 4 == 1) {
                    shown[first + part.get_local_linear_id()] = x;
                    group_barrier(part);
                    o[i] = shown[first + part.get_local_linear_range() - 1 - part.get_local_linear_id()];
                    group_barrier(part, memory_scope::work_group);
                    shown[first + part.get_local_linear_id()] = 0;
                } else {
                    o[i] = x + reduce_over_group(part, x, minimum<>());
                }
                o[i] += 3 * group_broadcast(rest, x, rest.get_local_linear_range() / 2);
            });
        });
        std::vector<word> model(items(), 7);
        for_each_part([&](std::size_t i, std::size_t) { return host[i] % 4 == 0   ? 0
                                                               : host[i] % 4 == 1 ? 1
                                                                                  : 2; },
                      [&](const std::vector<std::size_t>& part, std::size_t way) {
                          word least = ~0u;
                          for (const std::size_t i : part) least = std::min(least, host[i]);
                          for (std::size_t k = 0; k < part.size(); ++k) {
                              if (way == 1) model[part[k]] = host[part[part.size() - 1 - k]];
                              if (way == 2) model[part[k]] = host[part[k]] + least;
                          }
                      });
        for_each_part([&](std::size_t i, std::size_t) { return host[i] % 4 == 0 ? 0 : 1; },
                      [&](const std::vector<std::size_t>& part, std::size_t stays) {
                          for (const std::size_t i : part) model[i] += stays ? 3 * host[part[part.size() / 2]] : 0;
                      });
        expect_equal(out.read(), model);
    });
}

TEST_F(NonUniformGroups, JointAlgorithmsOfSomeLanes) {
    for_each_division([&](const kernel_properties& properties) {
        constexpr std::size_t count = 37;  // of numbers for each sub-group
        const std::size_t sub_groups = (local + lanes - 1) / lanes * groups;
        const std::vector<word> host = random_words(sub_groups * count, 1 << 20), chosen = random_words(items(), 2);
        buffer<word> in(q, host), choice(q, chosen), out(q, items());
        buffer<word> scanned(q, std::vector<word>(sub_groups * count));
        const word *const p = in.get(), *const c = choice.get();
        word *const o = out.get(), *const s = scanned.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const sub_group sub = it.get_sub_group();
            const std::size_t first = it.get_group(0) * sub.get_group_linear_range() + sub.get_group_linear_id();
            const word* const begin = p + first * count;
            const auto part = exp::binary_partition(sub, c[i] != 0);
            if (c[i] != 0) {
                o[i] = joint_reduce(part, begin, begin + count, plus<>());
                joint_inclusive_scan(part, begin, begin + count, s + first * count, plus<>());
            } else {
                o[i] = joint_any_of(part, begin, begin + count, [](word x) { return x % 64 == 0; }) ? 5 : 6;
            }
        });
        std::vector<word> model(items()), sums(sub_groups * count);
        std::size_t number = 0;
        for_each_sub_group([&](const std::vector<std::size_t>& all) {
            const auto begin = host.begin() + number * count, end = begin + count;
            const bool any = std::any_of(begin, end, [](word x) { return x % 64 == 0; });
            for (const std::size_t i : all) model[i] = chosen[i] ? std::accumulate(begin, end, word{0}) : any ? 5 : 6;
            if (std::ranges::any_of(all, [&](std::size_t i) { return chosen[i] != 0; }))
                std::partial_sum(begin, end, sums.begin() + number * count);
            ++number;
        });
        expect_equal(out.read(), model);
        expect_equal(scanned.read(), sums);
    });
}

TEST_F(NonUniformGroups, PartsOfParts) {
    for_each_division([&](const kernel_properties& properties) {
        if (lanes < 4) return;
        const std::vector<word> host = random_words(items(), 1 << 20);
        buffer<word> in(q, host), out(q, items());
        const word* const p = in.get();
        word* const o = out.get();
        q.parallel_for(launch(), properties, [=](nd_item<1> it) {
            const std::size_t i = it.get_global_id(0);
            const auto four = exp::chunked_partition<4>(it.get_sub_group());
            const auto two = exp::chunked_partition<2>(four);
            word x = p[i];
            if (four.get_group_linear_id() % 2 != 0) x += reduce_over_group(two, x, plus<>());
            o[i] = x + 100 * two.get_group_linear_id() + 1000 * two.get_group_linear_range();
        });
        std::vector<word> model(items());
        for_each_sub_group([&](const std::vector<std::size_t>& all) {
            for (std::size_t l = 0; l < all.size(); ++l) {
                const std::size_t chunk = l / 4 * 4, other = l ^ 1;
                word& x = model[all[l]] = host[all[l]];
                if (l / 4 % 2 != 0) x += host[all[l]] + (other < all.size() ? host[all[other]] : 0);
                const std::size_t size = std::min<std::size_t>(4, all.size() - chunk);
                x += static_cast<word>(100 * (l % 4 / 2) + 1000 * ((size + 1) / 2));
            }
        });
        expect_equal(out.read(), model);
    });
}

static_assert(exp::is_user_constructed_group_v<exp::fragment<sub_group>> &&
              exp::is_user_constructed_group_v<exp::chunk<8, sub_group>> &&
              !exp::is_user_constructed_group_v<sub_group>);
static_assert(exp::is_fixed_topology_group_v<group<2>> && !exp::is_fixed_topology_group_v<exp::opportunistic_group>);
static_assert(exp::fragment<sub_group>::fence_scope == memory_scope::sub_group);

}  // namespace
}  // namespace ndweave::conformance
