#include "Engine/Backend/Backend.h"
#include "Engine/Backend/Cuda/BandTrial.h"
#include "Engine/Backend/Cuda/ProgramTables.h"
#include "Engine/Spec/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/SpecSamples.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>

using namespace melstrom;
using namespace melstrom::cuda;

namespace
{

constexpr int kTileFrames = 32;

MelGeometry geometryOf (const MelSpec& spec)
{
    const int rateHz = spec.rateHz.value_or (22050);
    auto geometry = geometryAt (spec, rateHz);
    REQUIRE (geometry);
    return *geometry;
}

MelSpec presetSpec (const std::string& name)
{
    const auto preset = findPreset (name);
    REQUIRE (preset);
    return preset->spec;
}

BandTrial trialOf (const MelSpec& spec)
{
    auto trial = BandTrial::make (geometryOf (spec), kTileFrames);
    REQUIRE (trial);
    return std::move (*trial);
}

/** Presets, and what a few random changes make of them. */
std::vector<MelSpec> manySpecs ()
{
    std::mt19937 random (31);
    std::vector<MelSpec> specs;
    for (const auto& preset : builtInPresets ())
        specs.push_back (preset.spec);
    constexpr std::size_t numSpecs = 120;
    for (std::size_t i = 0; specs.size () < numSpecs; i = (i + 1) % specs.size ())
    {
        const auto spec = melstrom::testing::mutatedSpec (specs[i], random);
        const auto geometry = geometryAt (spec, spec.rateHz.value_or (22050));
        constexpr int most = 4096; // larger ones take their time
        if (geometry && geometry->fftSamples <= most && geometry->hopSamples <= most &&
            geometry->framesPerSegment <= most)
            specs.push_back (spec);
    }
    return specs;
}

/** Computes right; then `change` may do as it likes with the output. */
class ChangedPlan final : public MelPlan
{
public:
    using Change = std::function<void (std::span<float>)>;

    ChangedPlan (std::unique_ptr<MelPlan> plan, std::size_t numValues, Change change)
        : plan_ (std::move (plan)), numValues_ (numValues), change_ (std::move (change))
    {
    }
    const MelGeometry& geometry () const noexcept override { return plan_->geometry (); }
    Ticket submit (const MelBatch& batch) override
    {
        output_ = batch.output;
        return plan_->submit (batch);
    }
    Result<void> wait (Ticket ticket) override
    {
        auto done = plan_->wait (ticket);
        change_ ({reinterpret_cast<float*> (output_), numValues_});
        return done;
    }
    bool isDone (Ticket ticket) override { return plan_->isDone (ticket); }

private:
    std::unique_ptr<MelPlan> plan_;
    std::size_t numValues_;
    Change change_;
    std::byte* output_ = nullptr;
};

Result<void> checkChanged (BandTrial& trial, ChangedPlan::Change change)
{
    const auto backend = std::move (*makeCpuBackend (1));
    const auto& geometry = trial.geometry ();
    auto plan = backend->planMel (geometry.spec, geometry.rateHz, trial.capacity ());
    REQUIRE (plan);
    ChangedPlan changed (std::move (*plan), trial.capacity ().outputBytes / sizeof (float),
                         std::move (change));
    return trial.check (changed);
}

Result<void> checkCpu (BandTrial& trial)
{
    return checkChanged (trial, [] (std::span<float>) {});
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

TEST_CASE ("a band that is off in the first, last or a tile's border frame fails",
           "[cuda][variants]")
{
    BandTrial trial = trialOf (presetSpec ("whisper-openai-80"));
    const auto numBands = static_cast<std::size_t> (trial.geometry ().numBands);
    const std::size_t numFrames = trial.capacity ().outputBytes / sizeof (float) / numBands;
    REQUIRE (numFrames > 3 * 32);
    for (const std::size_t frame :
         {std::size_t {0}, std::size_t {31}, std::size_t {32}, numFrames / 2, numFrames - 1})
        for (const float share : {1e-6f, 1e-5f})
        {
            const auto shifted = checkChanged (trial,
                                               [&] (std::span<float> values)
                                               {
                                                   const auto bands =
                                                       values.subspan (frame * numBands, numBands);
                                                   bands[frame % numBands] +=
                                                       share * *std::ranges::max_element (bands);
                                               });
            CHECK (shifted.ok () == (share < 3e-6f));
            if (! shifted)
            {
                CHECK (shifted.error ().code == ErrorCode::verificationFailed);
                CHECK (shifted.error ().message.find ("off by 1.0e-05") != std::string::npos);
            }
        }
}

TEST_CASE ("a value that is no number fails, wherever it is", "[cuda][variants]")
{
    BandTrial trial = trialOf (presetSpec ("leak-fine"));
    const std::size_t numValues = trial.capacity ().outputBytes / sizeof (float);
    for (const std::size_t at : {std::size_t {0}, numValues / 3, numValues - 1})
        for (const float value :
             {std::numeric_limits<float>::quiet_NaN (), std::numeric_limits<float>::infinity ()})
            CHECK_FALSE (
                checkChanged (trial, [&] (std::span<float> values) { values[at] = value; }));
}

TEST_CASE ("a transform that is too long for its definition is refused", "[cuda][variants]")
{
    MelSpec spec;
    spec.window = spec.hop = {65537, Length::Unit::samples};
    const auto trial = BandTrial::make (geometryOf (spec), kTileFrames);
    REQUIRE_FALSE (trial);
    CHECK (trial.error ().code == ErrorCode::verificationFailed);
    CHECK (trial.error ().message.find ("65537") != std::string::npos);
    spec.window = spec.hop = {65536, Length::Unit::samples};
    BandTrial longer = trialOf (spec);
    CHECK (checkCpu (longer));
}
