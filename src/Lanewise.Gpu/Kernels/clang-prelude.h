/* Definitions from CUDA's own headers, for clang only: tools/make-ptx.sh puts this file before the source. nvcc and NVRTC do not
 * need it. */
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(threads) __attribute__((launch_bounds(threads)))
struct lw_dimension { unsigned x; };
#define threadIdx (lw_dimension{(unsigned)__nvvm_read_ptx_sreg_tid_x()})
#define blockIdx (lw_dimension{(unsigned)__nvvm_read_ptx_sreg_ctaid_x()})
#define blockDim (lw_dimension{(unsigned)__nvvm_read_ptx_sreg_ntid_x()})
