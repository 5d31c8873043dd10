# Sourced by the scripts of this folder, in the checkout's root: what they ask of the machine they run on.

# ccache, PoCL and browsers write below $HOME, and fail where they cannot.
if [[ ! -w ${HOME:-} ]]; then
    export HOME=$PWD/build/home
    mkdir -p "$HOME"
fi

# What ccache has not seen, it would preprocess first, which takes an eighth of a build. The compiler's list of included files will do.
export CCACHE_DEPEND=1

# build_jobs: how many compilers and linkers at once. One for each core, and 1 GiB of free memory for each: twice what the largest
# link (the kernel compiler with sanitizers) takes. $CMAKE_BUILD_PARALLEL_LEVEL overrides it.
build_jobs() {
    local memory
    memory=$(awk '/^MemAvailable:/ {print int($2 / 1048576)}' /proc/meminfo)
    local most=$(($(nproc) < memory ? $(nproc) : memory))
    echo "${CMAKE_BUILD_PARALLEL_LEVEL:-$((most > 0 ? most : 1))}"
}

# install_packages [tests]: what ci/packages.txt names and is not there; `tests`: what tests alone need as well. A network that comes and
# goes is tried again.
install_packages() {
    local wanted='/^# for ci/ q; p'
    [[ ${1:-} != tests ]] || wanted=p
    local package missing=() as_root=(env)
    while read -r package; do
        [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) == "install ok installed" ]] || missing+=("$package")
    done < <(sed -n "$wanted" ci/packages.txt | grep -v '^ *\(#\|$\)')
    ((${#missing[@]})) || return 0
    if ! command -v apt-get >/dev/null; then
        echo "error: no apt-get here to install packages with; install what ci/packages.txt names by hand, then call cmake --preset" >&2
        return 1
    fi
    if [[ $(id -u) != 0 ]]; then
        if ! command -v sudo >/dev/null; then
            echo "error: neither root nor sudo to install packages with; have these installed: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo env)
    fi
    as_root+=(DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=5 -o DPkg::Lock::Timeout=300)
    echo "installing: ${missing[*]}"
    local pause
    for pause in 10 60 0; do
        "${as_root[@]}" update && "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null && return 0
        ((pause == 0)) || { echo "apt-get failed; again in $pause s" >&2 && sleep "$pause"; }
    done
    echo "error: these packages cannot be installed (apt-get's messages are above): ${missing[*]}" >&2
    return 1
}

# run_in_shards PROGRAM [OPTION…]: a GoogleTest program, as a process for each core with its part of the tests. A process for each test, as
# ctest has, takes three times as long where a sanitizer makes starting slow.
run_in_shards() {
    local shards shard processes=() failed=0
    shards=$(nproc)
    for ((shard = 0; shard < shards; ++shard)); do
        GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$shard "$@" --gtest_brief=1 &
        processes+=($!)
    done
    for shard in "${processes[@]}"; do wait "$shard" || failed=1; done
    return $failed
}
