#!/usr/bin/env bash
# Installs the Debian packages into a bare root file system, uses them there as their users would, and builds the examples against them.
#   bare_system.sh [--make] BUILD [COMPILER…]      BUILD: with BUILD/packages, which --make makes (packaging/packages.sh). COMPILER: packages
#                                                  that the examples are built with (g++ clang-16)
# Skips (77) without root, mmdebstrap or a network to install from.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
make=
[[ $1 != --make ]] || { make=1 && shift; }
build=$(realpath "$1")
shift
compilers=("$@")
((${#compilers[@]})) || compilers=(g++ clang-16)
[[ $(id -u) == 0 ]] || { echo "a root file system takes root" && exit 77; }
for tool in mmdebstrap cpack patchelf dpkg-shlibdeps; do
    command -v $tool >/dev/null || { echo "no $tool here" && exit 77; }
done
unshare --mount --pid --fork true 2>/dev/null || { echo "no namespaces of its own may be made here" && exit 77; }
. /etc/os-release
[[ ! $make ]] || "$here/packaging/packages.sh" "$build"
packages=("$build"/packages/*.deb)
[[ $VERSION_CODENAME != bookworm || -e $(echo "$build"/packages/*.tar.xz) ]] || { echo "no tarball" && exit 1; }
[[ -e ${packages[0]} ]] || { echo "no packages in $build/packages" && exit 1; }
fail() { echo "$1" && exit 1; }

root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
chmod 755 "$root"
mmdebstrap --quiet --variant=apt "$VERSION_CODENAME" "$root" >"$root.log" 2>&1 || { tail -n 3 "$root.log" && rm "$root.log" && exit 77; }
rm "$root.log"
mkdir "$root/packages" && cp "${packages[@]}" "$root/packages"
cp -r "$here/examples" "$here/core/tests/package/consumer" "$root/srv/"
# inside COMMAND: in the root file system, as a system of its own.
inside() {
    unshare --mount --pid --fork bash -c 'mount -t proc proc "$1/proc" && shift 0 && exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive bash -euo pipefail -c "$2"' bash "$root" "$1"
}
step() { printf -- '-- %s (%ss)\n' "$1" "$SECONDS"; }

step "runtime packages"
inside 'apt-get -qq update; apt-get -qq install -y --no-install-recommends /packages/libndweave[0-9]*.deb /packages/ndweave-harness*.deb \
    /packages/ndweave-plugin-*.deb >/dev/null'
installed=$(inside "dpkg-query -W -f '\${Package} \${Installed-Size}\n' 'libndweave*' 'ndweave-*'")
echo "$installed"
total=$(awk '{ sum += $2 } END { print sum }' <<<"$installed")
echo "together $total KiB"
((total <= 60 * 1000 * 1000 / 1024)) || fail "runtime packages take more than 60 MB"
inside 'ldd /usr/bin/harness /usr/lib/libndweave*.so.* /usr/lib/ndweave/*.so | grep "not found"' && fail "a library is missing"
inside 'harness doctor --backend cpu'
inside 'harness run --app babelstream --backend cpu,native -p s=100001 -p n=5 --json /tmp/run.json >/dev/null && harness report /tmp/run.json -o /tmp/report.html'
[[ -e $root/usr/share/man/man1/harness-run.1.gz || -e $root/usr/share/man/man1/harness-run.1 ]] || fail "no manual"

step "no driver, no home, no right to write"
for backend in cuda hip opencl; do
    said=$(inside "harness run --app babelstream --backend $backend -p s=1001 -p n=5 || echo exit \$?" 2>&1)
    grep -q 'exit 5' <<<"$said" || fail "$backend without a driver: $said"
done
inside 'chmod -R a-w /usr; mkdir -p /srv/none && chmod 0 /srv/none
    env HOME=/srv/none XDG_CACHE_HOME=/srv/none setpriv --reuid=65534 --regid=65534 --clear-groups \
        bash -c "cd /; harness run --app babelstream --backend cpu -p s=1001 -p n=5" >/dev/null; chmod -R u+w /usr'

step "development package, with ${compilers[*]}"
inside "apt-get -qq install -y --no-install-recommends /packages/libndweave-dev*.deb ${compilers[*]} cmake make pkg-config >/dev/null"
for compiler in "${compilers[@]}"; do
    program=$(sed 's/^clang-/clang++-/' <<<"$compiler")
    inside "cmake -S /srv/examples -B /tmp/$compiler -DCMAKE_CXX_COMPILER=$program -DCMAKE_BUILD_TYPE=Release >/dev/null
        cmake --build /tmp/$compiler -j2 >/dev/null && cd /tmp/$compiler && ctest --output-on-failure | tail -n 4"
done
cat >"$root/srv/sycl.cpp" <<'C'
#include <sycl/sycl.hpp>
#include <cstdio>
int main() {
    sycl::queue q;
    int* const sum = sycl::malloc_shared<int>(1, q);
    *sum = 0;
    q.parallel_for(sycl::range<1>(1000), sycl::reduction(sum, sycl::plus<int>()), [=](auto i, auto& s) { s += int(i); }).wait();
    std::printf("%d\n", *sum);
}
C
[[ $(inside 'ndweave-c++ /srv/sycl.cpp -o /tmp/sycl && /tmp/sycl') == 499500 ]] || fail "ndweave-c++'s program"
if [[ " ${compilers[*]} " == *" g++ "* ]]; then
    inside 'g++ -std=c++20 -O1 /srv/sycl.cpp -o /tmp/library $(pkg-config --cflags --libs ndweave-sycl) && /tmp/library >/dev/null'
fi
step "removed"
inside 'apt-get -qq purge -y "libndweave*" "ndweave-*" >/dev/null 2>&1; ! find /usr -name "*ndweave*" | grep .' || fail "something is left behind"
