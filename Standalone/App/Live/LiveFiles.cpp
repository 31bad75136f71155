// Recordings and exports of the live page.
#include "Source/Export/TapExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Live/LivePage.h"

namespace melstrom
{

namespace
{

juce::String clockText (double seconds)
{
    const auto whole = static_cast<int> (seconds);
    return whole >= 3600
               ? juce::String::formatted ("%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60)
               : juce::String::formatted ("%d:%02d", whole / 60, whole % 60);
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
        clockText (seconds) +
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

TapSamples LivePage::shownSound () const
{
    if (const auto selected = first_.selection ())
        return feeds_[0].sound (selected->beginSeconds, selected->endSeconds);
    const auto window = first_.window ();
    return feeds_[0].sound (window.beginSeconds, window.endSeconds ());
}

/** False if nothing of the wanted time is there. Tells if not all of it is. */
bool LivePage::tellShort (const TapSamples& sound)
{
    const auto selected = first_.selection ();
    const double wanted = selected ? selected->endSeconds - selected->beginSeconds
                                   : std::min (first_.window ().endSeconds (), endSeconds ()) -
                                         std::max (first_.window ().beginSeconds, 0.0);
    const double there = sound.rateHz > 0 && ! sound.channels.empty ()
                             ? static_cast<double> (sound.channels[0].size ()) / sound.rateHz
                             : 0;
    constexpr double kToleranceSeconds = 0.5; // rows come later than their sound
    if (there + kToleranceSeconds < wanted)
        onMessage ("Only " + clockText (there) + " of " + clockText (wanted) +
                   " can be exported: sound is kept for five minutes, and since the last gap.");
    return there > 0;
}

/** Time of the newest sample. */
double LivePage::endSeconds () const
{
    return audio_.rateHz () > 0 ? static_cast<double> (audio_.position ()) / audio_.rateHz () : 0;
}

void LivePage::exportAs (ExportKind kind)
{
    if (kind == ExportKind::copyPicture)
        return tell (clipboard_->copyPicture (first_.picture ()));
    auto sound = shownSound (); // of the moment of the request
    if (kind != ExportKind::picture && ! tellShort (sound))
        return;
    saving_.open (
        *this, "Melstrom" + endingOf (kind),
        [this, work = workOf (kind, std::move (sound))] (const juce::File& file) -> Result<void>
        {
            onExport ({file, work});
            return {};
        },
        [] {});
}

/** Owns the sound, and the picture and the front end of now. */
SaveWork LivePage::workOf (ExportKind kind, TapSamples sound)
{
    const auto picture = kind == ExportKind::picture ? first_.picture () : juce::Image ();
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
