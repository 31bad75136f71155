// Draws the features of one audio file.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Picture/Heatmap.h"
#include "Source/Picture/Picture.h"

#include <optional>
#include <string>

namespace melstrom
{

struct FilePicture
{
    std::string audioFile, pictureFile;
    std::string title; ///< above the picture; UTF-8
    MelPreset preset;
    AudioOptions audio;
    PictureStyle style;
    std::optional<ValueRange> range {};          ///< of the colours; empty: the file's own
    int thumbnailColumns = 0, thumbnailRows = 0; ///< at most; 0: no thumbnail
};

/** Properties of the drawn features. */
struct DrawnPicture
{
    std::int64_t numFrames = 0;
    int numFeatures = 0;
    bool hasBands = true; ///< false: coefficients
    double seconds = 0;   ///< of the file
    Heatmap thumbnail {}; ///< the whole file
};

/** What one scale for several files needs to know of a file. */
struct ShownValues
{
    ValueRange range; ///< rangeOf the cells that a picture of this size would have at most
    std::string unit; ///< "dB", "log10", ...
};

/** "3.21 s", "12.3 s", "1:05 min". */
std::string durationText (double seconds);

inline constexpr double kShownRangeDb = 80;

/** Extracts the file's features as drawFile does, and writes nothing. Fails: as extractFile;
    noSamples without a frame. */
Result<ShownValues> shownValuesOf (const FilePicture& request, Storage& storage, Backend& backend);

/** Extracts the file's features and draws its first signal with a range of 80 dB. The same request
    and backend give the same bytes.
    Thread: any but audio. Fails: as extractFile and writePicture, without a picture. */
Result<DrawnPicture> drawFile (const FilePicture& request, Storage& storage, Backend& backend);

} // namespace melstrom
