// Rows of points of a square transform, and the places of their powers.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTransform.h"
#include "Engine/Backend/Gpu/Kernels/Fused/RealDft.h"

namespace melstrom::gpu
{

/** Two adjacent points, loaded and stored as one value. */
struct alignas (16) ComplexPair
{
    Complex of[2];
};

MELSTROM_BOTH float powerOf (Complex z)
{
    return z.re * z.re + z.im * z.im;
}

/** Rows 0 and R/2 together have R + 1 powers, any other row R. */
template <int size>
struct RowPowers
{
    float of[size + 1];
};

/** Powers of row k1 of points, 0 < k1 < R/2: bins k1 + R k2. */
template <int size>
MELSTROM_BOTH void rowPowers (Complex (&x)[size], RowPowers<size>& powers)
{
    SmallDft<size>::run (x);
    unrolled<size> ([&] (auto k2) { powers.of[k2] = powerOf (x[k2]); });
}

/** Powers of rows 0 and R/2, which are real before their rotation: bins R k, then the bins of
    `betweenBins`. */
template <int size>
MELSTROM_BOTH void realRowPowers (const float (&zero)[size], const float (&half)[size],
                                  RowPowers<size>& powers)
{
    Complex bins[size / 2 + 1], between[size / 2];
    RealDft<size>::run (zero, bins);
    betweenBins<size> (half, between);
    unrolled<size / 2 + 1> ([&] (auto k) { powers.of[k] = powerOf (bins[k]); });
    unrolled<size / 2> ([&] (auto k) { powers.of[size / 2 + 1 + k] = powerOf (between[k]); });
}

/** Calls above (bin - row, power) and below (bin + row, power). The first argument is a
    compile-time constant. */
template <int size, typename StoreAbove, typename StoreBelow>
MELSTROM_BOTH void storeRow (const RowPowers<size>& powers, const StoreAbove& above,
                             const StoreBelow& below)
{
    unrolled<size / 2> (
        [&] (auto k2)
        {
            above (size * k2, powers.of[k2]);
            below (size * (size / 2 - k2), powers.of[size / 2 + k2]);
        });
}
template <int size, typename Store>
MELSTROM_BOTH void storeRealRows (const RowPowers<size>& powers, const Store& store)
{
    unrolled<size / 2 + 1> ([&] (auto k) { store (size * k, powers.of[k]); });
    unrolled<size / 2> (
        [&] (auto k)
        {
            constexpr int bin = size / 2 + 2 * size * decltype (k)::value;
            store (2 * bin <= size * size ? bin : size * size - bin, powers.of[size / 2 + 1 + k]);
        });
}

} // namespace melstrom::gpu
