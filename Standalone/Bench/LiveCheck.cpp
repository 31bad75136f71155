#include "Standalone/Bench/LiveCheck.h"

#include "Engine/Live/Voices/Synthesizer.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace melstrom
{

namespace
{
struct Sound
{
    explicit Sound (std::size_t numSamples) : left (numSamples), right (numSamples) {}

    std::vector<float> left, right;
};

Result<std::unique_ptr<Synthesizer>> makeReference (const LiveTrialOptions& options)
{
    VoiceCapacity capacity;
    capacity.sampleRateHz = options.sampleRateHz;
    MELSTROM_TRY_VALUE (auto renderer, makeCpuVoiceRenderer (capacity, 1));
    MELSTROM_TRY_VALUE (auto made, Synthesizer::make (std::move (renderer), capacity));
    MELSTROM_TRY (made->setPatch (trialPatch (options)));
    return made;
}

/** Plays the same chord from the first block on, live and with the reference. */
Result<void> playBoth (const LiveTrialOptions& options, LiveSynth& live, Synthesizer& reference,
                       Sound& played, Sound& expected)
{
    const auto events = chord (options.numVoices, SynthEventKind::noteOn);
    const auto block = static_cast<std::size_t> (options.blockSamples);
    for (std::size_t at = 0; at < played.left.size (); at += block)
    {
        const auto now =
            at == 0 ? std::span<const SynthEvent> (events) : std::span<const SynthEvent> ();
        live.process ({now,
                       {},
                       played.left.data () + at,
                       played.right.data () + at,
                       options.blockSamples,
                       true});
        MELSTROM_TRY (reference.process ({now, nullptr, expected.left.data () + at,
                                          expected.right.data () + at, options.blockSamples}));
    }
    return {};
}

/** Error power over the power of `expected`, in dB. `played` is delayed by lateSamples. */
double errorDbOf (const std::vector<float>& played, const std::vector<float>& expected,
                  std::size_t lateSamples)
{
    double error = 0, power = 0;
    for (std::size_t n = lateSamples; n < played.size (); ++n)
    {
        const auto wanted = static_cast<double> (expected[n - lateSamples]);
        error += std::pow (static_cast<double> (played[n]) - wanted, 2);
        power += wanted * wanted;
    }
    return 10 * std::log10 (std::max (error, 1e-30) / power);
}
} // namespace

Result<double> checkLive (const LiveTrialOptions& options)
{
    const auto device = LiveDevice::shared (options.backend);
    device->waitUntilKnown (kMostStartSeconds);
    MELSTROM_TRY_VALUE (auto live,
                        LiveSynth::make (synthOptions (options), trialPatch (options), device));
    MELSTROM_TRY_VALUE (auto reference, makeReference (options));
    const auto numBlocks = static_cast<int> (options.sampleRateHz / 2 / options.blockSamples);
    Sound played (static_cast<std::size_t> (numBlocks) *
                  static_cast<std::size_t> (options.blockSamples)),
        expected (played);
    MELSTROM_TRY (playBoth (options, *live, *reference, played, expected));
    const double errorDb =
        errorDbOf (played.left, expected.left, static_cast<std::size_t> (live->latencySamples ()));
    constexpr double kMostDb = -100;
    if (errorDb < kMostDb)
        return errorDb;
    return Error {ErrorCode::internalFault,
                  "an instance differs from the synthesizer by " + std::to_string (errorDb) + " dB",
                  {}};
}

} // namespace melstrom
