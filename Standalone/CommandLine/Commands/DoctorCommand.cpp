#include "Standalone/CommandLine/Commands/Commands.h"

#include "Engine/Core/NumberText.h"
#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Machine/ReadyBackend.h"
#include "Standalone/CommandLine/Terminal/SizeText.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <utility>

namespace melstrom
{

namespace
{

using enum TextTable::Side;

bool hasGpu (const std::vector<DeviceListing>& devices)
{
    return std::ranges::any_of (devices,
                                [] (const DeviceListing& device) {
                                    return device.usable && device.kind == BackendChoice::Kind::gpu;
                                });
}

std::string machineText (const BackendChoice& asked, const std::vector<DeviceListing>& devices)
{
    constexpr int valueColumns = 66;
    const Machine machine = thisMachine ();
    TextTable table ({left, left});
    const auto addWrapped = [&table] (std::string label, const std::string& value)
    {
        for (const auto& line : wrappedLines (value, valueColumns))
            table.addRow ({std::exchange (label, ""), line});
    };
    table.addRow ({"melstrom", std::string (kVersion) + ", " + machine.compiler});
    table.addRow ({"System", machine.system});
    table.addRow ({"Processor", machine.processor});
    table.addRow (
        {"Threads",
         std::to_string (machine.numThreads) + " may be used" +
             (asked.numThreads ? ", " + std::to_string (*asked.numThreads) + " are" : "")});
    table.addRow ({"Memory", bytesText (static_cast<double> (machine.memoryBytes)) + ", " +
                                 bytesText (static_cast<double> (machine.availableBytes)) +
                                 " available"});
    std::string label = "Backends";
    for (const auto& device : devices)
        addWrapped (std::exchange (label, ""),
                    device.backend + ": " + (device.usable ? "" : "not usable: ") + device.text);
    if (hasGpu (devices))
        addWrapped ("", allDevicesText (devices));
    std::string versions;
    for (const auto& [name, version] : libraryVersions ()) // may be "libsndfile-1.2.0"
        versions +=
            (versions.empty () ? "" : ", ") + name + " " +
            version.substr (std::min (version.find_first_of ("0123456789"), version.size ()));
    addWrapped ("Libraries", versions);
    return table.text ();
}

std::string scientificText (double number)
{
    char text[32];
    std::snprintf (text, sizeof text, "%.1e", number);
    return text;
}

constexpr const char* kCufft = "cufft";

/** A way to compute bands. */
struct Way
{
    std::string name; ///< "cpu", "cuda:0 by cufft"
    BackendChoice choice;
};

/** The CPU has one way, a GPU one for each variant. */
std::vector<Way> waysOf (const DeviceListing& device, const BackendChoice& asked)
{
    BackendChoice choice = asked;
    choice.kind = device.kind;
    choice.deviceIndex = device.deviceIndex;
    switch (choice.kind)
    {
        case BackendChoice::Kind::automatic:
        case BackendChoice::Kind::cpu: return {{device.backend, choice}};
        case BackendChoice::Kind::gpu: break;
    }
    using Names = std::vector<std::string>;
    auto fused = asked.variants.empty () ? Names {"fused", kCufft} : asked.variants;
    const auto cufft = std::erase (fused, kCufft) > 0 ? Names {kCufft} : Names {};
    std::vector<Way> ways;
    for (const auto& [variants, name] :
         {std::pair {fused, " fused"}, std::pair {cufft, " by cufft"}})
        if (! variants.empty ())
        {
            choice.variants = variants;
            ways.push_back ({device.backend + name, choice});
        }
    return ways;
}

/** Presets that equal a tool, and presets of the plugin's spectrogram. */
std::vector<MelPreset> checkedPresets ()
{
    auto presets = builtInPresets ();
    presets.insert (presets.end (), screenPresets ().begin (), screenPresets ().end ());
    return presets;
}

/** True if this way is not available here, which is only reported. Other errors are failures. */
bool isMissing (const Way& way, const Error& error)
{
    if (way.choice.variants.empty ())
        return false;
    return error.code == (way.choice.variants.front () == kCufft ? ErrorCode::deviceUnavailable
                                                                 : ErrorCode::badUsage);
}

/** Checks ways of computing and counts failures. */
class Doctor
{
public:
    Doctor (Log& log, std::ostream& out) : log_ (log), out_ (out) {}

