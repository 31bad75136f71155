// The instruction sets of the lane kernels. Include before hwy/foreach_target.h.
#pragma once

// SSSE3 is Highway's lowest set on x86; AVX2 and AVX-512 are common. Other sets would only cost
// build time.
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3_DL)
