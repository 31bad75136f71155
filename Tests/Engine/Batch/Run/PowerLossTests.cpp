// Datasets and a power failure at any moment (RELIABILITY K2): a final name is never false, and the
// same command gives the bytes of an undisturbed run.
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Storage/CrashSearch.h"
#include "Tests/Support/Storage/ProtocolMutations.h"

#include <cstdio>
#include <cstdlib>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** The number that scripts/test-long asks for; else a number that suits every run of the tests. */
std::int64_t numStates (std::int64_t usual)
{
    const char* const asked = std::getenv ("MELSTROM_POWER_LOSS_STATES");
    return asked != nullptr ? std::atoll (asked) : usual;
}
} // namespace

TEST_CASE ("wherever the power fails, names are true and the same command ends the dataset",
           "[powerloss][batch]")
{
    const EnvironmentVariable date ("SOURCE_DATE_EPOCH", "0");
    const auto format = GENERATE (values ({OutputFormat::npy, OutputFormat::h5}));
    const auto make = GENERATE (values ({&newDataset, &replacedDataset, &normalisedDataset}));
    const CrashScenario scenario = make (format);
    SearchSettings settings;
    settings.numStates = numStates (2000);
    settings.numThreads = 2;
    const SearchReport report = searchCrashes (scenario, settings);
    std::printf ("%s: %s\n", scenario.title.c_str (), report.text ().c_str ());
    INFO (scenario.title << ", seed " << settings.seed);
    CHECK (report.fault.value_or ("") == "");
    CHECK (report.numStates >= settings.numStates);
    CHECK (report.numDistinct > report.numStates / 20);
}

TEST_CASE ("each protocol that lacks a sync or has another order is found out",
           "[powerloss][batch]")
{
    const EnvironmentVariable date ("SOURCE_DATE_EPOCH", "0");
    constexpr std::int64_t kMostStates = 20'000;
    const CrashScenario plain = newDataset (OutputFormat::npy),
                        replaced = replacedDataset (OutputFormat::npy),
                        normalised = normalisedDataset (OutputFormat::npy);
    for (const ProtocolMutation& mutation : protocolMutations ())
    {
        CrashScenario scenario = mutation.command == CrashCommand::newDataset        ? plain
                                 : mutation.command == CrashCommand::replacedDataset ? replaced
                                                                                     : normalised;
        if (mutation.options)
            mutation.options (scenario.options);
        SearchSettings settings;
        settings.numStates = kMostStates;
        settings.wrapper = mutation.wrapper;
        const SearchReport report = searchCrashes (scenario, settings);
        std::printf ("%-62s %6lld states  %s\n", mutation.name.c_str (),
                     static_cast<long long> (report.numStates),
                     report.fault.value_or ("NOT FOUND").c_str ());
        INFO (mutation.name);
        CHECK (report.fault.has_value ());
    }
}
