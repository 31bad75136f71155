// Exports of the page of files. Times are those of the chosen file.
#include "Source/Export/RangeExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Files/FilesPage.h"

namespace melstrom
{

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
    const auto range = rangeOf (sound->file.getFullPathName ().toStdString (),
                                sound->overview->info (), begin, end);
    saving_.open (
        *this, sound->file.getFileNameWithoutExtension () + " part" + endingOf (kind),
        [range, kind, picture = view_.picture (), frontEnd = model_.frontEnd (),
         colours = model_.view ().colours] (const juce::File& file) -> Result<void>
        {
            const auto path = file.getFullPathName ().toStdString ();
            switch (kind)
            {
                case ExportKind::picture: return exportPicture (picture, posixStorage (), path);
                case ExportKind::png: return exportPng (range, frontEnd, colours, path);
                case ExportKind::wav: return exportWav (range, posixStorage (), path);
                case ExportKind::npy: return exportNpy (range, frontEnd, posixStorage (), path);
                case ExportKind::csv: return exportCsv (range, frontEnd, posixStorage (), path);
                case ExportKind::copyPicture: break;
            }
            return {};
        },
        [] {});
}

} // namespace melstrom
