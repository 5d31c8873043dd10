#!/usr/bin/env bash
# Installs a build and measures with the installed harness, which must use what was installed with it.
#   install_test.sh CMAKE BUILD
set -euo pipefail
for plugin in cuda hip null opencl; do
    [[ -e $2/lib/ndweave/ndweave-plugin-$plugin.so ]] || { echo "only a part is built: no $plugin plugin" && exit 77; }
done
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
"$1" --install "$2" --prefix "$prefix" >/dev/null
harness=$prefix/bin/harness
clean=(env -i PATH=/usr/bin:/bin HOME="$prefix" NDWEAVE_CACHE_DIR="$prefix/cache")
if "${clean[@]}" ldd "$harness" | grep 'libndweave\.so' | grep -v "$prefix"; then
    echo "the installed harness uses another libndweave"
    exit 1
fi
"${clean[@]}" "$harness" run --app babelstream --backend cpu -p s=1001 -p n=5 --json "$prefix/run.json" --csv "$prefix/run.csv"
"${clean[@]}" "$harness" report "$prefix/run.json" -o "$prefix/report.html"

# Without the kernel compiler: doctor and records say so, and nothing runs in library mode unasked.
compiler=$(find "$prefix" -name libndweave-compiler.so)
if [[ -n $compiler ]]; then
    rm "$compiler"
    "${clean[@]}" "$harness" doctor --backend cpu | grep "compiler   missing  the kernel compiler $compiler cannot be loaded"
    run=("${clean[@]}" "$harness" run --app babelstream --backend cpu -p s=1001 -p n=5 --json "$prefix/broken.json")
    if "${run[@]}" --cpu-mode auto >/dev/null; then
        echo "a kernel ran without the kernel compiler"
        exit 1
    fi
    grep -q "the kernel compiler $compiler cannot be loaded" "$prefix/broken.json"
    "${run[@]}" --cpu-mode fiber >/dev/null
    grep -q '"driver": *"no kernel compiler"' "$prefix/broken.json"
fi
