// The host's part of GPU work, on an emulated GPU: cutting, slots, streams, tickets, memory.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Golden/Ladder.h"
#include "Tests/Support/Gpu/GpuEmulation.h"
#include "Tests/Support/Mel/BackendTrials.h"

#include <algorithm>
#include <thread>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** One preset for each kind of steps behind the bands, of frames shared by segments, and of a
    completed last frame. */
const std::vector<std::string> kKinds {
    "whisper-openai-80", "leak",   "leak-fine",   "nemo-80",       "kaldi-mfcc", "ast",
    "librosa-db",        "vggish", "encodec-24k", "opensmile-mfcc"};

int rateOf (const MelSpec& spec)
{
    return spec.rateHz.value_or (16000);
}

/** Odd length, over two blocks of statistics if the preset has statistics. */
TestSignal signalFor (const MelSpec& spec)
{
    const auto geometry = geometryAt (spec, rateOf (spec));
    const std::int64_t numFrames = spec.needsSignalStatistics () ? 2200 : 150;
    return broadbandSignal (spec.layout == Layout::segments
                                ? 12 * spec.longWindowSamples + 77
                                : geometry->leastSamples () + numFrames * geometry->hopSamples + 7,
                            5);
}

MelSpec pcenSpec ()
{
    MelSpec spec = findPreset ("vggish")->spec;
    spec.log = LogKind::none;
    spec.pcen = Pcen ();
    return spec;
}

MelSpec deltaSpec ()
{
    MelSpec spec = findPreset ("librosa-db")->spec;
    spec.window = spec.hop = {160};
    spec.numBands = 20;
    spec.deltaOrder = 2;
    return spec;
}

void checkCuts (const MelSpec& spec, gpu::MelVariant variant)
{
    constexpr unsigned kSeed = 11;
    std::mt19937 random (kSeed);
    gpu::GpuOptions options;
    options.variant = variant;
    const TestSignal signal = signalFor (spec);
    auto atOnce = emulateGpu ({}, options);
    const auto whole = computeWhole (*atOnce.backend, spec, rateOf (spec), signal);
    REQUIRE (! whole.empty ());
    for (const unsigned seed : {1u, 2u})
    {
        INFO ("seed " << kSeed << ", streams of seed " << seed);
        EmulationOptions late;
        late.runsLate = true;
        late.seed = seed;
        auto emulation = emulateGpu (late, options);
        CHECK (computeWhole (*emulation.backend, spec, rateOf (spec), signal) == whole);
        CHECK (computeInPieces (*emulation.backend, spec, rateOf (spec), signal, random) == whole);
        emulation.backend.reset ();
        CHECK (emulation.record->misuse == std::vector<std::string> {});
        CHECK (emulation.record->liveObjects == 0);
        CHECK (emulation.record->workDropped == 0);
    }
}
} // namespace

TEST_CASE ("an emulated GPU gives the same bits however work is cut and ordered",
           "[cuda][emulated]")
{
    const auto& name = GENERATE (from_range (kKinds));
    INFO (name);
    checkCuts (findPreset (name)->spec, gpu::MelVariant::fused);
}

TEST_CASE ("the way through cuFFT gives the same bits however work is cut and ordered",
           "[cuda][emulated]")
{
    const auto& name = GENERATE (as<std::string> {}, "leak-fine", "kaldi-mfcc", "ast");
    INFO (name);
    checkCuts (findPreset (name)->spec, gpu::MelVariant::cufft);
}

TEST_CASE ("PCEN and deltas have the same bits on an emulated GPU however they are cut",
           "[cuda][emulated]")
{
    checkCuts (pcenSpec (), gpu::MelVariant::fused);
    checkCuts (deltaSpec (), gpu::MelVariant::fused);
}

TEST_CASE ("an emulated GPU agrees with the CPU", "[cuda][emulated]")
{
    const auto& name = GENERATE (from_range (kKinds));
    const auto variant = GENERATE (gpu::MelVariant::fused, gpu::MelVariant::cufft);
    MelSpec spec = findPreset (name)->spec;
    if (variant == gpu::MelVariant::cufft && (spec.needsSignalStatistics () || name == "leak"))
        return; // a transform by its definition is slow; the kernels behind it are the same
    spec.storedType = StoredType::float32;
    gpu::GpuOptions options;
    options.variant = variant;
    auto emulation = emulateGpu ({}, options);
    auto cpu = makeCpuBackend (1);
    const TestSignal signal = signalFor (spec);
    const auto valuesFrom = [&] (Backend& backend)
    { return valuesOf (computeWhole (backend, spec, rateOf (spec), signal), StoredType::float32); };
    const Agreement agreement = compareFlat (valuesFrom (**cpu), valuesFrom (*emulation.backend),
                                             2 * featureTolerance (spec));
    INFO (name << ": " << agreement.where);
    CHECK (agreement.ok);
}

