// Each variant of the GPU backend against the float64 reference, the goldens and the CPU.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <algorithm>
#include <map>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
Backend& cpu ()
{
    static auto backend = makeCpuBackend ();
    return **backend;
}

/** cuFFT's own float32 transforms err by up to 2.64 times the ladder's tolerance (clap-fused, cuFFT
    12.0). */
constexpr double kCufftFactor = 3;
/** Finished features differ by up to 1.002 times their tolerance (wespeaker), those by cuFFT by up to
    1.29 times (wespeaker, cuFFT 12.0). */
constexpr double kFeatureFactor = 1.1, kCufftFeatureFactor = 1.5;

bool isCufft (const CudaUnderTest& cuda)
{
    return cuda.variant == gpu::MelVariant::cufft;
}

void checkEnergies (Trial trial, const CudaUnderTest& cuda, const ExpectedEnergies& expected)
{
    trial.energyFactor *= isCufft (cuda) ? kCufftFactor : 1;
    INFO (cuda.name << ", " << trial.name);
    const Agreement agreement = energiesAgree (trial, expected, energiesOf (trial, *cuda.backend));
    INFO (agreement.where);
    CHECK (agreement.ok);
}

void checkFeatures (Trial trial, const CudaUnderTest& cuda, const std::vector<double>& expected)
{
    trial.featureTolerance *= isCufft (cuda) ? kCufftFeatureFactor : kFeatureFactor;
    INFO (cuda.name << ", " << trial.name);
    const Agreement agreement = featuresAgree (trial, expected, featuresOf (trial, *cuda.backend));
    INFO (agreement.where);
    CHECK (agreement.ok);
}

/** Checks every variant, without the fused variant if it has no shape for the transform. */
void checkEnergies (const Trial& trial)
{
    const auto& backends = cudaBackends ();
    const auto expected = backends.empty () ? ExpectedEnergies {} : referenceEnergies (trial);
    for (const CudaUnderTest& cuda : backends)
        if (cuda.offers (trial))
            checkEnergies (trial, cuda, expected);
}

/** Frames with long hops may need more shared memory than the device has. Planning then reports
    it. */
bool hasRoomFor (const Trial& trial, const CudaUnderTest& cuda)
{
    const auto plan = cuda.backend->planMel (energiesOnly (trial.spec), trial.rateHz,
                                             {trial.signal.bytes.size (), 1 << 20, 1});
    return plan.ok () || cuda.variant != gpu::MelVariant::fused ||
           plan.error ().code != ErrorCode::badUsage;
}

Trial ditheredTrial (const char* preset)
{
    Trial trial {std::string (preset) + " with dither", findPreset (preset)->spec, 16000,
                 broadbandSignal (16001, 11)};
    trial.spec.ditherAmplitude = 0.1 * trial.spec.sampleScale;
    return trial;
}
} // namespace

TEST_CASE ("CUDA: band energies of every preset agree with the reference and the CPU",
           "[cuda][gpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const Trial trial = presetTrial (index, 1 + static_cast<unsigned> (index));
    for (const CudaUnderTest& cuda : cudaBackends ())
        CHECK (cuda.offers (trial));
    checkEnergies (trial);
    for (const CudaUnderTest& cuda : cudaBackends ())
        checkEnergies (trial, cuda, {energiesOf (trial, cpu ()), {}});
}

TEST_CASE ("CUDA: finished features of every preset agree with the reference and the CPU",
           "[cuda][gpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const Trial trial = presetTrial (index, 100 + static_cast<unsigned> (index));
    if (cudaBackends ().empty () || trial.featureTolerance == 0)
        return; // linear presets end with their energies, which the case above checks
    const auto expected = referenceFeatures (trial), fromCpu = featuresOf (trial, cpu ());
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        checkFeatures (trial, cuda, expected);
        checkFeatures (trial, cuda, fromCpu);
    }
}

TEST_CASE ("CUDA: every golden agrees", "[cuda][gpu][golden]")
{
    const auto index = GENERATE (range (std::size_t {0}, goldenCases ().size ()));
    const GoldenCase& golden = goldenCases ()[index];
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        const Agreement agreement = agreesWithGolden (golden, *cuda.backend);
        INFO (cuda.name << ", " << golden.name << ", " << golden.variant << ": "
                        << agreement.where);
        CHECK (agreement.ok);
    }
}

