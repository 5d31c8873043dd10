#!/usr/bin/env bash
# Builds and runs, with ndweave-c++, the programs of SYCL suites of which there is a checkout.
#   ci/sycl-suites.sh [--shard K/N] [--seed S] [--sample N] [--match REGEX] [--device DEVICE]… [--out FOLDER] PATH…
# PATH is a checkout of HeCBench, sycl-bench, SYCL-CTS, AdaptiveCpp, BabelStream, miniBUDE, TeaLeaf or CloverLeaf, with git or without;
# it stays as it is. DEVICE is cpu (the default), cpu:cbs, cpu:fiber or what NDWEAVE_DEVICE takes. FOLDER (build/sycl-suites) gets
#   table.md, table.csv       the states of this call's programs by category, and each that is not right with its cause
#   results/SUITE/NAME.json   one for each program; those that are there are not tried again, unless the program, the compiler
#                             or the row of the table of arguments has changed
#   logs/SUITE/               what compilers and programs printed
# Programs run in random order, with the arguments of ci/suites/arguments.tsv or else their own. More than --compile-limit (300) or
# --run-limit (30) seconds is `too long`. A program that is wrong runs again in check mode, which names mistakes of programs.
# In the environment: BUILD, the build tree (build/release); NDWEAVE_CXX, as for ndweave-c++.
# Ends with 1 if a program is wrong, does not compile or takes too long; 2 if it cannot be called so.
set -euo pipefail
exec python3 "$(dirname -- "${BASH_SOURCE[0]}")/suites/driver.py" "$@"
