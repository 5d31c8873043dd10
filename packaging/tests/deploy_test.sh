#!/usr/bin/env bash
# deploy_test.sh BUILD: a deployed program runs from a folder that was moved, with nothing of the build tree; mistakes are told.
set -euo pipefail
build=$1
deploy=$build/bin/ndweave-deploy
command -v patchelf >/dev/null || { echo "no patchelf here" && exit 77; }
program=$build/bin/example-vector_add
[[ -x $program ]] || { echo "only a part is built: no $program" && exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$1" && exit 1; }

"$deploy" -o "$scratch/made" "$program" | tee "$scratch/said"
grep -q 'needs glibc 2\.[0-9]* and a C++ run-time library with GLIBCXX_3\.4' "$scratch/said" || fail "it does not say what the machine needs"
mv "$scratch/made" "$scratch/moved"
clean=(env -i PATH=/usr/bin:/bin HOME="$scratch")
mapfile -t outside < <("${clean[@]}" ldd "$scratch/moved/bin/example-vector_add" "$scratch/moved"/lib/*.so.* | awk '$2 == "=>" {print $3}' |
    grep -v "^$scratch/moved/" | grep -v '/lib\(c\|m\|dl\|rt\|pthread\|mvec\|gcc_s\|stdc++\)\.so' || true)
((!${#outside[@]})) || fail "still loaded from elsewhere: ${outside[*]}"
[[ -e $scratch/moved/lib/ndweave/ndweave-plugin-opencl.so ]] || fail "without plugins"
"${clean[@]}" "$scratch/moved/bin/example-vector_add" | grep ' 0 of [0-9]* sums are wrong'
# It is that folder's kernel compiler.
if compgen -G "$scratch/moved/lib/libndweave-compiler.so.*" >/dev/null; then
    rm "$scratch"/moved/lib/libndweave-compiler.so.*
    ! "${clean[@]}" "$scratch/moved/bin/example-vector_add" 2>&1 | grep 'sums' || fail "it runs without the folder's kernel compiler"
fi

# Kernels that were compiled before go with the program.
cp "$program" "$scratch/program" && echo kernels >"$scratch/program.aot"
LD_LIBRARY_PATH=$build/lib "$deploy" -o "$scratch/second" "$scratch/program" >/dev/null
cmp "$scratch/program.aot" "$scratch/second/bin/program.aot"

refuses() { # refuses TEXT ARGUMENT…
    local text=$1
    shift
    ! "$deploy" -o "$scratch/none" "$@" >"$scratch/said" 2>&1 || fail "accepted: $*"
    grep -q -- "$text" "$scratch/said" || { cat "$scratch/said" && fail "for $*: not '$text'"; }
}
refuses 'no program' "$scratch/absent"
refuses 'no ELF program' "$build/bin/ndweave-deploy"
refuses 'none of these programs is linked with libndweave' /bin/true
refuses 'ndweave-deploy \[-o FOLDER\] PROGRAM'
