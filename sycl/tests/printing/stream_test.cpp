#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <iomanip>
#include <limits>
#include <random>
#include <sstream>
#include <stdexcept>
#include <type_traits>

#include "printing/captured.hpp"
#include "sycl/sycl.hpp"

namespace {

using printing::captured;
using printing::sorted_lines;

std::mt19937_64& random_bits() {
    static const auto seed = std::random_device{}();
    static std::mt19937_64 bits((std::printf("seed %u\n", seed), seed));
    return bits;
}

template <class T>
T random_number() {
    T x{};
    do {
        const std::uint64_t bits = random_bits()();
        std::memcpy(&x, &bits, sizeof x);
    } while (x != x);
    return x;
}

/// Prints by a kernel of one work-item.
template <class F>
std::string printed_by_task(const F& print) {
    return captured([&] {
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
             sycl::stream out(65536, 65536, h);
             h.single_task([=] { print(out); });
         }).wait();
    });
}

template <class T>
void expect_as_on_host() {
    for (int round = 0; round < 20; ++round) {
        const T x = random_number<T>(), y = static_cast<T>(static_cast<int>(random_bits()() % 100));
        std::ostringstream host;
        host << x << ' ' << y << ' ' << std::hex << std::showbase << x << ' ' << std::oct << x << ' ' << std::dec
             << std::noshowbase << std::showpos << y << ' ' << std::noshowpos << x << '|' << std::setw(12) << y << '|';
        EXPECT_EQ(printed_by_task([=](const sycl::stream& out) {
                      out << x << ' ' << y << ' ' << sycl::hex << sycl::showbase << x << ' ' << sycl::oct << x << ' '
                          << sycl::dec << sycl::noshowbase << sycl::showpos << y << ' ' << sycl::noshowpos << x << '|'
                          << sycl::setw(12) << y << sycl::setw(0) << '|';
                  }),
                  host.str());
    }
}

TEST(Stream, PrintsIntegersAsTheHostDoes) {
    expect_as_on_host<short>();
    expect_as_on_host<unsigned short>();
    expect_as_on_host<int>();
    expect_as_on_host<unsigned>();
    expect_as_on_host<long>();
    expect_as_on_host<unsigned long>();
    expect_as_on_host<long long>();
    expect_as_on_host<unsigned long long>();
}

template <class T>
void expect_floats_as_on_host() {
    for (int round = 0; round < 20; ++round) {
        const T x = random_number<T>(), y = static_cast<T>(static_cast<int>(random_bits()() % 2000) - 1000) / T(8);
        const int digits = static_cast<int>(random_bits()() % 15);
        std::ostringstream host;
        host << x << ' ' << y << ' ' << std::setprecision(digits) << x << ' ' << std::fixed << y << ' '
             << std::scientific << x << ' ' << std::hexfloat << x << ' ' << std::defaultfloat << y << ' '
             << std::numeric_limits<T>::infinity();
        EXPECT_EQ(printed_by_task([=](const sycl::stream& out) {
                      out << x << ' ' << y << ' ' << sycl::setprecision(digits) << x << ' ' << sycl::fixed << y << ' '
                          << sycl::scientific << x << ' ' << sycl::hexfloat << x << ' ' << sycl::defaultfloat << y
                          << ' ' << std::numeric_limits<T>::infinity();
                  }),
                  host.str());
    }
}

TEST(Stream, PrintsFloatsAsTheHostDoes) { expect_floats_as_on_host<float>(); }

TEST(Stream, PrintsDoublesAsTheHostDoes) {
    if (!sycl::device().has(sycl::aspect::fp64)) GTEST_SKIP() << "the device has no double";
    expect_floats_as_on_host<double>();
}

