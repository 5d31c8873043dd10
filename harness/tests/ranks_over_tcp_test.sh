#!/usr/bin/env bash
# ranks_over_tcp_test.sh HARNESS: ranks on two machines, which are network namespaces of this one with names of their own, joined by a
# link that messages cross by TCP. Needs Open MPI, ip and the right to make namespaces.
set -euo pipefail
harness=$1
skip() { echo "$1" && exit 77; }
mpirun --version 2>/dev/null | grep -q "Open MPI" || skip "no Open MPI here"
command -v ip >/dev/null || skip "no ip here (Debian: iproute2)"
here=ndw$$a there=ndw$$b
work=$(mktemp -d)
trap 'ip netns del $here 2>/dev/null || true; ip netns del $there 2>/dev/null || true; rm -rf "$work"' EXIT
ip netns add $here 2>/dev/null && ip netns add $there && unshare -u true || skip "no right to make namespaces"
ip link add ${here}0 netns $here type veth peer name ${there}0 netns $there || skip "no right to make links"
ip -n $here addr add 10.77.0.1/24 dev ${here}0
ip -n $there addr add 10.77.0.2/24 dev ${there}0
for name in $here $there; do
    ip -n $name link set lo up
    ip -n $name link set ${name}0 up
done
# In place of ssh: the host's name, then the command.
printf '#!/bin/sh\nshift\nexec ip netns exec %s unshare -u sh -c "hostname there; $*"\n' $there >"$work/agent"
chmod +x "$work/agent"
launcher="mpirun --host 10.77.0.1,10.77.0.2 --map-by node --mca plm_rsh_agent $work/agent --mca btl self,tcp"
ip netns exec $here "$harness" run --app cloverleaf,tealeaf,lulesh,peaks --repeat 1 -p cells_x=40 -p cells_y=30 -p steps=3 -p cells=40 -p s=6 -p copy=100000 \
    --ranks 2 --launcher "$launcher" --json "$work/run.json"
python3 - "$work/run.json" <<'P'
import json, sys
rows = json.load(open(sys.argv[1]))["benchmarks"]
assert rows and all(r["status"] == "ok" and r["nodes"] == 2 and r["devices"] == 2 for r in rows), rows
P