    void check (const DeviceListing& device, const BackendChoice& asked)
    {
        isChecked_.assign (presets_.size (), false);
        for (const auto& way : waysOf (device, asked))
            check (way);
        const auto numMissing = std::ranges::count (isChecked_, false);
        if (numMissing == 0)
            return;
        numFailed_ += numMissing;
        out_ << device.backend << ": " << countText (numMissing, "preset")
             << " could not be checked.\n\n";
    }

    ExitCode verdict () const
    {
        if (agreeing_.empty () && numFailed_ == 0)
            out_ << "No preset could be CHECKED: do not trust this machine's results.\n";
        else if (numFailed_ == 0)
            out_ << "All " << presets_.size () << " presets agree on " << agreeing_ << ".\n";
        else
            out_ << countText (numFailed_, "check")
                 << " FAILED: do not trust this machine's results.\n";
        return numFailed_ == 0 && ! agreeing_.empty () ? ExitCode::allIn : ExitCode::fault;
    }

private:
    void check (const Way& way)
    {
        auto backend = openReadyBackend (way.choice, log_);
        if (! backend)
        {
            out_ << way.name << ": " << backend.error ().message << "\n\n";
            return;
        }
        out_ << way.name << ", " << (*backend)->deviceName () << ":\n\n" << std::flush;
        TextTable table ({left, right, right, right, left});
        table.addHeading ({"preset", "rate", "frames", "worst", "verdict"});
        std::size_t numAgreeing = 0;
        std::string missing;
        for (std::size_t index = 0; index < isChecked_.size (); ++index)
        {
            const auto& preset = presets_[index];
            const int rateHz = usualRateHz (preset.spec);
            const auto check = checkBands (**backend, preset.spec, rateHz);
            const bool agrees = check && check->agrees ();
            const bool cannot = ! check && isMissing (way, check.error ());
            isChecked_[index] = isChecked_[index] || ! cannot;
            numAgreeing += agrees ? 1 : 0;
            numFailed_ += agrees || cannot ? 0 : 1;
            if (cannot && missing.empty ())
                missing = check.error ().message;
            table.addRow ({preset.name, groupedText (rateHz) + " Hz",
                           check ? std::to_string (check->numFrames) : "",
                           check ? scientificText (check->worstRatio) : "-",
                           agrees   ? "agrees"
                           : cannot ? "cannot"
                           : check  ? "DIFFERS"
                                    : check.error ().message});
        }
        out_ << table.text ()
             << (missing.empty () ? "" : "\nReason for `cannot`: " + missing + "\n") << "\n"
             << std::flush;
        if (numAgreeing == 0)
            return;
        agreeing_ += (agreeing_.empty () ? "" : ", ") + way.name;
        if (numAgreeing < isChecked_.size ())
            agreeing_ += " (" + std::to_string (numAgreeing) + " presets)";
    }

    Log& log_;
    std::ostream& out_;
    const std::vector<MelPreset> presets_ = checkedPresets ();
    std::vector<bool> isChecked_; ///< for each preset, on the present device
    std::int64_t numFailed_ = 0;
    std::string agreeing_;
};

bool isAsked (const DeviceListing& device, const BackendChoice& asked)
{
    return device.usable &&
           (asked.kind == BackendChoice::Kind::automatic ||
            (device.kind == asked.kind && device.deviceIndex == asked.deviceIndex));
}

} // namespace

ExitCode runDoctorCommand (const DoctorRequest& request, Log& log, std::ostream& out)
{
    // A device requested by name must be present. For other devices absence is only reported.
    if (request.backend.kind != BackendChoice::Kind::automatic)
        if (const auto backend = openReadyBackend (request.backend, log); ! backend)
        {
            log.error (backend.error ());
            return exitCodeOf (backend.error ());
        }
    const auto devices = listDevices ();
    out << machineText (request.backend, devices) << "\n"
        << measuredReport ()
        << "\nMel bands compared with a Fourier transform by definition in double, on a "
           "test\nsignal (chirp, harmonic tone, noise): the largest difference, relative to "
           "the\nlargest band of its frame; at most "
        << scientificText (BandCheck::kBound) << " is allowed:\n\n"
        << std::flush;
    Doctor doctor (log, out);
    for (const auto& device : devices)
        if (isAsked (device, request.backend))
            doctor.check (device, request.backend);
    return doctor.verdict ();
}

} // namespace melstrom
