// Draws the features of one audio file.
#pragma once

#include "Engine/Backend/Backend.h"
#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Source/Picture/Picture.h"

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
};

/** Properties of the drawn features. */
struct DrawnPicture
{
    std::int64_t numFrames = 0;
    int numFeatures = 0;
    bool hasBands = true; ///< false: coefficients
    double seconds = 0;   ///< of the file
};

/** "1 band", "39,563 frames". */
std::string countText (std::int64_t count, const std::string& what);
/** "3.21 s", "12.3 s", "1:05 min". */
std::string durationText (double seconds);

/** Extracts the file's features and draws its first signal with a range of 80 dB. The same request
    and backend give the same bytes.
    Thread: any but audio. Fails: as extractFile and writePicture, without a picture. */
Result<DrawnPicture> drawFile (const FilePicture& request, Storage& storage, Backend& backend);

} // namespace melstrom
