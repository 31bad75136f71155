#include "Engine/Report/Origin/FeatureMatrix.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** (units, a, b) to (units, b, a). */
std::vector<float> swappedAxes (const std::vector<float>& values, std::int64_t numUnits,
                                std::int64_t a, std::int64_t b)
{
    std::vector<float> swapped (values.size ());
    for (std::int64_t unit = 0; unit < numUnits; ++unit)
    {
        const float* const from = values.data () + unit * a * b;
        float* const to = swapped.data () + unit * a * b;
        for (std::int64_t i = 0; i < a; ++i)
            for (std::int64_t j = 0; j < b; ++j)
                to[j * a + i] = from[i * b + j];
    }
    return swapped;
}

std::string shapeText (const std::vector<std::int64_t>& dimensions)
{
    std::string text;
    for (const auto dimension : dimensions)
        text += (text.empty () ? "" : ", ") + std::to_string (dimension);
    return "(" + text + ")";
}
} // namespace

Result<std::vector<ArrayReading>> readingsOf (const NpyContents& array)
{
    auto axes = array.dimensions;
    while (axes.size () > 2)
    {
        const auto one = std::ranges::find (axes, 1);
        if (one == axes.end ())
            break;
        axes.erase (one);
    }
    if (axes.size () < 2 || axes.size () > 3 || array.values.empty ())
        return Error {ErrorCode::badUsage,
                      "an array of shape " + shapeText (array.dimensions) +
                          " holds no features: it must have two axes, bands and frames, and "
                          "perhaps a third one in front, of segments",
                      {}};
    const std::int64_t numUnits = axes.size () == 3 ? axes[0] : 1;
    const std::int64_t a = axes[axes.size () - 2], b = axes[axes.size () - 1];
    std::vector<ArrayReading> readings (2);
    readings[0] = {AxisOrder::featuresFirst,
                   {numUnits, b, static_cast<int> (a), swappedAxes (array.values, numUnits, a, b)}};
    readings[1] = {AxisOrder::framesFirst, {numUnits, a, static_cast<int> (b), array.values}};
    return readings;
}

FeatureMatrix matrixOf (const ExtractedFile& extracted)
{
    const auto& geometry = extracted.geometry;
    FeatureMatrix matrix;
    matrix.numFeatures = geometry.numFeatures;
    matrix.values = extracted.values ();
    if (geometry.spec.layout == Layout::frames)
    {
        matrix.numFrames = extracted.file.numRows;
        return matrix;
    }
    matrix.numUnits = extracted.file.numRows;
    matrix.numFrames = geometry.framesPerSegment;
    matrix.values =
        swappedAxes (matrix.values, matrix.numUnits, matrix.numFeatures, matrix.numFrames);
    return matrix;
}

} // namespace melstrom
