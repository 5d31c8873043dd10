#!/usr/bin/env bash
# run.sh MPIRUN RANKS PROGRAM [ARGUMENT…]: more ranks than cores if need be, as root as well. Skips (77) where MPIRUN cannot.
set -euo pipefail
mpirun=$1 ranks=$2
shift 2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
"$mpirun" -n 1 true >/dev/null 2>&1 || { echo "$mpirun starts nothing here, not even true" && exit 77; }
exec "$mpirun" -n "$ranks" "$@"
