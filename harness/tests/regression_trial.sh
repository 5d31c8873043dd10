#!/usr/bin/env bash
# Does the gate catch a regression on this machine, as it is now? TRIALS times each: the harness against one whose triad
# takes 10 % longer (must exit 1 and name triad alone), and against a copy of itself (must not exit 1).
#   harness/tests/regression_trial.sh [TRIALS [OPTION of run or compare…]]
# 20 trials and --app babelstream --backend cpu --size small without arguments. Exits 1 when a trial went wrong.
set -euo pipefail
cd "$(dirname "$0")/../.."
trials=${1:-20}
shift || true
options=("${@:---size=small}")
ci/build.sh release harness harness-with-slow-triad >/dev/null
bin=$PWD/build/release/bin
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "$bin/harness" "$bin/harness-unchanged"

caught=0 flagged=0 unclear=0
trial() { # trial <number> <binary>: sets status and slower, prints a line
    local begin=$SECONDS
    status=0
    "$bin/harness" compare "$bin/harness" "$bin/$2" --interleave --app babelstream --backend cpu "${options[@]}" \
        --markdown "$scratch/table" >/dev/null 2>"$scratch/progress" || status=$?
    slower=$(sed -n 's,^| slower | [^ ]*/\([a-z]*\)[: ].*,\1,p' "$scratch/table" | paste -sd' ')
    printf '%5s  %-24s exit %d  slower: %-12s  %3d rounds  %3d s  load %s\n' "$1" "$2" "$status" "${slower:--}" \
        "$(grep -c round "$scratch/progress")" $((SECONDS - begin)) "$(cut -d' ' -f1 /proc/loadavg)"
}
for ((i = 1; i <= trials; ++i)); do
    trial "$i" harness-with-slow-triad
    [[ $status == 1 && $slower == triad ]] && caught=$((caught + 1))
    trial "$i" harness-unchanged
    [[ $status == 1 ]] && flagged=$((flagged + 1))
    [[ $status == 6 ]] && unclear=$((unclear + 1))
done
rm "$bin/harness-unchanged"
echo "caught $caught of $trials; the unchanged binary flagged in $flagged of $trials (too noisy to say in $unclear)"
[[ $caught == "$trials" && $flagged == 0 ]]
