#!/usr/bin/env bash
# order_test.sh LIBRARY ORDER: the functions that ORDER lists lie in LIBRARY one behind the other, as it has them.
set -euo pipefail
[[ -s $2 ]] || { echo "no program may change its code here, so that functions are not ordered" && exit 77; }
nm --defined-only "$1" | awk '
    FNR == NR { listed[$1] = NR; count = NR; next }
    $2 ~ /[tTwW]/ && $3 in listed { at[listed[$3]] = $1 }
    END {
        for (i = 1; i <= count; ++i) {
            if (!(i in at)) continue  # of the program that was observed, or not kept by the linker
            ++found
            if (at[i] >= last) ++in_order
            last = at[i]
        }
        printf "%d of %d functions are in the library, %d in order\n", found, count, in_order
        exit !(found > 5000 && found > 0.9 * count && in_order > 0.98 * found)
    }' "$2" -
