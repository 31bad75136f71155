// Recordings and exports of the live page.
#include "Engine/Core/NumberText.h"
#include "Source/Export/TapExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Live/LivePage.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

juce::String secondsText (double seconds)
{
    return clockText (std::floor (seconds));
}

} // namespace

void LivePage::toggleRecording ()
{
    if (audio_.isRecording ())
        stopRecording ();
    else
        record (tools_.format ());
}

void LivePage::record (RecordingFormat format)
{
    const auto folder = AppSettings::recordingsFolder ();
    if (const auto made = folder.createDirectory (); made.failed ())
    {
        onMessage (folder.getFullPathName () + ": " + made.getErrorMessage ());
        return;
    }
    const auto name = juce::Time::getCurrentTime ().formatted ("%Y-%m-%d %H.%M.%S");
    const auto file = folder.getNonexistentChildFile (name, fileEndingOf (format), false);
    if (auto begun = audio_.startRecording (file, format); ! begun)
        return tell (begun);
    showRecording ();
    tools_.resized ();
}

void LivePage::showRecording ()
{
    const auto status = audio_.recordingStatus ();
    if (status.error)
        return stopRecording ();
    const double seconds =
        audio_.rateHz () > 0 ? static_cast<double> (status.numSamples) / audio_.rateHz () : 0;
    tools_.showRecording (
        secondsText (seconds) +
        (status.numGaps > 0 ? "  " + juce::String (status.numGaps) + " gaps" : juce::String ()));
}

void LivePage::stopRecording ()
{
    const auto file = audio_.recordedFile ();
    const auto report = audio_.stopRecording ();
    tools_.showRecording ({});
    tools_.resized ();
    if (report.error)
        onMessage (textOf (report.error->message));
    else
        onMessage ("Recorded " + file.getFullPathName () +
                   (report.numGaps > 0 ? ", with " + juce::String (report.numGaps) + " gaps: see " +
                                             file.getFileName () + ".gaps.txt"
                                       : juce::String ()));
    if (report.numSamples > 0 && onRecorded)
        onRecorded (file);
}

SoundCut LivePage::shownSound () const
{
    if (const auto selected = views_.first ().selection ())
        return history_.sound (selected->beginSeconds, selected->endSeconds);
    const auto window = views_.first ().window ();
    return history_.sound (window.beginSeconds, window.endSeconds ());
}

/** False if nothing of the wanted time is there. Tells if not all of it is, and of gaps. */
bool LivePage::tellExported (const SoundCut& cut)
{
    const auto selected = views_.first ().selection ();
    const auto window = views_.first ().window ();
    const double wanted = selected ? selected->endSeconds - selected->beginSeconds
                                   : std::min (window.endSeconds (), history_.endSeconds ()) -
                                         std::max (window.beginSeconds, 0.0);
    constexpr double kToleranceSeconds = 0.5; // rows come later than their sound
    juce::StringArray sentences;
    if (cut.seconds () + kToleranceSeconds < wanted)
        sentences.add ("Only " + secondsText (cut.seconds ()) + " of " + secondsText (wanted) +
                       " can be exported: sound is kept for the last " +
                       secondsText (history_.soundSeconds ()) +
                       ", and one file has one sample rate.");
    if (cut.numGaps > 0)
        sentences.add (juce::String (cut.numGaps) + (cut.numGaps == 1 ? " gap is" : " gaps are") +
                       " exported as silence of " +
                       elapsedText (static_cast<double> (cut.numGapSamples) / cut.samples.rateHz) +
                       ".");
    if (! sentences.isEmpty ())
        onMessage (sentences.joinIntoString (" "));
    return cut.seconds () > 0;
}

void LivePage::exportAs (ExportKind kind)
{
    if (kind == ExportKind::copyPicture)
        return tell (clipboard_->copyPicture (view ().picture ()));
    auto cut = shownSound (); // of the moment of the request
    if (kind != ExportKind::picture && ! tellExported (cut))
        return;
    saving_.open (
        *this, "Melstrom" + endingOf (kind),
        [this,
         work = workOf (kind, std::move (cut.samples))] (const juce::File& file) -> Result<void>
        {
            onExport ({file, work});
            return {};
        },
        [] {});
}

/** Owns the sound, and the picture and the front end of now. */
SaveWork LivePage::workOf (ExportKind kind, TapSamples sound)
{
    const auto picture = kind == ExportKind::picture ? view ().picture () : juce::Image ();
    return [kind, picture, frontEnd = model_.frontEnd (), colours = model_.view ().colours,
            sound = std::make_shared<const TapSamples> (std::move (sound))] (
               const std::string& path, const ExportControl& control) -> Result<void>
    {
        auto& storage = posixStorage ();
        switch (kind)
        {
            case ExportKind::picture: return exportPicture (picture, storage, path);
            case ExportKind::png: return exportPng (*sound, frontEnd, colours, path, control);
            case ExportKind::wav: return exportWav (*sound, storage, path, control);
            case ExportKind::npy: return exportNpy (*sound, frontEnd, storage, path, control);
            case ExportKind::csv: return exportCsv (*sound, frontEnd, storage, path, control);
            case ExportKind::copyPicture: break;
        }
        return {};
    };
}

} // namespace melstrom
