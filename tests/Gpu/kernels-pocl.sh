#!/usr/bin/env bash
# Runs every kernel on PoCL, an OpenCL device that uses the CPU, with more and longer messages than in the simulator.
#
# Usage: tests/Gpu/kernels-pocl.sh
#
# The last line of output is "N passed, N failed, N skipped". The exit code is 1 if anything failed.
. "$(dirname "$0")/common.sh.inc"
need "python3" "command -v python3"
need "PoCL" "ls /etc/OpenCL/vendors/pocl.icd"
need "the OpenCL loader" "compgen -G '/usr/lib*/libOpenCL.so.1' || compgen -G '/usr/lib/*/libOpenCL.so.1'"
export OCL_ICD_VENDORS=pocl.icd POCL_CACHE_DIR=$work/pocl
mkdir "$work/pocl"
add_run pocl python3 "$here/kernels.py" opencl libOpenCL.so.1
finish
