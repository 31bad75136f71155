// Exports of the page of files. Times are those of the chosen file.
#include "Source/Export/RangeExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Files/FilesPage.h"

namespace melstrom
{

void FilesPage::exportAs (PageExport kind)
{
    auto* const sound = chosen ();
    if (sound == nullptr)
        return onMessage ("No file is open.");
    if (kind == PageExport::copyPicture)
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
                case PageExport::picture: return exportPicture (picture, posixStorage (), path);
                case PageExport::png: return exportPng (range, frontEnd, colours, path);
                case PageExport::wav: return exportWav (range, posixStorage (), path);
                case PageExport::npy: return exportNpy (range, frontEnd, posixStorage (), path);
                case PageExport::csv: return exportCsv (range, frontEnd, posixStorage (), path);
                case PageExport::copyPicture: break;
            }
            return {};
        },
        [] {});
}

} // namespace melstrom