TEST(Stream, PrintsSixteenBitFloats) {
    const float x = static_cast<float>(random_bits()() % 1000) / 8;
    std::ostringstream host;
    host << static_cast<float>(sycl::ext::oneapi::bfloat16(x));
    EXPECT_EQ(printed_by_task([=](const sycl::stream& out) { out << sycl::ext::oneapi::bfloat16(x); }), host.str());
    if (!sycl::device().has(sycl::aspect::fp16)) GTEST_SKIP() << "the device has no half";
    std::ostringstream host_half;
    host_half << static_cast<float>(sycl::half(x));
    EXPECT_EQ(printed_by_task([=](const sycl::stream& out) { out << sycl::half(x); }), host_half.str());
}

TEST(Stream, PrintsTextAndTruth) {
    EXPECT_EQ(printed_by_task([](const sycl::stream& out) {
                  char own[] = "a text of its own, in private memory";
                  char* const writable = own;
                  own[0] = 'A';
                  out << "" << "seven, " << "eight.. " << "and more than eight, " << writable << 'c'
                      << static_cast<signed char>('s') << static_cast<unsigned char>('u') << ' ' << true << false
                      << sycl::endl;
              }),
              "seven, eight.. and more than eight, A text of its own, in private memorycsu truefalse\n");
}

TEST(Stream, PrintsTextsOfEveryLength) {
    sycl::queue q;
    const std::size_t length = 1 + random_bits()() % 20000;
    std::string text(length, ' ');
    for (char& c : text) c = static_cast<char>('a' + random_bits()() % 26);
    char* const memory = sycl::malloc_device<char>(length + 1, q);
    q.memcpy(memory, text.c_str(), length + 1).wait();
    EXPECT_EQ(printed_by_task([=](const sycl::stream& out) { out << static_cast<const char*>(memory); }), text);
    sycl::free(memory, q);
}

TEST(Stream, PrintsAddresses) {
    sycl::queue q;
    int* const memory = sycl::malloc_device<int>(4, q);
    std::ostringstream host;
    host << static_cast<void*>(memory) << ' ' << static_cast<void*>(memory + 1) << ' ' << static_cast<void*>(nullptr);
    EXPECT_EQ(printed_by_task([=](const sycl::stream& out) {
                  const sycl::global_ptr<int> second(memory + 1);
                  out << memory << ' ' << second << ' ' << static_cast<const float*>(nullptr);
              }),
              host.str());
    sycl::free(memory, q);
}

TEST(Stream, PrintsVectors) {
    const int a = random_number<int>(), b = random_number<int>();
    std::ostringstream host;
    host << a << " " << a << ", " << b << " " << b << ", " << a << " 0, 0x1, 0x2, 0x3, 0x4, 0x5, 0x6, 0x7";
    EXPECT_EQ(printed_by_task([=](const sycl::stream& out) {
                  const sycl::vec<int, 2> two(a, b);
                  out << sycl::vec<int, 1>(a) << " " << two << " " << two.swizzle<1, 0>() << " " << sycl::hex
                      << sycl::showbase << sycl::vec<short, 8>(0, 1, 2, 3, 4, 5, 6, 7);
              }),
              host.str());
}

TEST(Stream, PrintsPlaces) {
    EXPECT_EQ(printed_by_task([](const sycl::stream& out) {
                  out << sycl::id<1>(5) << sycl::id<3>(1, 2, 3) << sycl::range<2>(4, 5) << ' '
                      << sycl::nd_range<2>({8, 4}, {2, 2});
              }),
              "{5}{1, 2, 3}{4, 5} nd_range(global_range: {8, 4}, local_range: {2, 2}, offset: {0, 0})");
    const std::string items = captured([] {
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
            sycl::stream out(4096, 256, h);
            h.parallel_for(sycl::range<2>(1, 2), [=](sycl::item<2> it) { out << it << sycl::endl; });
        });
        q.submit([&](sycl::handler& h) {
            sycl::stream out(4096, 512, h);
            h.parallel_for(sycl::nd_range<1>(4, 2), [=](sycl::nd_item<1> it) {
                if (it.get_global_id(0) == 3) out << it << it.get_group() << "\n";
            });
        });
        q.wait();
    });
    EXPECT_EQ(sorted_lines(items),
              (std::vector<std::string>{"item(range: {1, 2}, id: {0, 0})", "item(range: {1, 2}, id: {0, 1})",
                                        "nd_item(global_id: {3}, local_id: {1})group(id: {1}, global_range: {4}, "
                                        "local_range: {2}, group_range: {2})"}));
}

