// The built instrument with a GPU, in a host without a screen: its sound equals the CPU's and comes
// from the GPU.
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Live/LiveClients.h"
#include "Tests/Support/MappedFiles.h"
#include "Tests/Support/Plugin/HostedChord.h"
#include "Tests/Support/Plugin/VanishingGpu.h"

namespace melstrom::testing
{

namespace
{
constexpr double kMostErrorDb = -80;
/** A crossover until the real GPU has been measured, which the first test starts. The chord is
    above it either way. */
constexpr Crossover kOfAnyGpu {1000, 1000};

/** The sound is correct, and its bits differ from the CPU's, so the GPU made it. */
void checkOfGpu (const HostedChord& chord, const StereoSound& expected, int latencySamples)
{
    CHECK (latencySamples == kBlock); // only with a GPU
    const double db = errorDb (chord.sound (), expected, latencySamples);
    INFO ("error " << db << " dB");
    CHECK (db < kMostErrorDb);
    CHECK (std::isfinite (db));
}

std::vector<BuiltPlugin> builtInstruments ()
{
    auto plugins = builtPlugins ();
    std::erase_if (plugins, [] (const BuiltPlugin& plugin) { return ! plugin.isInstrument; });
    return plugins;
}

std::string nameOf (Pace pace)
{
    return pace == Pace::offline ? "offline" : "in real time";
}

void checkAlone (Host& host, const BuiltPlugin& plugin, Pace pace, const StereoSound& expected)
{
    INFO (plugin.format << " " << nameOf (pace));
    const auto instance = host.load (plugin, kRateHz, kBlock);
    HostedChord chord (*instance, pace);
    play ({&chord}, pace, [] (int) {});
    checkOfGpu (chord, expected, instance->getLatencySamples ());
}

/** One instrument is destroyed while both play. */
void checkTwo (Host& host, const BuiltPlugin& plugin, Pace pace, const StereoSound& expected)
{
    constexpr int kLastOfBoth = kSilentBlocks + 40;
    INFO (plugin.format << " " << nameOf (pace));
    const auto staying = host.load (plugin, kRateHz, kBlock);
    auto going = host.load (plugin, kRateHz, kBlock);
    HostedChord first (*staying, pace), second (*going, pace);
    play ({&first}, pace,
          [&] (int block)
          {
              if (block <= kLastOfBoth)
                  second.playBlock ();
              else
                  going.reset ();
          });
    checkOfGpu (first, expected, staying->getLatencySamples ());
    CHECK (second.numPlayed () == kLastOfBoth + 1);
    checkOfGpu (second, expected, staying->getLatencySamples ());
}

/** The processor itself reports which engine plays. */
void checkProcessor (Pace pace, const StereoSound& expected)
{
    INFO (nameOf (pace));
    InstrumentProcessor processor;
    HostedChord chord (processor, pace);
    int numOnGpu = 0;
    play ({&chord}, pace,
          [&] (int block)
          {
              if (block > kSilentBlocks)
                  numOnGpu += processor.health ().backend == "cuda:0" ? 1 : 0;
          });
    const auto health = processor.health ();
    constexpr int kNumLooks = kBlocks - kSilentBlocks - 1;
    INFO (health.notice << "; " << health.numMisses << " misses, " << numOnGpu << " of "
                        << kNumLooks << " blocks on the GPU");
    CHECK_FALSE (health.isDeviceLost);
    CHECK (numOnGpu > kNumLooks / 2);
    CHECK ((pace == Pace::realTime || (health.numMisses == 0 && numOnGpu == kNumLooks)));
    checkOfGpu (chord, expected, processor.getLatencySamples ());
}
} // namespace

// Must be the first test of this file, because a driver stays loaded.
TEST_CASE ("the built instrument opens the driver when it is prepared and not before",
           "[host][gpu]")
{
    const SeededCrossover cache (kOfAnyGpu);
    Host host;
    std::vector<std::unique_ptr<juce::AudioPluginInstance>> instances;
    // VST3 first: an LV2 is prepared in its construction.
    for (const auto& plugin : builtInstruments ())
    {
        REQUIRE (host.scan (plugin).size () == 1);
        CHECK_FALSE (isMapped ("melstrom-cuda"));
        CHECK_FALSE (isMapped ("libcuda.so"));
    }
    for (const auto& plugin : builtInstruments ())
    {
        INFO (plugin.format);
        instances.push_back (host.load (plugin, kRateHz, kBlock));
        if (plugin.format == "VST3")
            CHECK_FALSE (isMapped ("melstrom-cuda"));
    }
    for (const auto& instance : instances)
        instance->prepareToPlay (kRateHz, kBlock);
    if (cudaBackends ().empty ())
        return;
    // Prepare does not wait for the driver.
    CHECK (waitFor ([] { return isMapped ("melstrom-cuda.so"); }));
    CHECK (waitFor ([] { return isMapped ("libcuda.so"); }));
}

TEST_CASE ("the built instrument on the GPU sounds as on the CPU", "[host][gpu]")
{
    if (cudaBackends ().empty ())
        return;
    const SeededCrossover cache (kOfAnyGpu);
    Host host;
    const auto expected = soundOfCpu ();
    for (const auto& plugin : builtInstruments ())
        for (const auto pace : {Pace::offline, Pace::realTime})
            checkAlone (host, plugin, pace, expected);
}

TEST_CASE ("auto takes the GPU for the sound of a state that a host restores", "[host][cuda]")
{
    constexpr int kNever = -1;
    constexpr Crossover kBetween {10'000, 10'000}; // the opening patch and the rich sound
    const VanishingGpu gpu (kNever, kBetween);
    for (const auto& plugin : builtInstruments ())
    {
        INFO (plugin.format);
        Host host;
        const auto instance = host.load (plugin, kRateHz, kBlock);
        HostedChord chord (*instance, Pace::offline);
        for (int block = 0; block < 2; ++block)
            chord.playBlock ();
        CHECK (instance->getLatencySamples () == kBlock);
    }
    CHECK (gpu.numAsked () > 0);
}

TEST_CASE ("of two built instruments on the GPU one may go while the other plays", "[host][gpu]")
{
    if (cudaBackends ().empty ())
        return;
    const SeededCrossover cache (kOfAnyGpu);
    Host host;
    const auto expected = soundOfCpu ();
    for (const auto& plugin : builtInstruments ())
        checkTwo (host, plugin, Pace::realTime, expected);
}

TEST_CASE ("the processor on the GPU sounds as on the CPU and says who plays", "[plugin][gpu]")
{
    if (cudaBackends ().empty ())
        return;
    const SeededCrossover cache (kOfAnyGpu);
    const Host host;
    const auto expected = soundOfCpu ();
    for (const auto pace : {Pace::offline, Pace::realTime})
        checkProcessor (pace, expected);
}

TEST_CASE ("without a GPU the built instrument sounds bit for bit as the processor", "[host]")
{
    const EnvironmentVariable nowhere ("MELSTROM_CUDA_MODULE", "/nowhere/melstrom-cuda.so");
    Host host;
    const auto expected = soundOfCpu ();
    for (const auto& plugin : builtInstruments ())
    {
        INFO (plugin.format);
        const auto instance = host.load (plugin, kRateHz, kBlock);
        HostedChord chord (*instance, Pace::offline);
        play ({&chord}, Pace::offline, [] (int) {});
        CHECK (instance->getLatencySamples () == 0);
        const double db = errorDb (chord.sound (), expected, 0);
        CHECK (db == -std::numeric_limits<double>::infinity ());
    }
}

// Offline, because the emulated GPU is too slow for real time.
TEST_CASE ("the instrument on an emulated GPU sounds as on the CPU", "[host][cuda]")
{
    constexpr int kNever = -1;
    const VanishingGpu gpu (kNever);
    Host host;
    const auto expected = soundOfCpu ();
    for (const auto& plugin : builtInstruments ())
    {
        const int numBefore = gpu.numOpened ();
        checkAlone (host, plugin, Pace::offline, expected);
        CHECK (gpu.numOpened () > numBefore);
        checkTwo (host, plugin, Pace::offline, expected);
    }
    checkProcessor (Pace::offline, expected);
}

} // namespace melstrom::testing
