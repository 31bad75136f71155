// A spectrogram as a picture that could stand in a paper: axes, units, colour bar.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** What is drawn. */
struct PictureContent
{
    std::int64_t numFrames = 0;
    int numBands = 0;
    const float* values = nullptr;     ///< (frames, bands), row-major, in `valueUnit`
    double secondsPerFrame = 0;        ///< > 0
    double firstFrameSeconds = 0;      ///< the middle of the first frame's column
    std::vector<double> bandCentresHz; ///< (bands), rising; empty: the axis counts coefficients
    std::string title, subtitle;       ///< UTF-8: file name; preset, rate, duration; may be empty
    std::string valueUnit;             ///< "dB", "log10", "normalised"
};

struct PictureStyle
{
    int widthPixels = 1600, heightPixels = 900; ///< 480 x 320 to 16384 x 16384
    std::string colours = "magma";              ///< see colourMapNames
};

/** Draws and writes a PNG. Long signals are reduced by the maximum under each pixel, short ones
   drawn as they are, without interpolation; so are the bands. The colours reach from the 1st
   percentile of what is drawn to its maximum; an infinity is drawn as the end of that range, NaN as
   the lowest. The same content and style give the same bytes. Time: about that of reading `values`
   once. fails  badUsage (no such colours, size out of range), noSamples (no frames or no bands),
           shapeMismatch (centres or times that do not fit), writeFailed, diskFull; no file then */
Result<void> writePicture (const PictureContent& content, const PictureStyle& style,
                           const std::string& path);

} // namespace melstrom
