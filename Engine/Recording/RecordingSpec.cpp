#include "Engine/Recording/RecordingSpec.h"

#include "Engine/Core/NumberText.h"

namespace melstrom
{

Result<void> RecordingSpec::validate () const
{
    const auto refuse = [] (const std::string& what, const std::string& allowed)
    {
        return Error {ErrorCode::badSpec, "a recording's " + what + "; it must be " + allowed,
                      std::nullopt};
    };
    constexpr int kLowestRateHz = 8000, kHighestRateHz = 768000;
    if (rateHz < kLowestRateHz || rateHz > kHighestRateHz)
        return refuse ("rate is " + std::to_string (rateHz) + " Hz",
                       std::to_string (kLowestRateHz) + " to " + std::to_string (kHighestRateHz));
    const bool isFlac = format == RecordingFormat::flac24;
    const int mostChannels = isFlac ? 8 : 64;
    if (numChannels < 1 || numChannels > mostChannels)
        return refuse ("number of channels is " + std::to_string (numChannels),
                       "1 to " + std::to_string (mostChannels) +
                           (isFlac ? " in FLAC; choose WAV for more" : ""));
    if (! (ringSeconds >= 0.1 && ringSeconds <= 60))
        return refuse ("ring holds " + fixedText (ringSeconds, 3) + " s", "0.1 to 60");
    return {};
}

const char* fileEndingOf (RecordingFormat format) noexcept
{
    return format == RecordingFormat::flac24 ? ".flac" : ".wav";
}

} // namespace melstrom
