#include "Engine/Overview/OverviewFrontEnd.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Live/Tap/MelStream.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using Mix = OverviewFrontEnd::Mix;

constexpr int kMostUpsampling = 64; ///< as of a batch

Result<void> checkRates (int fromHz, int toHz, const std::string& path)
{
    if (fromHz == toHz)
        return {};
    if (toHz / kMostUpsampling > fromHz)
        return Error {ErrorCode::badRate,
                      printable (path) + " is at " + std::to_string (fromHz) + " Hz; at " +
                          std::to_string (toHz) + " Hz it would be more than " +
                          std::to_string (kMostUpsampling) + " times as long",
                      {}};
    MELSTROM_TRY (Resampler::make (fromHz, toHz, 1)); // says what is allowed
    return {};
}

void takeChannel (OverviewFrontEnd& made, OverviewChannel channel, const MelSpec& spec)
{
    const int last = std::min (made.numFileChannels, 2) - 1;
    switch (channel)
    {
        case OverviewChannel::mean:
            made.mix = spec.channels == ChannelMode::one ? Mix::one : Mix::all;
            made.channel = spec.channels == ChannelMode::one ? spec.channelIndex : 0;
            return;
        case OverviewChannel::left: made.mix = Mix::one; return;
        case OverviewChannel::right:
            made.mix = Mix::one;
            made.channel = last;
            return;
        case OverviewChannel::mid: made.mix = Mix::mid; return;
        case OverviewChannel::side: made.mix = Mix::side; return;
    }
}
} // namespace

Result<OverviewFrontEnd> OverviewFrontEnd::make (const MelPreset& preset, OverviewChannel channel,
                                                 const AudioInfo& info, const std::string& path)
{
    OverviewFrontEnd made;
    const MelSpec spec = MelStream::streamable (preset.spec, true);
    MELSTROM_TRY (checkRates (info.rateHz, spec.rateHz.value_or (info.rateHz), path));
    auto geometry = geometryAt (spec, spec.rateHz.value_or (info.rateHz));
    if (! geometry)
        return Error {
            geometry.error ().code, printable (path) + ": " + geometry.error ().message, {}};
    made.geometry = *geometry;
    made.fileRateHz = info.rateHz;
    made.numFileChannels = info.numChannels;
    made.numFileSamples = info.numSamples;
    made.signalId = hashBytes (fileNameOf (path));
    takeChannel (made, channel, spec);
    if (made.mix == Mix::one && made.channel >= info.numChannels)
        return Error {ErrorCode::noSuchChannel,
                      printable (path) + " has " + countText (info.numChannels, "channel") +
                          "; channels = " + std::to_string (made.channel) +
                          " counts from 0; choose another channel or the mean",
                      {}};
    return made;
}

std::int64_t OverviewFrontEnd::signalSamples () const noexcept
{
    return isResampled () ? resampledCount (numFileSamples, fileRateHz, geometry.rateHz)
                          : numFileSamples;
}

double OverviewFrontEnd::firstRowSeconds () const noexcept
{
    return (static_cast<double> (geometry.frameStart (0)) + geometry.spanSamples / 2.0) /
           geometry.rateHz;
}

void OverviewFrontEnd::mixDown (const float* from, std::int64_t numSamples,
                                float* to) const noexcept
{
    const std::int64_t stride = numFileChannels;
    const auto put = [&] (auto mixed)
    {
        for (std::int64_t i = 0; i < numSamples; ++i)
            to[i] = mixed (from + i * stride);
    };
    const int right = numFileChannels > 1 ? 1 : 0;
    switch (mix)
    {
        case Mix::all: std::copy_n (from, numSamples * stride, to); return;
        case Mix::one: return put ([this] (const float* at) { return at[channel]; });
        case Mix::mid: return put ([=] (const float* at) { return 0.5f * (at[0] + at[right]); });
        case Mix::side: return put ([=] (const float* at) { return 0.5f * (at[0] - at[right]); });
    }
}

} // namespace melstrom
