#!/usr/bin/env bash
# Compiles the CUDA C++ peer of an app (apps/cuda_peer.hpp) into LIBRARY.
#   ci/cuda-peer.sh NVCC APPS APP LIBRARY [ARCHITECTURE]    APPS: the folder apps/; ARCHITECTURE: as nvcc's -arch takes it,
#                                                           by default this machine's GPU, without one PTX for all
set -euo pipefail
nvcc=$1 apps=$2 app=$3 library=$4
architecture=${5:-$(nvidia-smi -L >/dev/null 2>&1 && echo native || echo compute_80)}
flags=()
[[ $app == minibude ]] && flags=(-use_fast_math) # as our kernel has it
mkdir -p "$(dirname "$library")"
"$nvcc" -O3 -std=c++20 -arch="$architecture" "${flags[@]}" -shared -MMD -MF "$library.d" -Xcompiler -fPIC,-fvisibility=hidden \
    -I "$apps" -I "$apps/$app" "$apps/$app/native_cuda.cu" -o "$library"
chmod go-w "$library"
