#!/usr/bin/env bash
# Makes the site of docs/ and of the other pages of the tree, with the public headers under api/. It works from its folder, without a
# server or a network. A link that leads nowhere is an error. Ends with 77 where MkDocs, its theme or Doxygen is not installed.
#   ci/site.sh [FOLDER]      FOLDER: build/site by default; what is in it is replaced
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(realpath -m "${1:-build/site}")

for package in mkdocs mkdocs-material doxygen; do
    if [[ $(dpkg-query -W -f '${Status}' "$package" 2>/dev/null) != "install ok installed" ]]; then
        echo "no site: Debian's package $package is not installed"
        exit 77
    fi
done
if [[ -e $folder && ! -e $folder/sitemap.xml && -n $(ls -A "$folder") ]]; then
    echo "error: $folder is not empty and holds no site; name another folder" >&2
    exit 2
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r docs/site/mkdocs.yml docs/site/theme "$work"
python3 -B docs/site/stage.py "$work/pages"
cp docs/site/site.css docs/site/api.md "$work/pages"
{
    cat docs/site/Doxyfile
    echo "OUTPUT_DIRECTORY = $work/pages"
    echo "WARN_LOGFILE = $work/doxygen.txt"
} | doxygen -
undocumented=$(grep -c 'is not documented' "$work/doxygen.txt" || true)
mistakes=$(grep -vE 'is not documented|^ ' "$work/doxygen.txt" || true)

mkdocs build --strict --config-file "$work/mkdocs.yml" --site-dir "$work/html" >"$work/mkdocs.txt" 2>&1 ||
    { grep -iE 'warning|error|abort' "$work/mkdocs.txt" && exit 1; }
python3 -B docs/site/offline_search.py "$work/html"
python3 -B docs/site/check_site.py "$work/html"

rm -rf "$folder"
mkdir -p "$(dirname "$folder")"
cp -r "$work/html" "$folder"
[[ -z $mistakes ]] || printf '%s\n' "doxygen: $mistakes"
echo "$folder/index.html; $undocumented public entities have no comment of their own"
