// The built plugins are scanned, prepared, created and destroyed: RELIABILITY H2 and H6.
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Tests/Support/MappedFiles.h"
#include "Tests/Support/Plugin/EachPlugin.h"
#include "Tests/Support/Sanitizer.h"
#include "Tests/Support/Skip.h"
#include "Tests/Support/Timing.h"

namespace melstrom::testing
{

TEST_CASE ("a scan takes less than a tenth of a second and touches no driver", "[host][timing]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            (void)host.scan (plugin); // fills the disk cache
            std::vector<juce::PluginDescription> types;
            double workedSeconds = 0;
            const auto late = lateAfterAttempts ("a scan", 0.1,
                                                 [&]
                                                 {
                                                     const double before = processSeconds ();
                                                     types = host.scan (plugin);
                                                     workedSeconds = processSeconds () - before;
                                                 });
            CHECK (workedSeconds < 0.1);
            // A scan also waits for threads that start and end, and each waits for a processor.
            constexpr double kBusyShare = 0.25;
            if (late != "" && busyShare () > kBusyShare)
                skipPart ("a scan on a busy machine took " + late + ", of which it worked " +
                          std::to_string (workedSeconds) + " s");
            else
                CHECK (late == "");
            REQUIRE (types.size () == 1);
            CHECK (types.front ().name.toStdString () == plugin.name);
            CHECK (types.front ().isInstrument == plugin.isInstrument);
            CHECK (types.front ().manufacturerName == "Melstrom");
            CHECK_FALSE (isMapped ("melstrom-cuda"));
            CHECK_FALSE (isMapped ("libcuda"));
        });
}

TEST_CASE ("a plugin may be prepared a thousand times", "[host]")
{
    forEachPlugin (
        [] (Host& host, const BuiltPlugin& plugin)
        {
            auto instance = host.load (plugin);
            for (int time = 0; time < 1000; ++time)
                instance->prepareToPlay (time % 2 == 0 ? 44100 : 48000, 64 << time % 4);
            instance->prepareToPlay (48000, 512);
            CHECK (isClean (playPlugin (*instance, 4800, 512, chordAt (0))));
        });
}

TEST_CASE ("a hundred instances play and a thousand come and go without leaving memory behind",
           "[host]")
{
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        std::vector<std::unique_ptr<juce::AudioPluginInstance>> instances;
        for (int i = 0; i < 100; ++i)
        {
            instances.push_back (host.load (plugin));
            instances.back ()->prepareToPlay (48000, 256);
        }
        for (auto& instance : instances)
            REQUIRE (isClean (playPlugin (*instance, 512, 256, chordAt (0))));
        instances.clear ();
        pumpMessages (20);
        const auto comeAndGo = [&] (int times)
        {
            for (int i = 0; i < times; ++i)
            {
                auto instance = host.load (plugin);
                instance->prepareToPlay (48000, 256);
                (void)playPlugin (*instance, 256, 256, chordAt (0));
            }
            pumpMessages (20);
            return residentBytes ();
        };
        // The first use of new threads allocates pages that stay. A leak allocates in every round.
        auto before = comeAndGo (50);
        if (kIsSanitized)
        {
            skipPart ("a sanitizer keeps what was freed; the leak sanitizer looks instead");
            continue;
        }
        const auto grown = [&]
        {
            const auto after = comeAndGo (250);
            const auto ratio = static_cast<double> (after) / static_cast<double> (before);
            before = after;
            return ratio < 1.01 ? std::string () : "memory grew to " + std::to_string (ratio);
        };
        CHECK (lateAfterAttempts ("250 instances that come and go", grown) == "");
    }
}

} // namespace melstrom::testing
