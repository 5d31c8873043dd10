// The sum of 2^22 floats: a team a chunk of 2048, whose sums the host adds.
#include "groups/teams.hpp"

namespace ndweave::bench {
namespace {

constexpr std::size_t chunk = 2048;

template <class Way>
struct chunk_sums {
    static constexpr bool barriers = true;
    queue q;
    std::size_t n, chunks;
    array<float> in, partial;
    array<double> sum;

    explicit chunk_sums(setup& s)
        : q(s.q),
          n(s.size(std::size_t{1} << 22, 5 * chunk + 333)),
          chunks((n + chunk - 1) / chunk),
          in(n, q),
          partial(chunks, q),
          sum(1, q) {
        for (std::size_t i = 0; i < n; ++i) in[i] = static_cast<float>(s.whole(0, 255));
        sum[0] = -1;
    }

    void run(const kernel_properties& properties) {
        const float* const from = in.get();
        float* const to = partial.get();
        const std::size_t end = n;
        Way::template launch<float>(q, chunks, properties, [=](const auto& team, std::size_t number) {
            const std::size_t first = number * chunk, last = first + chunk < end ? first + chunk : end;
            float own = 0;
            for (std::size_t i = first + team.lane(); i < last; i += team.lanes()) own += from[i];
            const float all = team.reduce(own, plus<>());
            if (team.lane() == 0) to[number] = all;
        });
        q.wait();
        add_up(chunks);
    }
    void run(const peer_table& peer) {
        const std::size_t whole = n / chunk;
        peer.block_sums(partial.get(), in.get(), whole, chunk);
        add_up(whole);
        for (std::size_t i = whole * chunk; i < n; ++i) sum[0] += in[i];
    }

    std::size_t bytes() const { return in.bytes(); }

    /// Whole numbers: every order gives the same.
    std::string wrong() const {
        double exact = 0;
        for (std::size_t i = 0; i < n; ++i) exact += in[i];
        return compare(sum, [&](std::size_t) { return expected{exact}; });
    }

private:
    void add_up(std::size_t count) {
        double total = 0;
        for (std::size_t c = 0; c < count; ++c) total += partial[c];
        sum[0] = total;
    }
};

}  // namespace

void register_benchmarks() { register_ways<chunk_sums>("reduction"); }

}  // namespace ndweave::bench
