#!/usr/bin/env bash
# Assembles the PTX that NDWEAVE_DUMP_CODE left in FOLDER and prints what each kernel takes. Exits 1 where one spills registers, or
# keeps anything in local memory that is not named in ALLOWED (a pattern of file names).
#   ci/ptxas.sh FOLDER ARCHITECTURE [ALLOWED]
set -uo pipefail
folder=$1 architecture=$2 allowed=${3:-'^$'} bad=0 count=0
for file in "$folder"/*.ptx; do
    [[ -e $file ]] || { echo "no PTX in $folder" && exit 1; }
    log=$(ptxas -v -arch="$architecture" -o /dev/null "$file" 2>&1) || { echo "$log" && exit 1; }
    registers=$(grep -oP 'Used \K\d+(?= registers)' <<<"$log" | sort -n | tail -1)
    stack=$(grep -oP '\d+(?= bytes stack frame)' <<<"$log" | sort -n | tail -1)
    spills=$(grep -oP '\d+(?= bytes spill)' <<<"$log" | sort -n | tail -1)
    name=$(c++filt "$(basename "$file" | sed 's/\.ptx.*//; s/-[0-9a-f]*$//')" | cut -c1-100)
    verdict=''
    if ((${spills:-0} > 0)) || { ((${stack:-0} > 0)) && ! grep -qP "$allowed" <<<"$file"; }; then verdict=' <-- local memory' bad=$((bad + 1)); fi
    printf '%4d registers %5d bytes of stack %4d of spills  %s%s\n' "${registers:-0}" "${stack:-0}" "${spills:-0}" "$name" "$verdict"
    count=$((count + 1))
done
echo "$count kernels, $bad with spills or local memory"
((bad == 0))