TEST(Stream, PrintsItemsOfHierarchicalKernels) {
    const std::string text = captured([] {
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
             sycl::stream out(4096, 1024, h);
             h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(2), [=](sycl::group<1> g) {
                 g.parallel_for_work_item([&](sycl::h_item<1> it) {
                     if (it.get_global_id(0) == 3) out << it << sycl::endl;
                 });
             });
         }).wait();
    });
    EXPECT_EQ(text,
              "h_item(global: item(range: {4}, id: {3}), logical_local: item(range: {2}, id: {1}), physical_local: "
              "item(range: {2}, id: {1}))\n");
}

/// A line of a work-item, in several statements. Others start hexadecimal, but it does not.
std::string line_of(std::size_t i, int x) {
    std::ostringstream line;
    line << "item " << i << ": " << x << " is " << std::hex << x;
    return line.str();
}

TEST(Stream, KeepsTheTextOfAWorkItemTogether) {
    sycl::queue q;
    const std::size_t n = 1000 + random_bits()() % 500;
    std::vector<int> numbers(n);
    for (int& x : numbers) x = random_number<int>();
    int* const in = sycl::malloc_device<int>(n, q);
    q.copy(numbers.data(), in, n).wait();
    const auto print = [=](const sycl::stream& out, std::size_t i) {
        out << "item ";
        out << i << ": ";
        out << in[i] << " is " << sycl::hex;
        out << in[i];
        if (i % 2 == 0) out << sycl::endl;  // others' text ends with the work-item
        if (i % 2 != 0) out << '\n';
    };
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < n; ++i) expected.push_back(line_of(i, numbers[i]));
    std::sort(expected.begin(), expected.end());
    const auto expect = [&](const auto& launch) {
        EXPECT_EQ(sorted_lines(captured([&] {
                      q.submit([&](sycl::handler& h) {
                          sycl::stream out(100 * n, 100, h);
                          launch(h, out);
                      });
                      q.wait();
                  })),
                  expected);
    };
    expect(
        [&](sycl::handler& h, const sycl::stream& out) { h.parallel_for(n, [=](sycl::id<1> i) { print(out, i); }); });
    expect([&](sycl::handler& h, const sycl::stream& out) {
        h.parallel_for(sycl::range<3>(1, n, 1), [=](sycl::item<3> it) { print(out, it[1]); });
    });
    expect([&](sycl::handler& h, const sycl::stream& out) {
        h.parallel_for(sycl::nd_range<1>((n + 63) / 64 * 64, 64), [=](sycl::nd_item<1> it) {
            if (it.get_global_id(0) < n) print(out, it.get_global_id(0));
            sycl::group_barrier(it.get_group());
        });
    });
    sycl::free(in, q);
}

TEST(Stream, LosesWhatIsBeyondItsLimits) {
    const std::string of_item = captured([] {
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
             sycl::stream out(4096, 10, h);
             h.single_task([=] {
                 out << "0123456789abc" << sycl::flush << 12345 << "6789xyz" << sycl::endl << "end" << sycl::endl;
             });
         }).wait();
    });
    EXPECT_EQ(of_item, "0123456789123456789xend\n");
    const std::string of_launch = captured([] {
        sycl::queue q;
        q.submit([&](sycl::handler& h) {
             sycl::stream out(1001, 64, h);
             h.parallel_for(5000, [=](sycl::id<1>) { out << "abcdefg" << sycl::endl; });
         }).wait();
    });
    ASSERT_EQ(of_launch.size(), 1001u);
    // Work-items that write at the same time may each lose a line's end.
    std::size_t next = 0;
    for (std::size_t i = 0; i < of_launch.size(); ++i) {
        if (of_launch[i] == 'a') next = 0;
        ASSERT_EQ(of_launch[i], "abcdefg\n"[next]) << i;
        next = (next + 1) % 8;
    }
    EXPECT_EQ(captured([] {
                  sycl::queue q;
                  q.submit([&](sycl::handler& h) {
                       sycl::stream none(0, 0, h);
                       h.parallel_for(100, [=](sycl::id<1>) { none << "abcdefg" << sycl::endl; });
                   }).wait();
              }),
              "");
}

