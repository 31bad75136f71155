// Functions that both a host's compiler and nvcc compile.
#pragma once

#ifdef __CUDACC__
    #define MELSTROM_HOST_DEVICE __host__ __device__
#else
    #define MELSTROM_HOST_DEVICE
#endif
