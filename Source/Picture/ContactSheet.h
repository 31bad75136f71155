// Many spectrograms in one picture.
#pragma once

#include "Engine/Core/Result.h"
#include "Source/Picture/Heatmap.h"

#include <string>
#include <vector>

namespace melstrom
{

struct ContactSheet
{
    static constexpr int kMostSounds = 240; ///< of one sheet
    static constexpr int kThumbnailWidthPixels = 240, kThumbnailHeightPixels = 120;

    struct Sound
    {
        std::string label; ///< below the thumbnail; UTF-8, shortened to its width
        Heatmap thumbnail; ///< with at least one cell
    };

    std::string title, subtitle; ///< UTF-8
    std::string colours;         ///< see colourMapNames
    ValueRange range;            ///< of the colours of all thumbnails
    std::vector<Sound> sounds;   ///< 1 to kMostSounds, in rows
};

/** Writes the sheet as a PNG, and replaces an existing file only when the sheet is complete. The
    same sheet gives the same bytes. Fails: badUsage (unknown colours), noSamples (no sound),
    internalFault (too many), writeFailed, diskFull. */
Result<void> writeContactSheet (const ContactSheet& sheet, const std::string& path);

} // namespace melstrom
