#include "sycl/runtime/stream_text.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <ios>
#include <locale>
#include <sstream>
#include <string_view>
#include <unordered_map>

#include "sycl/execution/stream.hpp"

namespace sycl::detail {
namespace {

std::string_view text_of(stream_label l) {
    switch (l) {
        case stream_label::comma:
            return ", ";
        case stream_label::end:
            return ")";
        case stream_label::item:
            return "item(range: ";
        case stream_label::item_id:
            return ", id: ";
        case stream_label::nd_range:
            return "nd_range(global_range: ";
        case stream_label::local_range:
            return ", local_range: ";
        case stream_label::offset:
            return ", offset: ";
        case stream_label::nd_item:
            return "nd_item(global_id: ";
        case stream_label::local_id:
            return ", local_id: ";
        case stream_label::group:
            return "group(id: ";
        case stream_label::global_range:
            return ", global_range: ";
        case stream_label::group_range:
            return ", group_range: ";
        case stream_label::h_item:
            return "h_item(global: ";
        case stream_label::logical_local:
            return ", logical_local: ";
        case stream_label::physical_local:
            return ", physical_local: ";
    }
    return {};
}

/// A work-item's text that is not flushed, and its manipulators.
struct writer {
    std::string pending;
    std::ios_base::fmtflags flags = std::ios_base::dec | std::ios_base::boolalpha;
    std::streamsize precision = 6, width = 0;
};

void manipulate(writer& w, stream_manipulator m) {
    using base = std::ios_base;
    const auto set = [&](base::fmtflags flags, base::fmtflags in) { w.flags = (w.flags & ~in) | flags; };
    switch (m) {
        case stream_manipulator::dec:
            return set(base::dec, base::basefield);
        case stream_manipulator::hex:
            return set(base::hex, base::basefield);
        case stream_manipulator::oct:
            return set(base::oct, base::basefield);
        case stream_manipulator::noshowbase:
            return set({}, base::showbase);
        case stream_manipulator::showbase:
            return set(base::showbase, base::showbase);
        case stream_manipulator::noshowpos:
            return set({}, base::showpos);
        case stream_manipulator::showpos:
            return set(base::showpos, base::showpos);
        case stream_manipulator::fixed:
            return set(base::fixed, base::floatfield);
        case stream_manipulator::scientific:
            return set(base::scientific, base::floatfield);
        case stream_manipulator::hexfloat:
            return set(base::fixed | base::scientific, base::floatfield);
        case stream_manipulator::defaultfloat:
            return set({}, base::floatfield);
        case stream_manipulator::flush:
        case stream_manipulator::endl:
            return;
    }
}

class printer {
public:
    printer(std::size_t size, std::size_t work_item_size) : left_(size), work_item_size_(work_item_size) {
        number_.imbue(std::locale::classic());
    }

    void add(const stream_record& r) {
        const std::uint64_t item = r.what & 0xffff'ffff'ffff;
        const auto [found, is_new] = index_.try_emplace(item, writers_.size());
        if (is_new) writers_.emplace_back();
        writer& w = writers_[found->second];
        const auto bytes = static_cast<unsigned>(r.what >> 56);
        switch (static_cast<stream_kind>(r.what >> 48 & 0xff)) {
            case stream_kind::text:
                return put(w, std::string_view(reinterpret_cast<const char*>(&r.value), std::min(bytes, 8u)));
            case stream_kind::boolean:
                return put_number(w, r.value != 0);
            case stream_kind::signed_number:
                if (bytes == 2) return put_number(w, static_cast<std::int16_t>(r.value));
                if (bytes == 4) return put_number(w, static_cast<std::int32_t>(r.value));
                return put_number(w, static_cast<std::int64_t>(r.value));
            case stream_kind::unsigned_number:
                return put_number(w, r.value);
            case stream_kind::float_number:
                return put_number(w, std::bit_cast<float>(static_cast<std::uint32_t>(r.value)));
            case stream_kind::double_number:
                return put_number(w, std::bit_cast<double>(r.value));
            case stream_kind::pointer:
                return put_number(w, reinterpret_cast<const void*>(r.value));
            case stream_kind::place:
                if (bytes % 4 == 0) put(w, "{");
                put_number(w, r.value);
                return put(w, bytes % 4 == bytes / 4 ? "}" : ", ");
            case stream_kind::label:
                return put(w, text_of(static_cast<stream_label>(r.value)));
            case stream_kind::precision:
                w.precision = static_cast<std::int32_t>(r.value);
                return;
            case stream_kind::width:
                w.width = static_cast<std::int32_t>(r.value);
                return;
            case stream_kind::manipulator:
                break;
        }
        const auto m = static_cast<stream_manipulator>(r.value);
        manipulate(w, m);
        if (m == stream_manipulator::endl) put(w, "\n");
        if (m == stream_manipulator::endl || m == stream_manipulator::flush) flush(w);
    }

    std::string finish() {
        for (writer& w : writers_) flush(w);
        return std::move(out_);
    }

private:
    void put(writer& w, std::string_view text) const {
        w.pending.append(text.substr(0, std::min(text.size(), work_item_size_ - w.pending.size())));
    }

    template <class T>
    void put_number(writer& w, T x) {
        number_.str({});
        number_.flags(w.flags);
        number_.precision(w.precision);
        number_.width(w.width);
        number_ << x;
        put(w, number_.view());
    }

    void flush(writer& w) {
        const std::size_t printed = std::min(w.pending.size(), left_);
        out_.append(w.pending, 0, printed);
        left_ -= printed;
        w.pending.clear();
        w.width = 0;
    }

    std::size_t left_;
    const std::size_t work_item_size_;
    std::ostringstream number_;
    std::unordered_map<std::uint64_t, std::size_t> index_;  // of the work-items' writers
    std::deque<writer> writers_;                            // in the order of their first records
    std::string out_;
};

}  // namespace

std::string stream_text(const std::vector<stream_record>& records, std::size_t size, std::size_t work_item_size) {
    printer p(size, work_item_size);
    for (const stream_record& r : records) p.add(r);
    return p.finish();
}

}  // namespace sycl::detail