TEST_CASE ("CUDA: transforms of every size from 4 to 130, and larger ones, agree",
           "[cuda][gpu][agreement]")
{
    checkEnergies (
        transformTrial (GENERATE (range (4, 131), values ({223, 400, 441, 511, 512, 600, 998, 1022,
                                                           1024, 1200, 1536, 2000, 2048, 4096}))));
}

TEST_CASE ("CUDA: bands of a bank that leaves the loudest bins out agree with the reference",
           "[cuda][gpu][agreement]")
{
    checkEnergies (blindBankTrial (GENERATE (Spectrum::power, Spectrum::magnitude),
                                   GENERATE (0.0, 0.97, 1.0)));
}

TEST_CASE ("CUDA: specs changed at random agree with the reference", "[cuda][gpu][agreement]")
{
    std::mt19937 random (kRandomTrialSeed);
    std::map<std::string, int> compared;
    for (int index = 0; index < kNumRandomTrials && ! cudaBackends ().empty (); ++index)
        if (const auto trial = randomTrial (index, random))
        {
            const auto expected = referenceEnergies (*trial);
            for (const CudaUnderTest& cuda : cudaBackends ())
                if (cuda.offers (*trial) && hasRoomFor (*trial, cuda))
                {
                    checkEnergies (*trial, cuda, expected);
                    ++compared[cuda.name];
                }
        }
    for (const CudaUnderTest& cuda : cudaBackends ())
        CHECK (compared[cuda.name] > (cuda.variant == gpu::MelVariant::fused ? 60 : 100));
}

TEST_CASE ("CUDA: every sample format and channel choice means the same", "[cuda][gpu][agreement]")
{
    const auto format = GENERATE (values (
        {SampleFormat::int16, SampleFormat::int24, SampleFormat::int32, SampleFormat::float32}));
    const auto channels = GENERATE (values ({1, 2, 3, 8}));
    const auto channel = GENERATE (values<std::optional<int>> ({std::nullopt, 0, 1}));
    if (channel < channels)
        checkEnergies (formatTrial (format, channels, channel));
}

TEST_CASE ("CUDA: PCEN and deltas agree with the reference", "[cuda][gpu][agreement]")
{
    const Trial trial = GENERATE (0, 1) == 0 ? pcenTrial () : deltaTrial ();
    const bool isSkipped = cudaBackends ().empty ();
    const auto expected = isSkipped ? std::vector<double> {} : referenceFeatures (trial);
    for (const CudaUnderTest& cuda : cudaBackends ())
        checkFeatures (trial, cuda, expected);
}

TEST_CASE ("CUDA: zeros complete the last frame of each segment", "[cuda][gpu][agreement]")
{
    checkEnergies (filledSegmentsTrial ());
}

TEST_CASE ("CUDA: dither is the CPU's", "[cuda][gpu][agreement]")
{
    const Trial trial = ditheredTrial (GENERATE ("torchaudio", "kaldi-fbank"));
    for (const CudaUnderTest& cuda : cudaBackends ())
        checkEnergies (trial, cuda, {energiesOf (trial, cpu ()), {}});
}

TEST_CASE ("CUDA: rows in float16 are those in float32, rounded once", "[cuda][gpu][agreement]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    // The larger scale exceeds float16 in linear presets.
    const auto scale = GENERATE (1.0, 32768.0);
    Trial trial = presetTrial (index, 200 + static_cast<unsigned> (index));
    trial.spec.sampleScale = std::min (trial.spec.sampleScale * scale, 1e10); // the key's limit
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name << ", " << trial.name << ", scale " << scale);
        CHECK (halfRowsDiffer (trial, *cuda.backend) == "");
    }
}

TEST_CASE ("CUDA: the fused variant refuses transforms that it has no shape for",
           "[cuda][gpu][agreement]")
{
    const Trial trial = transformTrial (GENERATE (values ({62, 223, 998, 8192})));
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name << ", " << trial.name);
        const auto plan = cuda.backend->planMel (trial.spec, trial.rateHz, {1 << 20, 1 << 20, 1});
        CHECK (plan.ok () == (cuda.variant != gpu::MelVariant::fused));
        if (! plan)
            CHECK (plan.error ().code == ErrorCode::badUsage);
    }
}
