#include "Source/Spectrogram/SpectrogramContent.h"

#include "Source/Export/TapExport.h"
#include "Source/State/FrontEnd.h"

#include <utility>

namespace melstrom
{

namespace
{

const char* fileNameOf (SpectrogramPanel::ExportKind kind)
{
    switch (kind)
    {
        case SpectrogramPanel::ExportKind::png: return "Melstrom.png";
        case SpectrogramPanel::ExportKind::wav: return "Melstrom.wav";
        case SpectrogramPanel::ExportKind::npy: return "Melstrom.npy";
        case SpectrogramPanel::ExportKind::csv: break;
    }
    return "Melstrom.csv";
}

} // namespace

SpectrogramPanel::Content::Content (SpectrogramPanel& ownerPanel, SpectrogramSource& tapSource)
    : owner (ownerPanel), source (tapSource),
      controls (tapSource.inputTap () != nullptr ? SpectrogramControls::Owner::instrument
                                                 : SpectrogramControls::Owner::analyzer),
      output (tapSource.outputTap (), "Output")
{
    if (auto* const tap = source.inputTap ())
    {
        input = std::make_unique<TapScreen> (*tap, "Input");
        input->view ().setHint ("No input yet.");
    }
    for (TapScreen* screen : screens ())
        owner.addChildComponent (screen->view ());
    for (auto* part :
         std::initializer_list<juce::Component*> {&frontEndControls, &controls, &message, &fold})
        owner.addChildComponent (part);
    owner.addAndMakeVisible (gear);
    gear.setClickingTogglesState (true);
    gear.onClick = [this] { owner.showControls (gear.getToggleState ()); };
    fold.onClick = [this]
    {
        auto chosen = shown;
        chosen.isFolded = ! chosen.isFolded;
        take (chosen);
    };
    controls.onChange = [this] (const ViewState& chosen) { take (chosen); };
    controls.onFreeze = [this] (bool isToFreeze) { owner.setFrozen (isToFreeze); };
    controls.onExport = [this] (ExportKind kind) { saveSound (kind); };
    exports.onProgress = [this] { showMessage (exports.text () + " A click here cancels."); };
    exports.onMessage = [this] (const juce::String& text) { showMessage (text); };
    listenToFrontEnd ();
}

std::vector<TapScreen*> SpectrogramPanel::Content::screens ()
{
    if (input == nullptr)
        return {&output};
    return {&output, input.get ()};
}

bool SpectrogramPanel::Content::isShown (const TapScreen& screen) const
{
    if (input == nullptr || shown.source == ViewSource::both)
        return true;
    return (&screen == &output) == (shown.source == ViewSource::output);
}

void SpectrogramPanel::Content::take (ViewState chosen)
{
    auto& view = source.view ();
    chosen.widthPixels = view.widthPixels;
    chosen.heightPixels = view.heightPixels;
    view = std::move (chosen);
    source.viewChanged ();
    adopt ();
}

void SpectrogramPanel::Content::adopt ()
{
    // an unwatched tap received no samples to freeze
    const auto& view = source.view ();
    const bool wasFolded = isFolded ();
    if (view.source != shown.source || (onFold && view.isFolded != wasFolded))
        owner.setFrozen (false);
    shown = view;
    if (auto found = frontEndOf (shown))
        frontEnd = std::move (*found);
    frontEndControls.show (shown, frontEnd);
    controls.show (shown);
    for (TapScreen* screen : screens ())
    {
        const bool isSeen = isShown (*screen) && ! isFolded ();
        screen->watch (isSeen);
        screen->view ().setVisible (isSeen);
        screen->view ().setView (shown);
    }
    owner.resized ();
    owner.repaint ();
    configure ();
    if (isFolded () != wasFolded)
        onFold ();
}

void SpectrogramPanel::Content::configure ()
{
    device = source.device ();
    for (TapScreen* screen : screens ())
        if (isShown (*screen) && ! isFolded ())
            screen->configure (frontEnd, shown.mix, device, source.sampleRateHz ());
}

void SpectrogramPanel::Content::saveSound (ExportKind kind)
{
    const bool wasFrozen = isFrozen;
    owner.setFrozen (true);
    saving.open (
        owner, fileNameOf (kind),
        [this, work = workOf (kind)] (const juce::File& file) -> Result<void>
        {
            exports.start ({file, work});
            return {};
        },
        [this, wasFrozen] { owner.setFrozen (wasFrozen); });
}

SaveWork SpectrogramPanel::Content::workOf (ExportKind kind)
{
    auto sound = std::make_shared<const TapSamples> (mainScreen ().sound (shown.spanSeconds));
    return [kind, sound = std::move (sound), preset = frontEnd, colours = shown.colours] (
               const std::string& path, const ExportControl& control) -> Result<void>
    {
        switch (kind)
        {
            case ExportKind::png: return exportPng (*sound, preset, colours, path, control);
            case ExportKind::wav: return exportWav (*sound, posixStorage (), path, control);
            case ExportKind::npy: return exportNpy (*sound, preset, posixStorage (), path, control);
            case ExportKind::csv: break;
        }
        return exportCsv (*sound, preset, posixStorage (), path, control);
    };
}

void SpectrogramPanel::Content::placeScreens (juce::Rectangle<int> area)
{
    std::vector<TapScreen*> seen;
    for (TapScreen* screen : screens ())
        if (isShown (*screen))
            seen.push_back (screen);
    for (std::size_t n = 0; n < seen.size (); ++n)
    {
        const auto numLeft = static_cast<int> (seen.size () - n);
        seen[n]->view ().setBounds (area.removeFromTop (area.getHeight () / numLeft));
    }
}

} // namespace melstrom
