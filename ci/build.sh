#!/usr/bin/env bash
# Installs what is missing, configures and builds one preset. A second call does no work twice.
#   ci/build.sh [PRESET [TARGET…]]      PRESET: release (default), debug, asan, tsan, library-only
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}
shift || true

missing=()
while read -r package; do
    [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
done < <(grep -v '^ *\(#\|$\)' ci/packages.txt)
if ((${#missing[@]})); then
    sudo=$([[ $(id -u) == 0 ]] || echo sudo)
    echo "installing: ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    $sudo apt-get update -qq
    $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

[[ -f build/$preset/build.ninja ]] || cmake --preset "$preset"
cmake --build "build/$preset" ${1:+--target "$@"}
