/// An atom as the kernels read it.
#pragma once

#include <cstdint>

namespace ndweave::apps::minibude {

/// An atom with its force-field parameters gathered in: what the kernels read. Lengths in ångström.
struct atom {
    float x, y, z;
    float radius;
    float hydrophobicity;        // hphb: negative non-polar, positive polar
    float charge;                // elsc
    std::int32_t hydrogen_bond;  // hbtype: 'E' (69) and 'F' (70) matter
    std::int32_t unused;
};

}  // namespace ndweave::apps::minibude
