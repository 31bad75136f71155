#include "Source/Picture/Picture.h"

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Source/Picture/PictureSteps.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

constexpr int kNarrowestPixels = 480, kLowestPixels = 320, kLargestPixels = 16384;

std::string knownColours ()
{
    std::string names;
    for (const std::string& name : colourMapNames ())
        names += (names.empty () ? "" : ", ") + name;
    return names;
}

Result<void> check (const PictureContent& content, const PictureStyle& style)
{
    if (! findColourMap (style.colours))
        return Error {ErrorCode::badUsage,
                      "there are no colours '" + style.colours + "'; known are " + knownColours (),
                      {}};
    if (style.widthPixels < kNarrowestPixels || style.heightPixels < kLowestPixels ||
        std::max (style.widthPixels, style.heightPixels) > kLargestPixels)
        return Error {ErrorCode::badUsage,
                      "a picture of " + std::to_string (style.widthPixels) + " x " +
                          std::to_string (style.heightPixels) +
                          " pixels cannot be drawn; 480 x 320 to 16384 x 16384 are allowed",
                      {}};
    if (content.numFrames < 1 || content.numBands < 1 || ! content.values)
        return Error {ErrorCode::noSamples,
                      "nothing to draw: " + std::to_string (content.numFrames) + " frames of " +
                          std::to_string (content.numBands) + " bands",
                      {}};
    if (! (content.secondsPerFrame > 0) || ! std::isfinite (content.secondsPerFrame) ||
        ! std::isfinite (content.firstFrameSeconds))
        return Error {ErrorCode::shapeMismatch,
                      "a frame lasts " + std::to_string (content.secondsPerFrame) +
                          " s; it must be above 0 and finite",
                      {}};

    const std::vector<double>& centres = content.bandCentresHz;
    if (! centres.empty () && centres.size () != static_cast<std::size_t> (content.numBands))
        return Error {ErrorCode::shapeMismatch,
                      std::to_string (centres.size ()) + " centre frequencies for " +
                          std::to_string (content.numBands) + " bands",
                      {}};
    const auto notRising = [] (double lower, double upper)
    { return ! (upper > lower) || ! std::isfinite (upper); };
    if (std::ranges::adjacent_find (centres, notRising) != centres.end ())
        return Error {
            ErrorCode::shapeMismatch, "the centre frequencies of the bands do not rise", {}};
    return {};
}

Heatmap reduceTo (const Rectangle& plot, const PictureContent& content)
{
    return reduceToCells (content.values, content.numFrames, content.numBands, plot.width,
                          plot.height);
}

} // namespace

Result<void> writePicture (const PictureContent& content, const PictureStyle& style,
                           const std::string& path)
{
    MELSTROM_TRY (check (content, style));
    MELSTROM_TRY_VALUE (const auto font, Font::open ());

    // wide labels on the colour bar narrow the plot; they depend on the range
    PictureLayout layout = layOut (content, style, {}, font);
    Heatmap heatmap = reduceTo (layout.plot, content);
    const ValueRange range =
        content.shownValues ? ValueRange {content.shownValues->first, content.shownValues->second}
                            : rangeOf (heatmap);
    const int guessedWidthPixels = layout.plot.width;
    layout = layOut (content, style, range, font);
    if (layout.plot.width != guessedWidthPixels)
        heatmap = reduceTo (layout.plot, content);

    Canvas canvas (style.widthPixels, style.heightPixels, kPaper);
    const ColourMap& map = *findColourMap (style.colours);
    const PictureMetrics metrics = metricsOf (style);
    drawHeatmap (canvas, layout.plot, heatmap, range, map);
    drawColourBar (canvas, layout.colourBar, map);
    drawFrame (canvas, layout.plot, metrics.linePixels);
    drawFrame (canvas, layout.colourBar, metrics.linePixels);
    drawAxes (canvas, layout, metrics, font);
    drawHeading (canvas, content, layout, metrics, font);
    return writePng (canvas, content.title, path);
}

} // namespace melstrom
