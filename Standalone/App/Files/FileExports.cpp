// Exports of the page of files. Times are those of the chosen file.
#include "Source/Export/RangeExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Files/FilesPage.h"

namespace melstrom
{

/** Owns the range, the picture and the front end of now. */
SaveWork FilesPage::workOf (ExportKind kind, const SoundRange& range)
{
    const auto picture = kind == ExportKind::picture ? view_.picture () : juce::Image ();
    return [kind, range, picture, frontEnd = model_.frontEnd (), colours = model_.view ().colours] (
               const std::string& path, const ExportControl& control) -> Result<void>
    {
        auto& storage = posixStorage ();
        switch (kind)
        {
            case ExportKind::picture: return exportPicture (picture, storage, path);
            case ExportKind::png: return exportPng (range, frontEnd, colours, path, control);
            case ExportKind::wav: return exportWav (range, storage, path, control);
            case ExportKind::npy: return exportNpy (range, frontEnd, storage, path, control);
            case ExportKind::csv: return exportCsv (range, frontEnd, storage, path, control);
            case ExportKind::copyPicture: break;
        }
        return {};
    };
}

void FilesPage::exportAs (ExportKind kind)
{
    auto* const sound = chosen ();
    if (sound == nullptr)
        return onMessage ("No file is open.");
    if (kind == ExportKind::copyPicture)
        return tell (clipboard_->copyPicture (view_.picture ()));
    double begin = view_.window ().beginSeconds, end = view_.window ().endSeconds ();
    if (const auto selected = view_.selection ())
    {
        begin = selected->beginSeconds;
        end = selected->endSeconds;
    }
    auto range = rangeOf (sound->file.getFullPathName ().toStdString (), sound->overview->info (),
                          begin, end);
    range.known = sound->known ();
    saving_.open (
        *this, sound->file.getFileNameWithoutExtension () + " part" + endingOf (kind),
        [this, work = workOf (kind, range)] (const juce::File& file) -> Result<void>
        {
            onExport ({file, work});
            return {};
        },
        [] {});
}

} // namespace melstrom
