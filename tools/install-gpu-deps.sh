#!/usr/bin/env bash
# Installs OpenCL without a GPU: the loader, PoCL (kernels on the processor) and Oclgrind (kernels in a simulator that checks
# memory). Debian or Ubuntu, as root.
set -euo pipefail
if [ "$(id -u)" -ne 0 ]; then echo "install-gpu-deps: must run as root" >&2; exit 1; fi
if ! command -v apt-get >/dev/null; then echo "install-gpu-deps: apt-get is missing" >&2; exit 1; fi
export DEBIAN_FRONTEND=noninteractive
packages=${*:-pocl-opencl-icd ocl-icd-libopencl1 oclgrind}
apt-get update -qq
# shellcheck disable=SC2086 # A list of packages.
apt-get install -y -qq --no-install-recommends $packages >/dev/null
