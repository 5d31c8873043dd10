#!/usr/bin/env bash
# Makes Debian packages of the distribution that it runs on, and, on Debian 12, a tarball for any Linux with glibc 2.34; in BUILD/packages.
#   packaging/packages.sh [BUILD]      BUILD: a tree that is built; by default build/package, which is built here (the preset package)
# packaging/tests/bare_system.sh tries them.
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build/package}
[[ ${1:-} ]] || ci/build.sh package
build=$(realpath "$build")
packages=$build/packages
rm -rf "$packages"
(cd "$build" && cpack -G DEB >"$build/cpack.log" 2>&1) || { cat "$build/cpack.log" && exit 1; }
rm -rf "$packages/_CPack_Packages"

# The tarball: everything that is installed, and the libraries of others that it needs.
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:.*=//p' "$build/CMakeCache.txt")
name=ndweave-$version-$(uname -m)-linux
tree=$packages/$name
cmake --install "$build" --prefix "$tree" --strip >/dev/null
packaging/ndweave-deploy -o "$tree" "$tree/bin/harness"
newest=$({ find "$tree" -type f -exec readelf -V {} + 2>/dev/null || true; } | grep -o 'Name: GLIBC_[0-9.]*' | sed 's/.*_//' | sort -Vu | tail -n 1)
if [[ $(printf '%s\n' "$newest" 2.34 | sort -V | tail -n 1) != 2.34 ]]; then
    echo "no tarball: it would need glibc $newest, and is to run with 2.34 (Debian 12 makes one):"
    find "$tree" -type f -exec sh -c 'readelf -V "$1" 2>/dev/null | grep -q "Name: GLIBC_'"$newest"'" && echo "  $1"' sh {} \;
else
    tar -C "$packages" --owner=0 --group=0 -cf - "$name" | xz -T0 -3 >"$tree.tar.xz"
fi
rm -r "$tree"
ls -l "$packages" | awk 'NR > 1 { printf "%9d  %s\n", $5, $9 }'
