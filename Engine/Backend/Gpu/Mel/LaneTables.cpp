#include "Engine/Backend/Gpu/Mel/FusedTables.h"

#include "Engine/Backend/Gpu/Kernels/Fused/FusedShapes.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace melstrom::gpu
{

Complex turn (std::int64_t numerator, std::int64_t denominator)
{
    const double angle = -2.0 * std::numbers::pi * static_cast<double> (numerator % denominator) /
                         static_cast<double> (denominator);
    return {static_cast<float> (std::cos (angle)), static_cast<float> (std::sin (angle))};
}

void makeLaneTables (FusedTables& tables)
{
    constexpr int kLanes = 32, kHalf = kLanes / 2;
    const int numPoints = tables.program.numTransform;
    std::vector<Complex> window, unpack, twiddles (std::size_t {kHalf} * kLanes);
    for (int row = 0; row < kHalf; ++row)
        for (int point = kLanes * row; point < kLanes * (row + 1); ++point)
            for (const int there : {point, point + kHalf * kLanes})
                window.push_back (tables.window[static_cast<std::size_t> (there)]);
    for (int row = 0; row < kHalf / 2; ++row)
        for (int k = 2 * kLanes * row; k < kLanes * (2 * row + 1); ++k)
            for (const int there : {k, k + kLanes})
                unpack.push_back (turn (there, 2 * std::int64_t {numPoints}));
    const auto setTurns = [&] (int number, int lane, int k)
    {
        const int place = (number / 2 * kLanes + lane) * 2 + number % 2;
        twiddles[static_cast<std::size_t> (place)] = turn (k, numPoints);
    };
    for (int lane = 0; lane < kLanes; ++lane)
    {
        setTurns (0, lane, kHalf * lane);
        for (int count = 1, step = kHalf / 2; step > 0; count *= 2, step /= 2)
            for (int k = 0; k < count; ++k)
                setTurns (count + k, lane, step * (lane + kLanes * k));
    }
    tables.window = std::move (window);
    tables.twiddles = std::move (twiddles);
    tables.unpack = std::move (unpack);
}

void layOutRooms (FusedProgram& program)
{
    using Shape = WarpShape<1>; // sizes are equal for all WarpShapes
    program.powerOffset = program.bufferOffset + Shape::kFramePower;
    program.tableOffset = program.bufferOffset + program.framesPerTile * Shape::kFrameFloats;
    program.featureOffset = program.bufferOffset;
    program.featureStride = 1;
    program.partialOffset = program.tableOffset + Shape::kTableFloats;
    program.sharedFloats = program.partialOffset;
}

} // namespace melstrom::gpu
