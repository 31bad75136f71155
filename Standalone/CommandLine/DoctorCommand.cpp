#include "Standalone/CommandLine/DoctorCommand.h"

#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/BandCheck.h"
#include "Standalone/CommandLine/Machine.h"
#include "Standalone/CommandLine/NumberText.h"
#include "Standalone/CommandLine/SizeText.h"
#include "Standalone/CommandLine/TextTable.h"

#include <cstdio>
#include <ostream>

namespace melstrom
{

namespace
{

using enum TextTable::Side;

std::string machineText (const Backend& backend)
{
    const Machine machine = thisMachine ();
    TextTable table ({left, left});
    table.addRow ({"melstrom", std::string (kVersion) + ", " + machine.compiler});
    table.addRow ({"System", machine.system});
    table.addRow ({"Processor", machine.processor});
    table.addRow ({"Threads", std::to_string (machine.numThreads) + " may be used, " +
                                  std::to_string (backend.concurrency ()) + " are"});
    table.addRow ({"Memory", bytesText (static_cast<double> (machine.memoryBytes)) + ", " +
                                 bytesText (static_cast<double> (machine.availableBytes)) +
                                 " available"});
    table.addRow ({"Backends", backend.name () + ": " + backend.deviceName ()});
    table.addRow ({"", "cuda: not in this build"});
    std::string label = "Libraries";
    constexpr int versionColumns = 66;
    std::string versions;
    for (const auto& [name, version] : libraryVersions ()) // some say "libsndfile-1.2.0"
        versions +=
            (versions.empty () ? "" : ", ") + name + " " +
            version.substr (std::min (version.find_first_of ("0123456789"), version.size ()));
    for (const auto& line : wrappedLines (versions, versionColumns))
        table.addRow ({std::exchange (label, ""), line});
    return table.text ();
}

std::string scientificText (double number)
{
    char text[32];
    std::snprintf (text, sizeof text, "%.1e", number);
    return text;
}

/** One row a preset; counts those that fail. */
int addChecks (Backend& backend, TextTable& table)
{
    int numFailed = 0;
    for (const auto& preset : builtInPresets ())
    {
        const int rateHz = usualRateHz (preset.spec);
        const auto check = checkBands (backend, preset.spec, rateHz);
        const bool agrees = check && check->agrees ();
        numFailed += agrees ? 0 : 1;
        const auto frames = check ? std::to_string (check->numFrames) : "";
        table.addRow ({preset.name, groupedText (rateHz) + " Hz", frames,
                       check ? scientificText (check->worstRatio) : "-",
                       agrees  ? "agrees"
                       : check ? "DIFFERS"
                               : check.error ().message});
    }
    return numFailed;
}

} // namespace

ExitCode runDoctorCommand (const DoctorRequest& request, Log& log, std::ostream& out)
{
    auto backend = makeCpuBackend (request.numThreads);
    if (! backend)
    {
        log.error (backend.error ());
        return exitCodeOf (backend.error ());
    }
    out << machineText (**backend)
        << "\nMel bands against a Fourier transform by definition in double, on a test signal\n"
           "(chirp, harmonic tone, noise); the worst difference over its frame's largest\n"
           "band, of which "
        << scientificText (BandCheck::kBound) << " is allowed:\n\n"
        << std::flush;
    TextTable table ({left, right, right, right, left});
    table.addHeading ({"preset", "rate", "frames", "worst", "verdict"});
    const int numFailed = addChecks (**backend, table);
    out << table.text ();
    const auto numPresets = builtInPresets ().size ();
    if (numFailed == 0)
    {
        out << "\nAll " << numPresets << " presets agree on " << (*backend)->name () << ".\n";
        return ExitCode::allIn;
    }
    out << "\n"
        << numFailed << " of " << numPresets
        << " presets DIFFER: do not trust this machine's results.\n";
    return ExitCode::fault;
}

} // namespace melstrom
