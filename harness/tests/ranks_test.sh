#!/usr/bin/env bash
# ranks_test.sh HARNESS: runs divided among ranks, over the MPI of this machine, as its user starts them, and what goes wrong with them.
set -euo pipefail
harness=$1
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun -n 1 true >/dev/null 2>&1 || { echo "no mpirun here that starts anything" && exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
fail() {
    echo "$1"
    exit 1
}
# expect STATUS TEXT ARGUMENT…: the exit status of a run, and what it says.
expect() {
    local status=$1 text=$2 found=0
    shift 2
    "$harness" run --repeat 1 "$@" >said 2>&1 || found=$?
    if [[ $found != "$status" ]] || ! grep -q -- "$text" said; then
        cat said
        fail "exit status $found, wanted $status with \"$text\": $*"
    fi
}
value() { python3 -c 'import json, sys; print([r.get(sys.argv[2]) for r in json.load(open(sys.argv[1]))["benchmarks"]])' "$1" "$2"; }

# Apps whose results are verified, on as many ranks as one likes.
expect 0 'cpu\*4' --app babelstream,cloverleaf,tealeaf --ranks 1,2,3,4 -p s=5000 -p n=3 -p cells_x=40 -p cells_y=30 -p steps=5 -p cells=40 --json ranks.json
[[ $(value ranks.json ranks | tr -d '[] ' | tr , '\n' | sort | uniq -c | xargs) == "8 2 8 3 8 4 8 None" ]] ||
    fail "records do not tell the ranks: $(value ranks.json ranks)"
[[ $(value ranks.json nodes) == *1* && $(value ranks.json devices) == *1* ]] || fail "records do not tell machines and devices"
expect 0 'cpu\*4' --app lulesh -p s=10 --ranks 4
expect 0 'all_reduce_latency' --app peaks -p copy=100000 --ranks 3
expect 0 'all_reduce_latency' --app peaks -p copy=100000 --ranks 2 --json links.json
"$harness" predict ranks.json links.json --app cloverleaf --ranks 1,2,16 >said || fail "no prediction: $(cat said)"
grep -q "^ *16  4 x 4 " said && grep -q "no more ranks\|fastest with" said || fail "no prediction for 16 ranks: $(cat said)"
for solver in jacobi chebyshev ppcg; do expect 0 'cpu\*3' --app tealeaf -p solver=$solver -p cells=64 -p steps=1 --ranks 3; done

# A device of another driver, which ranks share only if they are told to.
for backend in opencl cuda hip; do
    "$harness" doctor --backend $backend >/dev/null 2>&1 || continue
    expect 5 "ranks on a machine with" --app tealeaf -p cells=40 --backend $backend --ranks 99
    expect 0 "$backend\*2" --app tealeaf -p solver=ppcg -p cells=64 -p steps=1 --backend $backend --ranks 2 --share-devices
    [[ $backend == opencl ]] || expect 0 "$backend\*3" --app cloverleaf -p cells_x=40 -p cells_y=30 -p steps=5 --backend $backend --ranks 3 --share-devices
done

# What cannot be.
expect 5 "no launcher 'nowhere/mpirun' here" --app tealeaf --ranks 2 --launcher nowhere/mpirun
expect 2 "the launcher started 1 rank for 2" --app tealeaf --ranks 2 --launcher nice
expect 2 "minibude runs on one process alone" --app minibude --ranks 2
expect 2 "each rank takes the device of its own number" --app tealeaf --device 1 --ranks 2
expect 4 "cannot be divided among 4 ranks" --app cloverleaf -p cells_x=4 -p cells_y=4 --ranks 4
expect 2 "a run with ranks draws none" --app cloverleaf -p snapshot=x.pgm --ranks 2
mkdir other
printf '*tea\nstate 1 density=1 energy=1\nx_cells=40\ny_cells=40\n*endtea\n' >tea.in
sed 's/energy=1/energy=2/' tea.in >other/tea.in
printf '#!/bin/sh\n[ "${OMPI_COMM_WORLD_RANK:-$PMI_RANK}" = 0 ] || cd other\nexec "$@"\n' >elsewhere
chmod +x elsewhere
expect 2 "rank 1 reads another deck than rank 0" --app tealeaf -p deck=tea.in --ranks 2 --launcher "mpirun -n {ranks} ./elsewhere"

# A rank that dies takes the group with it, and nothing is left behind; nor is by a run that takes too long.
marked() { pgrep -f "__rank .*\"cells\":\"2047\"" || true; }
"$harness" run --app tealeaf -p cells=2047 --ranks 3 >said 2>&1 &
run=$!
for _ in $(seq 600); do [[ $(marked | wc -l) -lt 3 ]] || break; sleep 0.1; done
sleep 3  # mpirun may wait for ever for a rank that dies in MPI_Init; the harness ends that by its --timeout
kill -9 "$(marked | tail -n 1)"
status=0
wait $run || status=$?
[[ $status == 4 ]] && grep -q crashed said || fail "a rank that dies ends in exit status $status: $(cat said)"
expect 4 "no answer within 1 s" --app tealeaf -p cells=2047 --ranks 3 --timeout 1
for _ in $(seq 100); do [[ $(marked) ]] || break; sleep 0.1; done
[[ ! $(marked) ]] || fail "ranks are left behind"
echo "ranks do as they are told"
