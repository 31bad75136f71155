// What the page of files says of its files.
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Audio/AppAudio.h"
#include "Standalone/App/Files/FileList.h"
#include "Standalone/App/Files/OpenedFiles.h"

#include <cmath>
#include <utility>

namespace melstrom
{

namespace
{

constexpr double kBytesInMegabyte = 1e6;
const juce::String kDot = juce::CharPointer_UTF8 (" \xc2\xb7 ");

/** "3.4 s", "1:02", "26:00:00". */
juce::String lengthText (double seconds)
{
    if (seconds < 60)
        return juce::String (seconds, 1) + " s";
    const auto whole = juce::roundToInt (seconds);
    return whole < 3600 ? juce::String::formatted ("%d:%02d", whole / 60, whole % 60)
                        : juce::String::formatted ("%d:%02d:%02d", whole / 3600, whole / 60 % 60,
                                                   whole % 60);
}

/** Empty: none. */
juce::String warningOf (const OpenSound& sound, const OverviewStatus& status)
{
    if (status.error)
        return textOf (status.error->message).replace (sound.file.getFullPathName () + ": ", {});
    if (sound.hasChangedOnDisk)
        return "changed on the disk: close and open it again";
    const auto& warnings = sound.overview->info ().warnings;
    return warnings.empty () ? juce::String () : textOf (warnings.front ());
}

/** Empty: nothing is to be computed now. */
juce::String progressOf (const OpenSound& sound, const OverviewStatus& status)
{
    const auto work = sound.overview->settings ().work;
    if (status.doneRatio >= 1 || work == OverviewWork::released)
        return {};
    return kDot + juce::String (juce::roundToInt (100 * status.doneRatio)) +
           (work == OverviewWork::paused ? " %, waits" : " %");
}

FileList::Row rowOf (const OpenSound& sound)
{
    const auto status = sound.overview->status ();
    const auto warning = warningOf (sound, status);
    const bool isWarning = warning.isNotEmpty ();
    return {(sound.marks.isDirty () ? "* " : "") + sound.file.getFileName (),
            isWarning ? warning
                      : lengthText (sound.overview->seconds ()) + progressOf (sound, status),
            sound.file.getFullPathName (), isWarning};
}

juce::String megabytes (std::size_t bytes)
{
    return juce::String (juce::roundToInt (static_cast<double> (bytes) / kBytesInMegabyte));
}

} // namespace

juce::String detailsOf (const OpenSound& sound)
{
    const auto& info = sound.overview->info ();
    return textOf (info.container) + kDot + juce::String (info.rateHz / 1000.0) + " kHz" + kDot +
           juce::String (info.numChannels) + (info.numChannels == 1 ? " channel" : " channels") +
           kDot + textOf (sound.overview->settings ().frontEnd.name);
}

std::vector<FileList::Row> rowsOf (const OpenedFiles& files)
{
    std::vector<FileList::Row> rows;
    for (const auto& sound : files.all ())
        rows.push_back (rowOf (*sound));
    return rows;
}

std::string deviceOf (const OpenSound* sound, const Backend& own)
{
    const auto name =
        sound != nullptr ? sound->overview->status ().computing.backendName : std::string ();
    return name.empty () ? own.name () : name;
}

juce::String stateOf (const OpenedFiles& files, const std::string& backendName)
{
    auto text = juce::String (files.size ()) + (files.size () == 1 ? " file" : " files") + kDot +
                megabytes (files.memoryBytes ()) + " of " + megabytes (files.mostBytes ()) + " MB" +
                kDot + textOf (backendName);
    if (const auto opening = files.openingName (); opening.isNotEmpty ())
        text << kDot << "opening " << opening;
    return text;
}

juce::String playFaultOf (const AppAudio& audio, std::int64_t underrunsBefore)
{
    constexpr double kShownSteps = 100; // in a second
    if (const auto fault = audio.playFault (); fault.isNotEmpty ())
        return kDot + fault;
    const auto numSilent = audio.numPlayUnderruns () - underrunsBefore;
    if (numSilent <= 0 || ! (audio.rateHz () > 0))
        return {};
    const double seconds = static_cast<double> (numSilent) / audio.rateHz ();
    return kDot + "the player was silent for " +
           juce::String (std::ceil (kShownSteps * seconds) / kShownSteps, 2) +
           " s: the file was not read in time";
}

} // namespace melstrom
