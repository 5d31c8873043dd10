#include "code/artifact.hpp"

#include "code/byte_stream.hpp"

namespace ndweave::code {

namespace {

/// Everything of an entry that is kept.
constexpr auto visit = [](auto& s, auto& e) {
    s.text(e.made.code);
    s.text(e.made.entry_name);
    s.each(e.made.parameters, [&](auto& p) {
        s.number(p.kind);
        s.number(p.offset);
        s.number(p.size);
    });
    s.each(e.made.aligned_pointers, [&](auto& offset) { s.number(offset); });
    s.each(e.made.distinct_pointers, [&](auto& offset) { s.number(offset); });
    s.number(e.made.written_pointer_count);
    s.number(e.made.written_pointers_apart);
    s.number(e.made.coarsening);
    s.number(e.made.items_in_loops);
    s.number(e.made.direct);
    s.number(e.made.strategy);
    s.text(e.made.reason);
    s.number(e.made.arena_bytes);
    s.number(e.made.scratch_bytes);
    s.each(e.made.local_arrays, [&](auto& a) {
        s.number(a.offset);
        s.number(a.bytes);
    });
    s.number(e.made.local_bytes);
    s.each(e.made.deciding_captures, [&](auto& c) {
        s.number(c.offset);
        s.number(c.bytes);
    });
    s.number(e.made_in_us);
    s.number(e.made.uses_barrier);
    s.number(e.made.sub_group_size);
    s.number(e.made.depends_on);
    s.text(e.report);
};

}  // namespace

std::string encode(const entry& what) { return to_bytes(what, visit); }

std::optional<entry> decode_entry(std::string_view bytes) { return from_bytes<entry>(bytes, visit); }

}  // namespace ndweave::code
