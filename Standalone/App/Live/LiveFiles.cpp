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

void LivePage::exportAs (PageExport kind)
{
    if (kind == PageExport::copyPicture)
        return tell (clipboard_->copyPicture (view ().picture ()));
    const auto cut = shownSound (); // of the moment of the request, as all below
    if (kind != PageExport::picture && ! tellExported (cut))
        return;
    const auto picture = view ().picture ();
    saving_.open (
        *this, "Melstrom" + endingOf (kind),
        [this, kind, sound = cut.samples, look = ViewModel (model_.view ()),
         picture] (const juce::File& file) -> Result<void>
        {
            if (kind == PageExport::picture)
                return exportPicture (picture, posixStorage (),
                                      file.getFullPathName ().toStdString ());
            return write (kind, sound, look, file);
        },
        [] {});
}

Result<void> LivePage::write (PageExport kind, const TapSamples& sound, const ViewModel& look,
                              const juce::File& file)
{
    const auto path = file.getFullPathName ().toStdString ();
    const auto& frontEnd = look.frontEnd ();
    switch (kind)
    {
        case PageExport::png: return exportPng (sound, frontEnd, look.view ().colours, path);
        case PageExport::wav: return exportWav (sound, posixStorage (), path);
        case PageExport::npy: return exportNpy (sound, frontEnd, posixStorage (), path);
        case PageExport::csv: return exportCsv (sound, frontEnd, posixStorage (), path);
        case PageExport::picture:
        case PageExport::copyPicture: break;
    }
    return {};
}

} // namespace melstrom
