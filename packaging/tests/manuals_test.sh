#!/usr/bin/env bash
# manuals_test.sh BUILD: pages of the manual are well formed and have every command and option; completions offer them.
set -euo pipefail
build=$1
harness=$build/bin/harness
source_tree=$(cd "$(dirname "$0")/../.." && pwd)
[[ -e $build/share/man/man1/harness.1 ]] || { echo "only a part is built: no manual" && exit 77; }
fail() { echo "$1" && exit 1; }

mapfile -t commands < <("$harness" --help | sed -n '/^Subcommands:/,$ s/^  \([a-z]\+\) .*/\1/p')
((${#commands[@]} >= 9)) || fail "commands: ${commands[*]}"
for command in "${commands[@]}"; do
    page=$build/share/man/man1/harness-$command.1
    [[ -e $page ]] || fail "no page of $command"
    for option in $("$harness" "$command" --help | sed -n 's/^  \(-[a-zA-Z],\)\?\(--[a-z-]*\).*/\2/p'); do
        grep -qF -- "\fB${option//-/\\-}\fR" "$page" || fail "$page lacks $option"
    done
done
if command -v groff >/dev/null; then
    for page in "$build"/share/man/man1/*.1 "$source_tree"/packaging/*.1 "$source_tree"/sycl/driver/*.1; do
        said=$(groff -k -t -man -ww -Tutf8 -rLL=100n "$page" 2>&1 >/dev/null)
        [[ ! $said ]] || fail "$page: $said"
    done
fi

# What bash offers for a line whose last word is being written.
source "$build/share/bash-completion/completions/harness"
offers() { # offers WANTED WORD…
    local wanted=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _harness
    [[ " ${COMPREPLY[*]} " == *" $wanted "* ]] || fail "for '$*' bash offers '${COMPREPLY[*]}', not $wanted"
}
for command in "${commands[@]}"; do offers "$command" harness "${command:0:1}"; done
offers --backend harness run --b
offers opencl harness run --backend op
offers cloverleaf harness run --app clo
offers --output harness report --out
COMP_WORDS=(harness report "") COMP_CWORD=2 COMPREPLY=(left)
_harness
((!${#COMPREPLY[@]})) || fail "files are not left to bash"

# zsh, where it is: the same by its own completion system.
if command -v zsh >/dev/null; then
    zsh -n "$build/share/zsh/site-functions/_harness"
    zsh -f -c '
        fpath=($1 $fpath)
        autoload -Uz compinit && compinit -u -D
        [[ ${_comps[harness]} == _harness ]] || { echo "zsh does not take it for harness"; exit 1 }
        _arguments() { print -r -- "$@" }
        words=(harness run --b) CURRENT=3
        _harness | grep -q -- "--backend\[" || { echo "zsh is not told of --backend"; exit 1 }
    ' zsh "$build/share/zsh/site-functions"
fi
! "$harness" completion fish >/dev/null 2>&1 || fail "fish is accepted"
! "$harness" manual nothing >/dev/null 2>&1 || fail "a page of nothing"
