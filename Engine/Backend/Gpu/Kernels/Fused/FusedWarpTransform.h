// The real transform of a frame by one warp, in registers with two exchanges, and its powers.
#pragma once

#include "Engine/Backend/Gpu/Kernels/Fused/FusedTransform.h"

namespace melstrom::gpu
{

/** One lane's entry in a table row of a WarpShape. */
struct alignas (16) PointPair
{
    Complex first, second;
};

/** A lane's registers: its points, and the twiddles of the next step. */
struct LaneValues
{
    Complex points[32], turns[16];
};

/** Reverses the bits of an index below `count`, a power of two. */
constexpr int reversedBits (int index, int count)
{
    int reversed = 0;
    for (; count > 1; count /= 2, index /= 2)
        reversed = 2 * reversed + index % 2;
    return reversed;
}

/** Butterflies of one stage over points that were in bit-reversed order at first. turn (k, a, b):
    butterfly k of 2^stage, k an std::integral_constant. */
template <int stage, typename Turn>
MELSTROM_BOTH void butterflies (Complex (&x)[32], const Turn& turn)
{
    constexpr int kHalf = 1 << stage;
    unrolled<16> (
        [&] (auto index)
        {
            constexpr int k = decltype (index)::value % kHalf;
            constexpr int first = decltype (index)::value / kHalf * 2 * kHalf + k;
            turn (std::integral_constant<int, k> {}, x[first], x[first + kHalf]);
        });
}

/** Transforms 32 points from bit-reversed to natural order. */
MELSTROM_BOTH void laneDft (Complex (&x)[32])
{
    unrolled<5> (
        [&] (auto stage)
        {
            constexpr int length = 2 << decltype (stage)::value;
            butterflies<stage> (x,
                                [] (auto index, Complex& a, Complex& b)
                                {
                                    constexpr int k = decltype (index)::value;
                                    constexpr auto c = static_cast<float> (
                                                       cosineOfTurn (k, length)),
                                                   s = static_cast<float> (sineOfTurn (k, length));
                                    const Complex first = a, second = rotated<k, length> (b);
                                    if constexpr (4 * k % length != 0)
                                        return butterfly (a, b, {c, -s});
                                    a = first + second;
                                    b = first - second;
                                });
        });
}

/** The same over points l = 0 .. 31 of a longer transform: X (c + 32 k) of 1024 points.
    turns: (1) of 16 c, (1) of 8 c, (2) of 4 (c + 32 k), (4) of 2 (c + 32 k), (8) of c + 32 k */
MELSTROM_BOTH void laneDft (Complex (&x)[32], const Complex (&turns)[16])
{
    unrolled<5> (
        [&] (auto stage)
        {
            constexpr int quarter = (1 << decltype (stage)::value) / 2;
            butterflies<stage> (x,
                                [&] (auto index, Complex& a, Complex& b)
                                {
                                    constexpr int k = decltype (index)::value;
                                    constexpr bool isBehind = quarter > 0 && k >= quarter;
                                    const Complex turn = turns[isBehind ? k : quarter + k];
                                    butterfly (a, b, isBehind ? Complex {turn.im, -turn.re} : turn);
                                });
        });
}

template <int tileFrames>
MELSTROM_BOTH const PointPair* laneTables (const FusedTile<WarpShape<tileFrames>>& at, int lane)
{
    return reinterpret_cast<const PointPair*> (at.shared + at.work.fused.tableOffset) + lane;
}

/** Copies the tables to shared memory for all tiles; complete after `waitForCopies` and a
    barrier. */
template <typename Shape, typename Block>
MELSTROM_BOTH void fetchLaneTables (const FusedProgram& fused, float* shared, int thread)
{
    auto* const to = reinterpret_cast<PointPair*> (shared + fused.tableOffset);
    const auto copy = [&] (const Complex* table, int firstRow, int numRows)
    {
        const auto* const from = reinterpret_cast<const PointPair*> (table);
        for (int i = thread; i < numRows * Shape::kLanes; i += Shape::threads ())
            Block::template copyAsync<sizeof (PointPair)> (to + firstRow * Shape::kLanes + i,
                                                           from + i);
    };
    copy (fused.window, 0, Shape::kWindowRows);
    copy (fused.twiddles, Shape::kWindowRows, Shape::kTurnRows);
    copy (fused.unpack, Shape::kWindowRows + Shape::kTurnRows, Shape::kUnpackRows);
}

/** Transforms windowed points l + 32 q over q, into the rows of the frame's room. */
template <int tileFrames>
MELSTROM_BOTH void firstLanePass (const FusedTile<WarpShape<tileFrames>>& at, int frame, int lane,
                                  Complex* points)
{
    using Shape = WarpShape<tileFrames>;
    const auto* const samples =
        reinterpret_cast<const Complex*> (at.staged + at.stagedFrame (frame)) + lane;
    const PointPair* const window = laneTables (at, lane);
    const auto under = [] (Complex both, Complex weights) {
        return Complex {both.re * weights.re, both.im * weights.im};
    };
    Complex x[32];
    unrolled<16> (
        [&] (auto index)
        {
            constexpr int q = decltype (index)::value;
            const PointPair weights = window[Shape::kLanes * q];
            x[reversedBits (q, 32)] = under (samples[32 * q], weights.first);
            x[reversedBits (q + 16, 32)] = under (samples[32 * (q + 16)], weights.second);
        });
    laneDft (x);
    unrolled<32> ([&] (auto k) { points[Shape::kRowPoints * k + lane] = x[k]; });
}

/** Loads eight rows of a table, from `firstRow` on: turns 2 i and 2 i + 1 from row i. Called before
    a barrier, so that the loads overlap the wait. */
template <int tileFrames>
MELSTROM_BOTH void loadTurns (const FusedTile<WarpShape<tileFrames>>& at, int firstRow, int lane,
                              Complex (&turns)[16])
{
    const PointPair* const table = laneTables (at, lane) + firstRow * WarpShape<tileFrames>::kLanes;
    unrolled<8> (
        [&] (auto i)
        {
            const PointPair both = table[WarpShape<tileFrames>::kLanes * i];
            turns[2 * i] = both.first;
            turns[2 * i + 1] = both.second;
        });
}

/** Stores power (bins) of a frame, or magnitudes, from its points and their mirrors. */
template <bool isMagnitude, int tileFrames>
MELSTROM_BOTH void storeLanePowers (const FusedTile<WarpShape<tileFrames>>& at, int lane,
                                    const LaneValues& own, const Complex* mirrors, float* power)
{
    using Shape = WarpShape<tileFrames>;
    constexpr int kHalf = Shape::kTransform / 2;
    const float epsilon = at.work.program.magnitudeEpsilon;
    const auto store = [&] (float* to, float value)
    { *to = isMagnitude ? sqrtf (value + epsilon) : value; };
    const Complex* const mirror = mirrors + kHalf - lane;
    float* const up = power + lane;
    float* const down = power + Shape::kTransform - lane;
    Complex mirrored[16]; // loaded first, because a compiler must assume that stores change them
    unrolled<16> ([&] (auto k) { mirrored[k] = mirror[-32 * k]; });
    unrolled<16> (
        [&] (auto k)
        {
            float low, high;
            realPowers (own.points[k], mirrored[k], own.turns[k], low, high);
            store (up + 32 * k, low);
            store (down - 32 * k, high);
        });
    if (lane == 0)
    {
        const Complex middle = own.points[16];
        store (power + kHalf, 4.0f * (middle.re * middle.re + middle.im * middle.im));
    }
    if (lane > 0 && lane < 8)
        power[Shape::kTransform + lane] = 0.0f;
}

/** All transforms and powers of a tile, one warp a frame. */
template <int tileFrames, typename Block>
MELSTROM_BOTH void transformInWarps (const FusedTile<WarpShape<tileFrames>>& at, Block& block)
{
    using Shape = WarpShape<tileFrames>;
    constexpr int kLanes = Shape::kLanes, kHalf = Shape::kTransform / 2;
    typename Block::template PerThread<LaneValues> values (block);
    const auto roomOf = [&] (int thread)
    { return at.shared + at.work.fused.bufferOffset + thread / kLanes * Shape::kFrameFloats; };
    const auto pointsOf = [&] (int thread) { return reinterpret_cast<Complex*> (roomOf (thread)); };
    block.eachInWarp (
        [&] (int thread)
        {
            const int lane = thread % kLanes;
            firstLanePass (at, thread / kLanes, lane, pointsOf (thread));
            loadTurns (at, Shape::kWindowRows, lane, values[thread].turns);
        });
    block.eachInWarp (
        [&] (int thread)
        {
            const Complex* const row = pointsOf (thread) + thread % kLanes * Shape::kRowPoints;
            unrolled<32> ([&] (auto l) { values[thread].points[reversedBits (l, 32)] = row[l]; });
        });
    block.eachInWarp (
        [&] (int thread)
        {
            const int lane = thread % kLanes;
            LaneValues& own = values[thread];
            laneDft (own.points, own.turns);
            Complex* const upper = pointsOf (thread) + lane;
            unrolled<16> ([&] (auto k) { upper[kLanes * k] = own.points[k + 16]; });
            if (lane == 0)
                upper[kHalf] = own.points[0];
            loadTurns (at, Shape::kWindowRows + Shape::kTurnRows, lane, own.turns);
        });
    block.each (
        [&] (int thread)
        {
            const int lane = thread % kLanes;
            float* const power = roomOf (thread) + Shape::kFramePower;
            if (at.work.program.isMagnitude)
                storeLanePowers<true> (at, lane, values[thread], pointsOf (thread), power);
            else
                storeLanePowers<false> (at, lane, values[thread], pointsOf (thread), power);
        });
}

} // namespace melstrom::gpu
