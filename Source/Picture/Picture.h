// Draws a spectrogram with axes, units and colour bar, fit for a publication.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** The data to draw. */
struct PictureContent
{
    std::int64_t numFrames = 0;
    int numBands = 0;
    const float* values = nullptr;     ///< (frames, bands), row-major, in `valueUnit`
    double secondsPerFrame = 0;        ///< > 0
    double firstFrameSeconds = 0;      ///< time at the middle of the first frame's column
    std::vector<double> bandCentresHz; ///< (bands), rising; empty: the axis shows coefficients
    std::string title, subtitle;       ///< UTF-8: file name; preset, rate, duration; may be empty
    std::string valueUnit;             ///< "dB", "log10", "normalised"
    /** values of the lowest and the highest colour, rising; empty: those of the drawn cells */
    std::optional<std::pair<double, double>> shownValues {};
};

struct PictureStyle
{
    int widthPixels = 1600, heightPixels = 900; ///< 480 x 320 to 16384 x 16384
    std::string colours = "magma";              ///< see colourMapNames
};

/** Draws the content and writes a PNG. Draws the maximum of the frames and bands under each pixel;
    with fewer frames or bands than pixels, draws them without interpolation. Without shownValues the
    colours range from the 1st percentile of the drawn cells to their maximum. An infinity has the colour of that end
    of the range, NaN the lowest. The same content and style give the same bytes. Takes about as
    long as one read of `values`. Fails: badUsage (unknown colours, size out of range), noSamples
    (no frames or no bands), shapeMismatch (centres or times do not fit), writeFailed, diskFull;
    then without a file. */
Result<void> writePicture (const PictureContent& content, const PictureStyle& style,
                           const std::string& path);

} // namespace melstrom
