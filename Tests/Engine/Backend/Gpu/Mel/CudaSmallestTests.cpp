// A small piece of work for each kernel and shape. Tools that slow a GPU down a hundred times can
// then check all kernels.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
MelSpec presetSpec (const char* name)
{
    const auto preset = findPreset (name);
    REQUIRE (preset.ok ());
    return preset->spec;
}

/** 8 bands, a transform of 64, over two blocks of statistics. */
Trial blocksTrial (const char* name, const char* preset)
{
    Trial trial {name, presetSpec (preset), 16000, broadbandSignal (17 * 1024, 21)};
    trial.spec.fftSamples = 64;
    trial.spec.window = {64};
    trial.spec.hop = {16};
    trial.spec.numBands = 8;
    trial.featureTolerance = featureTolerance (trial.spec);
    return trial;
}

Trial segmentsTrial (const char* name, const char* preset, bool padsLast)
{
    const MelSpec spec = presetSpec (preset);
    Trial trial {name, spec, 4096, broadbandSignal (2 * spec.longWindowSamples + 5, 22)};
    trial.spec.padLastSegment = padsLast;
    trial.featureTolerance = featureTolerance (spec);
    return trial;
}

Trial shortTrial (const char* preset)
{
    Trial trial {preset, presetSpec (preset), 16000, broadbandSignal (4001, 23)};
    trial.featureTolerance = featureTolerance (trial.spec);
    return trial;
}

std::vector<Trial> smallestTrials ()
{
    std::vector<Trial> trials {segmentsTrial ("segments that share frames", "leak-fine", false),
                               segmentsTrial ("segments that share none", "leak-fine", true),
                               segmentsTrial ("segments of one frame", "leak", false),
                               shortTrial ("kaldi-fbank"), // steps on each frame
                               shortTrial ("kaldi-mfcc"),  // cepstra
                               shortTrial ("ast"),         // an affine map
                               blocksTrial ("largest of a signal", "librosa-db"),
                               blocksTrial ("Whisper's norm", "whisper-openai-80"),
                               blocksTrial ("moments", "nemo-80")};
    trials.push_back (blocksTrial ("deltas of deltas", "librosa-db"));
    trials.back ().spec.deltaOrder = 2;
    trials.push_back (blocksTrial ("PCEN", "librosa"));
    trials.back ().spec.pcen = Pcen ();
    trials.back ().spec.sampleScale = 2147483648.0;
    trials.back ().featureTolerance = 2e-4;
    trials.push_back (shortTrial ("kaldi-fbank"));
    trials.back ().name = "energy";
    trials.back ().spec.useEnergy = true;
    return trials;
}

/** A little more than three tiles of any shape. Bands are as narrow as in real features: float32
    sums over hundreds of bins exceed the ladder, also on the CPU. */
Trial shapeTrial (int fftSamples, bool hasSteps)
{
    Trial trial {"fft " + std::to_string (fftSamples) + (hasSteps ? ", steps" : ""),
                 {},
                 16000,
                 broadbandSignal (fftSamples * (fftSamples < 100 ? 400 : 55), 24)};
    trial.spec.fftSamples = fftSamples;
    trial.spec.window = {static_cast<double> (fftSamples - 3)};
    trial.spec.hop = {static_cast<double> (fftSamples / 2)};
    trial.spec.numBands = std::max (8, fftSamples / 16);
    trial.spec.removeFrameMean = hasSteps;
    return trial;
}

/** Checks compiled shapes, and the largest generic tiles that fit. */
void checkShapes (const Trial& trial)
{
    const auto expected = referenceEnergies (trial);
    const auto geometry = geometryAt (energiesOnly (trial.spec), trial.rateHz);
    int numCompiled = 0, numChecked = 0;
    for (const gpu::FusedShape& shape : gpu::fusedShapes (*geometry))
    {
        INFO (trial.name << ", " << shape.name ());
        Trial linear = trial;
        linear.spec = energiesOnly (trial.spec);
        const auto backend = openCuda (linear, shape);
        if (backend == nullptr)
            continue;
        const Agreement agreement = energiesAgree (linear, expected, energiesOf (linear, *backend));
        INFO (agreement.where);
        CHECK (agreement.ok);
        ++numChecked;
        if (shape.compiled < 0)
            break;
        ++numCompiled;
    }
    INFO (trial.name);
    CHECK (numChecked > numCompiled); // also one generic shape
}
} // namespace

TEST_CASE ("CUDA, smallest: every shape of the fused kernel agrees with the reference",
           "[cuda][gpu][agreement][smallest]")
{
    const auto fft = GENERATE (values ({64, 90, 128, 256, 400, 512, 600, 1024, 1200, 2048, 4096}));
    const bool hasSteps = GENERATE (false, true);
    if (! cudaBackends ().empty ())
        checkShapes (shapeTrial (fft, hasSteps));
}

TEST_CASE ("CUDA, smallest: cuFFT's transforms agree with the reference",
           "[cuda][gpu][agreement][smallest]")
{
    const Trial trial = shapeTrial (GENERATE (values ({90, 223, 400})), GENERATE (false, true));
    for (const CudaUnderTest& cuda : cudaBackends ())
        if (cuda.variant == gpu::MelVariant::cufft)
        {
            const Agreement agreement =
                energiesAgree (trial, referenceEnergies (trial), energiesOf (trial, *cuda.backend));
            INFO (trial.name << ": " << agreement.where);
            CHECK (agreement.ok);
        }
}

TEST_CASE ("CUDA, smallest: what follows the bands agrees with the reference",
           "[cuda][gpu][agreement][smallest]")
{
    const auto index = GENERATE (range (std::size_t {0}, smallestTrials ().size ()));
    const Trial trial = smallestTrials ()[index];
    for (const CudaUnderTest& cuda : cudaBackends ())
        if (cuda.variant != gpu::MelVariant::automatic)
        {
            const Agreement agreement =
                featuresAgree (trial, referenceFeatures (trial), featuresOf (trial, *cuda.backend));
            INFO (cuda.name << ", " << trial.name << ": " << agreement.where);
            CHECK (agreement.ok);
        }
}

TEST_CASE ("CUDA, smallest: every sample format agrees with the reference",
           "[cuda][gpu][agreement][smallest]")
{
    const auto format = GENERATE (values (
        {SampleFormat::int16, SampleFormat::int24, SampleFormat::int32, SampleFormat::float32}));
    const Trial trial = formatTrial (format, GENERATE (1, 2), {});
    for (const CudaUnderTest& cuda : cudaBackends ())
        if (cuda.variant != gpu::MelVariant::automatic)
        {
            const Agreement agreement =
                energiesAgree (trial, referenceEnergies (trial), energiesOf (trial, *cuda.backend));
            INFO (cuda.name << ", " << trial.name << ": " << agreement.where);
            CHECK (agreement.ok);
        }
}

TEST_CASE ("CUDA, smallest: more tiles than run at once agree with the reference",
           "[cuda][gpu][agreement][smallest]")
{
    // 8 frames a tile and room for 4 tiles at most on each multiprocessor: the largest GPUs compute
    // 6000 frames at once.
    Trial trial = shapeTrial (1200, false);
    constexpr std::int64_t numFrames = 13000;
    trial.signal = broadbandSignal (numFrames * 600, 25);
    for (const CudaUnderTest& cuda : cudaBackends ())
        if (cuda.variant == gpu::MelVariant::fused)
        {
            const Agreement agreement =
                energiesAgree (trial, referenceEnergies (trial), energiesOf (trial, *cuda.backend));
            INFO (agreement.where);
            CHECK (agreement.ok);
        }
}