TEST(Stream, PrintsBeforeItsEventIsComplete) {
    sycl::queue q;
    const std::string text = captured([&] {
        sycl::event printed = q.submit([&](sycl::handler& h) {
            sycl::stream first(100, 100, h), second(100, 100, h);
            h.single_task([=] {
                first << "first" << sycl::endl;
                second << "second" << sycl::endl;
            });
        });
        printed.wait();
        std::printf("event\n");
        q.submit([&](sycl::handler& h) {
            sycl::stream out(100, 100, h);
            h.single_task([=] { out << "third" << sycl::endl; });
        });
        q.wait();
    });
    EXPECT_EQ(text, "first\nsecond\nevent\nthird\n");
}

TEST(Stream, PrintsInTheOrderOfAnAsynchronousQueue) {
    std::string expected;
    const std::string text = captured([&] {
        sycl::queue q{sycl::property::queue::asynchronous()};
        for (int k = 0; k < 20; ++k) {
            q.submit([&](sycl::handler& h) {
                sycl::stream out(100, 100, h);
                h.parallel_for(3, [=](sycl::id<1> i) {
                    if (i[0] == 1) out << "launch " << k << sycl::endl;
                });
            });
            expected += "launch " + std::to_string(k) + "\n";
        }
    });  // nobody waits
    EXPECT_EQ(text, expected);
}

TEST(Stream, PrintsNothingOfAGroupThatThrows) {
    EXPECT_EQ(captured([] {
                  sycl::queue q;
                  EXPECT_THROW(q.submit([&](sycl::handler& h) {
                      sycl::stream out(100, 100, h);
                      h.single_task([=] { out << "never" << sycl::endl; });
                      throw std::runtime_error("no");
                  }),
                               std::runtime_error);
                  q.wait();
              }),
              "");
}

TEST(Stream, IsRefusedInGraphs) {
    sycl::queue q;
    ndweave::command_graph graph(q.get_device());
    graph.begin_recording(q);
    EXPECT_THROW(q.submit([&](sycl::handler& h) { sycl::stream out(100, 100, h); }), ndweave::exception);
    graph.end_recording();
}

TEST(Stream, HasReferenceSemantics) {
    static_assert(std::is_same_v<decltype(sycl::setw(3)), decltype(sycl::setw(4))>);
    sycl::queue q;
    q.submit([&](sycl::handler& h) {
        const sycl::stream a(2048, 80, h, sycl::property_list());
        sycl::stream b(a), c(1, 2, h);
        EXPECT_EQ(a.size(), 2048u);
        EXPECT_EQ(b.get_work_item_buffer_size(), 80u);
        EXPECT_EQ(b.get_size(), 2048u);
        EXPECT_EQ(b.get_max_statement_size(), 80u);
        EXPECT_EQ(std::hash<sycl::stream>()(a), std::hash<sycl::stream>()(b));
        EXPECT_TRUE(a == b);
        EXPECT_TRUE(a != c);
        c = a;
        EXPECT_TRUE(a == c);
        EXPECT_EQ(c.size(), 2048u);
        h.single_task([] {});
    });
    q.wait();
}

struct interval {
    int from, to;
};
const sycl::stream& operator<<(const sycl::stream& out, const interval& i) {
    return out << '[' << i.from << ", " << i.to << ')';
}

TEST(Stream, TakesOperatorsOfThePrograms) {
    EXPECT_EQ(printed_by_task([](const sycl::stream& out) { out << interval{3, 7} << sycl::endl; }), "[3, 7)\n");
}

}  // namespace