TEST_CASE ("tickets may be waited for in any order, by several threads", "[cuda][emulated]")
{
    const auto& name = GENERATE (as<std::string> {}, "leak", "vggish", "kaldi-mfcc");
    const MelSpec spec = findPreset (name)->spec;
    const TestSignal signal = signalFor (spec);
    EmulationOptions late;
    late.runsLate = true;
    auto emulation = emulateGpu (late);
    const auto whole = computeWhole (*emulation.backend, spec, rateOf (spec), signal);
    RandomBatches batches (spec, rateOf (spec), signal, 40, 3);
    auto plan = batches.plan (*emulation.backend);
    REQUIRE (plan.ok ());
    batches.submit (**plan);

    constexpr std::size_t kNumThreads = 4;
    std::vector<std::size_t> order (batches.size ());
    for (std::size_t i = 0; i < order.size (); ++i)
        order[i] = i;
    std::shuffle (order.begin (), order.end (), std::mt19937 (9));
    std::vector<int> outcomes (batches.size ());
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < kNumThreads; ++thread)
        threads.emplace_back (
            [&, thread]
            {
                for (std::size_t i = thread; i < order.size (); i += kNumThreads)
                    outcomes[order[i]] = (*plan)->wait (batches.ticket (order[i])).ok () &&
                                         batches.isRight (order[i], whole);
            });
    for (std::thread& thread : threads)
        thread.join ();
    CHECK (outcomes == std::vector<int> (batches.size (), 1));
    CHECK (emulation.record->misuse == std::vector<std::string> {});
}

TEST_CASE ("work is recorded once and replayed, where nothing hangs on its size",
           "[cuda][emulated]")
{
    const MelSpec spec = findPreset ("kaldi-mfcc")->spec;
    const TestSignal signal = signalFor (spec);
    auto emulation = emulateGpu ({});
    RandomBatches batches (spec, rateOf (spec), signal, 10, 3);
    auto plan = batches.plan (*emulation.backend);
    REQUIRE (plan.ok ());
    const int graphs = emulation.record->graphLaunches, kernels = emulation.record->kernelLaunches;
    batches.submit (**plan);
    for (std::size_t i = 0; i < batches.size (); ++i)
        REQUIRE ((*plan)->wait (batches.ticket (i)).ok ());
    CHECK (emulation.record->graphLaunches - graphs == 10);
    CHECK (emulation.record->kernelLaunches == kernels);
}

TEST_CASE ("more batches than can be remembered end as out of memory, the rest as usual",
           "[cuda][emulated]")
{
    const MelSpec spec = findPreset ("leak")->spec;
    const TestSignal signal = broadbandSignal (1100, 2);
    auto emulation = emulateGpu ({});
    RandomBatches batches (spec, rateOf (spec), signal, 300, 3);
    auto plan = batches.plan (*emulation.backend);
    REQUIRE (plan.ok ());
    batches.submit (**plan);
    std::size_t numRefused = 0;
    for (std::size_t i = 0; i < batches.size (); ++i)
        if (const auto done = (*plan)->wait (batches.ticket (i)); ! done)
        {
            CHECK (done.error ().code == ErrorCode::outOfMemory);
            ++numRefused;
        }
    CHECK (numRefused == 300 - 256);
}

TEST_CASE ("a batch outside of its plan's capacity is refused and disturbs no other",
           "[cuda][emulated]")
{
    const MelSpec spec = findPreset ("vggish")->spec;
    const TestSignal signal = signalFor (spec);
    auto emulation = emulateGpu ({});
    const auto whole = computeWhole (*emulation.backend, spec, rateOf (spec), signal);
    RandomBatches batches (spec, rateOf (spec), signal, 5, 3);
    auto plan = batches.plan (*emulation.backend);
    REQUIRE (plan.ok ());
    MelSpan span;
    span.numSamples = span.signalSamples = signal.numSamples + 4096;
    span.numRows = 1;
    std::vector<std::byte> input (static_cast<std::size_t> (span.numSamples) * 2), output (1024);
    const Ticket tooLarge =
        (*plan)->submit ({input.data (), output.data (), {&span, 1}, MelPass::whole});
    batches.submit (**plan);
    const auto refused = (*plan)->wait (tooLarge);
    REQUIRE (! refused.ok ());
    CHECK (refused.error ().code == ErrorCode::internalFault);
    for (std::size_t i = 0; i < batches.size (); ++i)
        CHECK (((*plan)->wait (batches.ticket (i)).ok () && batches.isRight (i, whole)));
}
