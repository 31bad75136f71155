// Exports of a spectrogram panel.
#include "Source/Export/TapExport.h"
#include "Source/Spectrogram/SpectrogramContent.h"

namespace melstrom
{

void SpectrogramPanel::Content::save (ExportKind kind)
{
    if (kind == ExportKind::copyPicture)
    {
        (void)tell (owner.exportTo (kind, {}));
        return;
    }
    const bool wasFrozen = isFrozen;
    owner.setFrozen (true);
    saving.open (
        owner, "Melstrom" + endingOf (kind),
        [this, work = workOf (kind)] (const juce::File& file) -> Result<void>
        {
            exports.start ({file, work});
            return {};
        },
        [this, wasFrozen] { owner.setFrozen (wasFrozen); });
}

SaveWork SpectrogramPanel::Content::workOf (ExportKind kind)
{
    if (kind == ExportKind::picture)
        return [picture = owner.picture ()] (const std::string& path,
                                             const ExportControl&) -> Result<void>
        { return exportPicture (picture, posixStorage (), path); };
    auto sound = std::make_shared<const TapSamples> (mainScreen ().sound (shown.spanSeconds));
    return [kind, sound = std::move (sound), preset = model.frontEnd (), colours = shown.colours] (
               const std::string& path, const ExportControl& control) -> Result<void>
    {
        switch (kind)
        {
            case ExportKind::png: return exportPng (*sound, preset, colours, path, control);
            case ExportKind::wav: return exportWav (*sound, posixStorage (), path, control);
            case ExportKind::npy: return exportNpy (*sound, preset, posixStorage (), path, control);
            case ExportKind::csv:
            case ExportKind::picture:
            case ExportKind::copyPicture: break;
        }
        return exportCsv (*sound, preset, posixStorage (), path, control);
    };
}

} // namespace melstrom
