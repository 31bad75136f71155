// The float64 definition of bands, and correct computations that its trial accepts.
#include "Engine/Backend/Gpu/Mel/ProgramTables.h"
#include "Tests/Support/Gpu/BandTrialRig.h"
#include "Tests/Support/Mel/SpecSamples.h"

#include <complex>
#include <numbers>
#include <random>

using namespace melstrom;
using namespace melstrom::gpu;
using namespace melstrom::testing;

namespace
{
/** Presets, each also with a few random changes. */
std::vector<MelSpec> manySpecs ()
{
    std::mt19937 random (31);
    std::vector<MelSpec> specs;
    for (const auto& preset : builtInPresets ())
        specs.push_back (preset.spec.unstacked ()); // as a plan of frames is made
    constexpr std::size_t numSpecs = 120;
    for (std::size_t i = 0; specs.size () < numSpecs; i = (i + 1) % specs.size ())
    {
        const auto spec = mutatedSpec (specs[i], random).unstacked ();
        const auto geometry = geometryAt (spec, spec.rateHz.value_or (22050));
        constexpr int most = 4096; // larger transforms take too long
        if (geometry && geometry->fftSamples <= most && geometry->hopSamples <= most &&
            geometry->framesPerSegment <= most)
            specs.push_back (spec);
    }
    return specs;
}
} // namespace

TEST_CASE ("the definition's transform is the sum over all samples", "[cuda][variants]")
{
    for (const int fftSamples : {2, 3, 4, 7, 12, 30, 97, 128, 210, 400})
    {
        MelSpec spec;
        spec.window = spec.hop = {static_cast<double> (fftSamples), Length::Unit::samples};
        spec.framing = Framing::valid;
        spec.windowShape = WindowShape::rectangular;
        spec.numBands = 3;
        const MelGeometry geometry = geometryOf (spec);
        const MelBank bank = makeMelBank (geometry);
        std::vector<float> samples;
        std::vector<double> bands (3, 0.0);
        for (int i = 0; i < fftSamples; ++i)
            samples.push_back (static_cast<float> ((i * 37) % 101) / 128.0f - 0.25f);
        for (int bin = 0; bin < geometry.numBins; ++bin)
        {
            std::complex<double> sum = 0;
            for (int i = 0; i < fftSamples; ++i)
                sum += static_cast<double> (samples[static_cast<std::size_t> (i)]) *
                       std::polar (1.0, -2 * std::numbers::pi * bin * i / fftSamples);
            for (std::size_t band = 0; band < bands.size (); ++band)
                bands[band] += std::norm (sum) *
                               static_cast<double> (
                                   bank.weights[band * static_cast<std::size_t> (geometry.numBins) +
                                                static_cast<std::size_t> (bin)]);
        }
        const BandDefinition definition (geometry);
        const auto defined = definition.bandsOf (definition.prepared (samples), 0).values;
        INFO (fftSamples);
        for (std::size_t band = 0; band < bands.size (); ++band)
            CHECK (defined[band] == Approx (bands[band]).epsilon (1e-12).margin (1e-15));
    }
}

TEST_CASE ("a right computation passes the trial of any spec", "[cuda][variants]")
{
    for (const MelSpec& spec : manySpecs ())
    {
        INFO (toToml (spec));
        BandTrial trial = trialOf (spec);
        CHECK (trial.numFramesChecked () >= 3);
        const auto agrees = checkCpu (trial);
        INFO ((agrees ? "" : agrees.error ().message));
        CHECK (agrees);
    }
}

TEST_CASE ("a right computation passes where the bank leaves the loudest bins out",
           "[cuda][variants]")
{
    MelSpec spec = presetSpec ("vggish"); // its bank ends at 7.5 kHz
    spec.rateHz = 768000;
    spec.preemphasis = GENERATE (0.0, 0.97, 1.0);
    spec.spectrum = GENERATE (Spectrum::power, Spectrum::magnitude);
    INFO (toToml (spec));
    BandTrial trial = trialOf (spec);
    const auto agrees = checkCpu (trial);
    INFO ((agrees ? "" : agrees.error ().message));
    CHECK (agrees);
    const auto spoiled = [] (std::span<float> values)
    {
        for (float& value : values)
            value *= 1.001f;
    };
    CHECK_FALSE (checkChanged (trial, spoiled));
}

TEST_CASE ("a right computation passes with a band of thousands of bins", "[cuda][variants]")
{
    MelSpec spec;
    for (const char* const setting :
         {"sample_scale=0.1", "dither=1", "remove_frame_mean=true", "preemphasis=0.97",
          "preemphasis_scope=frame", "window_ms=0.3333333333333333", "hop_samples=160",
          "fft_samples=4096", "window=hann-half-sample", "window_placement=left", "framing=valid",
          "spectrum=magnitude", "magnitude_epsilon=0.25", "bands=1", "lowest_hz=20",
          "highest_hz=7500", "bank_norm=none", "rate_hz=16000"})
        REQUIRE (applySetting (spec, setting));
    BandTrial trial = trialOf (spec);
    CHECK (checkCpu (trial));
    CHECK_FALSE (checkChanged (trial, [] (std::span<float> values) { values.front () *= 1.001f; }));
}

TEST_CASE ("a right computation passes where the window leaves next to nothing", "[cuda][variants]")
{
    MelSpec spec = presetSpec ("torchaudio");
    for (const char* const setting :
         {"window_samples=2", "window=blackman", "fft_samples=1024", "hop_samples=160",
          "sample_scale=0.1", "remove_frame_mean=true", "preemphasis=0.97",
          "preemphasis_scope=frame", "bands=80", "lowest_hz=0.1", "highest_hz=7600.5",
          "mel_scale=slaney", "bank_style=kaldi", "bank_norm=slaney", "rate_hz=22050"})
        REQUIRE (applySetting (spec, setting));
    BandTrial trial = trialOf (spec);
    CHECK (checkCpu (trial));
    CHECK_FALSE (checkChanged (trial, [] (std::span<float> values) { values.front () += 1e-30f; }));
}

TEST_CASE ("bands of a trial go the way of the spec's own", "[cuda][variants]")
{
    for (const MelSpec& spec : manySpecs ())
    {
        INFO (toToml (spec));
        const MelProgram own = makeProgramTables (geometryOf (spec)).program,
                         tried = makeProgramTables (trialOf (spec).geometry ()).program;
        CHECK (tried.bandsTo == own.bandsTo);
        CHECK (tried.isShared == own.isShared);
        CHECK (tried.hasFrameSteps == own.hasFrameSteps);
        CHECK (tried.numPlanes == own.numPlanes);
        CHECK_FALSE (tried.hasLog);
        CHECK_FALSE (tried.isHalf);
        CHECK (tried.numFeatures == tried.numPlanes);
    }
}
