// The instruction sets that lane kernels are compiled for. Before hwy/foreach_target.h.
#pragma once

// SSSE3 is Highway's lowest on x86, AVX2 and AVX-512 are what is in use; each more would only cost
// build time.
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3_DL)
