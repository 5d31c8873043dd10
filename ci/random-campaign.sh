#!/usr/bin/env bash
# Random kernels on all cores for so many minutes. Goes on after a failure; writes each failing seed, its kernel as it is and made
# small, and a summary. Ends with 1 where a kernel did not run right.
#   ci/random-campaign.sh MINUTES [OPTION…]     options of ndweave-random-campaign: --out DIR, --first-seed S, --jobs N, --cases K, …
# $RANDOM_CAMPAIGN names a program that is built already, on machines that build nothing.
set -euo pipefail
minutes=${1:?"ci/random-campaign.sh MINUTES [OPTION…]"}
shift
if [[ -z ${RANDOM_CAMPAIGN:-} ]]; then
    root=$(cd "$(dirname "$0")/.." && pwd)
    "$root/ci/build.sh" release ndweave-random-campaign
    RANDOM_CAMPAIGN=$root/build/release/bin/ndweave-random-campaign
fi
out=(--out "random-campaign-$(date +%Y%m%d-%H%M%S)")
[[ " $* " != *" --out "* ]] || out=()
exec "$RANDOM_CAMPAIGN" --minutes "$minutes" "${out[@]}" "$@"
