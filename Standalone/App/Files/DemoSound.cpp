#include "Standalone/App/Files/DemoSound.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/Version.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Settings/AppSettings.h"
#include "Standalone/CommandLine/Commands/RenderRun.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

constexpr int kLooksPerSecond = 10;
constexpr const char* kNameBegin = "Melstrom demo ";
constexpr const char* kPatch = "Felt Keys";
constexpr const char* kChords = "Am9 | Fmaj9 | Cmaj9 | G6";

Result<RenderRequest> requestFor (const juce::File& target)
{
    RenderRequest request;
    MELSTROM_TRY_VALUE (request.patch, findPatch (kPatch));
    ChordRequest chords;
    MELSTROM_TRY_VALUE (chords.chords, parseChordText (kChords));
    chords.style.beatsPerMinute = 96;
    chords.style.strumMs = 120;
    request.chords = std::move (chords);
    request.soundFile = target.getFullPathName ().toStdString ();
    request.backend.kind = BackendChoice::Kind::cpu;
    request.isCached = false;
    return request;
}

} // namespace

DemoSound::~DemoSound ()
{
    isStopped_ = true;
    if (thread_.joinable ())
        thread_.join ();
}

juce::File DemoSound::file ()
{
    return AppSettings::dataFolder ().getChildFile ("Demo").getChildFile (
        kNameBegin + juce::String (kVersion) + ".wav");
}

void DemoSound::make ()
{
    if (isMaking ())
        return;
    const auto target = file ();
    if (target.existsAsFile ()) // WavWriter gives the name to a complete file only
        return onMade (target);
    if (const auto made = target.getParentDirectory ().createDirectory (); made.failed ())
        return onFailed (target.getParentDirectory ().getFullPathName () + ": " +
                         made.getErrorMessage ());
    doneRatio_ = 0;
    hasEnded_ = false;
    onProgress (0);
    thread_ = std::thread ([this, target] { render (target); });
    startTimerHz (kLooksPerSecond);
}

void DemoSound::render (const juce::File& target)
{
    Log log (LogLevel::error);
    const auto step = [this] (double doneSeconds, double songSeconds) -> Result<void>
    {
        doneRatio_ = std::min (doneSeconds / std::max (songSeconds, 1e-9), 1.0);
        if (isStopped_)
            return Error {ErrorCode::interrupted, "the demo was not finished", {}};
        return {};
    };
    const auto done = guarded (
        [&] () -> Result<void>
        {
            MELSTROM_TRY_VALUE (const auto request, requestFor (target));
            Trace noTrace (false);
            VoiceTelemetry none (false, noTrace);
            MELSTROM_TRY (runRender (request, log, step, none));
            return {};
        });
    fault_ = done ? juce::String () : textOf (done.error ().message);
    hasEnded_ = true;
}

void DemoSound::timerCallback ()
{
    if (! hasEnded_)
        return onProgress (juce::roundToInt (100 * doneRatio_.load ()));
    stopTimer ();
    thread_.join ();
    if (fault_.isNotEmpty ())
        return onFailed (fault_);
    const auto made = file ();
    for (const auto& old : made.getParentDirectory ().findChildFiles (
             juce::File::findFiles, false, juce::String (kNameBegin) + "*.wav"))
        if (old != made)
            old.deleteFile ();
    onMade (made);
}

} // namespace melstrom
