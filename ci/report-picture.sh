#!/usr/bin/env bash
# Draws results/report.html, the page of the current records and of the history, and docs/report.png, the head of the page of some of them.
#   ci/report-picture.sh [RECORD…]      RECORD: the runs in the picture; by default those named below
# Needs a built harness (build/release, or HARNESS=PATH) and Chromium.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
harness=${HARNESS:-build/release/bin/harness}
records=("$@")
if ((!${#records[@]})); then
    records=(results/2026-11-21-nvidia-h200/{kokkos-cuda,lulesh-30,cloverleaf-bm_short,tealeaf-cg-512,minibude-bm1}.json)
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

"$harness" report results/*/*.json results/*/*/*.json --history results/history.jsonl -o results/report.html
"$harness" report "${records[@]}" -o "$scratch/page.html"
chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$scratch/profile" \
    --blink-settings=preferredColorScheme=1 --window-size=1140,1290 --screenshot="$scratch/page.png" "file://$scratch/page.html" 2>"$scratch/log" ||
    { cat "$scratch/log" && exit 1; }
mv "$scratch/page.png" docs/report.png
echo "results/report.html and docs/report.png drawn"
