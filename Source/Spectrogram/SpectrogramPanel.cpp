#include "Source/Spectrogram/SpectrogramPanel.h"

#include "Source/Editor/Theme.h"
#include "Source/Spectrogram/SaveDialog.h"
#include "Source/Spectrogram/SpectrogramControls.h"
#include "Source/Spectrogram/SpectrogramExport.h"
#include "Source/Spectrogram/TapScreen.h"

#include <utility>
#include <vector>

namespace melstrom
{

namespace
{

constexpr double kShortestUpdateSeconds =
    0.012; // of a screen with more than 60 pictures a second every other one is enough

} // namespace

struct SpectrogramPanel::Content
{
    Content (SpectrogramPanel& ownerPanel, SpectrogramSource& tapSource)
        : owner (ownerPanel), source (tapSource), controls (tapSource.inputTap () != nullptr),
          output (tapSource.outputTap (), "Output")
    {
        if (auto* const tap = source.inputTap ())
            input = std::make_unique<TapScreen> (*tap, "Input");
        owner.addAndMakeVisible (controls);
        for (TapScreen* screen : screens ())
            owner.addChildComponent (screen->view ());
        controls.onChange = [this] (const ViewState& chosen)
        {
            const auto kept = source.view ();
            source.view () = chosen;
            // the editor keeps its size itself
            source.view ().widthPixels = kept.widthPixels;
            source.view ().heightPixels = kept.heightPixels;
            source.viewChanged ();
            adopt ();
        };
        controls.onFreeze = [this] (bool isToFreeze) { owner.setFrozen (isToFreeze); };
        controls.onExport = [this] (ExportKind kind) { save (kind); };
    }

    std::vector<TapScreen*> screens ()
    {
        if (input == nullptr)
            return {&output};
        return {&output, input.get ()};
    }

    bool isShown (const TapScreen& screen) const
    {
        if (input == nullptr || shown.source == ViewSource::both)
            return true;
        return (&screen == &output) == (shown.source == ViewSource::output);
    }

    /** The one that is saved: where both are shown, the output. */
    TapScreen& mainScreen () { return isShown (output) ? output : *input; }

    /** Takes over what the processor's view says. */
    void adopt ()
    {
        // what was not looked at was not heard, and has nothing to freeze
        if (source.view ().source != shown.source)
            owner.setFrozen (false);
        shown = source.view ();
        controls.show (shown);
        for (TapScreen* screen : screens ())
        {
            screen->watch (isShown (*screen));
            screen->view ().setVisible (isShown (*screen));
            screen->view ().setView (shown);
        }
        owner.resized ();
        configure ();
    }

    /** Tells the taps what is wanted, where it changed. */
    void configure ()
    {
        device = source.device ();
        for (TapScreen* screen : screens ())
            if (isShown (*screen))
                screen->configure (shown, device, source.sampleRateHz ());
    }

    /** What was on the screen when it was asked for is saved, not what is there when a name is
        found. */
    void save (ExportKind kind)
    {
        const bool wasFrozen = isFrozen;
        owner.setFrozen (true);
        saving.open (
            owner, kind,
            [this, kind] (const juce::File& file) { return owner.exportTo (kind, file); },
            [this, wasFrozen] { owner.setFrozen (wasFrozen); });
    }

    SpectrogramPanel& owner;
    SpectrogramSource& source;
    SpectrogramControls controls;
    TapScreen output;
    std::unique_ptr<TapScreen> input; ///< null: there is no input to be looked at
    ViewState shown;
    std::shared_ptr<LiveDevice> device;
    bool isFrozen = false;
    double lastUpdateSeconds = 0;
    SaveDialog saving;
    juce::VBlankAttachment timer;
};

SpectrogramPanel::SpectrogramPanel (SpectrogramSource& source)
    : content_ (std::make_unique<Content> (*this, source))
{
    setOpaque (true);
    setTitle ("Spectrogram");
    content_->adopt ();
    content_->timer = {this, [this]
                       {
                           const double now = juce::Time::getMillisecondCounterHiRes () / 1000;
                           if (now - content_->lastUpdateSeconds < kShortestUpdateSeconds)
                               return;
                           content_->lastUpdateSeconds = now;
                           update ();
                       }};
}

SpectrogramPanel::~SpectrogramPanel ()
{
    for (TapScreen* screen : content_->screens ())
        screen->watch (false);
}

bool SpectrogramPanel::isFrozen () const noexcept
{
    return content_->isFrozen;
}

void SpectrogramPanel::setFrozen (bool isFrozen)
{
    content_->controls.showFrozen (isFrozen);
    if (std::exchange (content_->isFrozen, isFrozen) == isFrozen)
        return;
    for (TapScreen* screen : content_->screens ())
        screen->freeze (isFrozen);
}

void SpectrogramPanel::update ()
{
    auto& content = *content_;
    if (content.source.view () != content.shown)
        content.adopt ();
    else
        content.configure ();
    for (TapScreen* screen : content.screens ())
        if (content.isShown (*screen))
            screen->update ();
}

Result<void> SpectrogramPanel::exportTo (ExportKind kind, const juce::File& file)
{
    auto& content = *content_;
    const auto preset = findPreset (content.shown.preset);
    if (! preset)
        return preset.error ();
    const auto sound = content.mainScreen ().sound (content.shown.spanSeconds);
    const auto path = file.getFullPathName ().toStdString ();
    switch (kind)
    {
        case ExportKind::png: return exportPng (sound, *preset, content.shown.colours, path);
        case ExportKind::wav: return exportWav (sound, posixStorage (), path);
        case ExportKind::npy: break;
    }
    return exportNpy (sound, *preset, posixStorage (), path);
}

bool SpectrogramPanel::keyPressed (const juce::KeyPress& key)
{
    const auto character = juce::CharacterFunctions::toLowerCase (key.getTextCharacter ());
    if (key.getModifiers ().isCtrlDown () || key.getModifiers ().isAltDown () ||
        key.getModifiers ().isCommandDown ())
        return false;
    if (character != 'f' && key != juce::KeyPress::spaceKey)
        return false;
    setFrozen (! isFrozen ());
    return true;
}

void SpectrogramPanel::resized ()
{
    auto area = getLocalBounds ().reduced (Theme::kGap, Theme::kGap);
    auto& content = *content_;
    content.controls.setBounds (area.removeFromTop (content.controls.heightFor (area.getWidth ())));
    area.removeFromTop (Theme::kGap);
    std::vector<TapScreen*> shown;
    for (TapScreen* screen : content.screens ())
        if (content.isShown (*screen))
            shown.push_back (screen);
    for (std::size_t n = 0; n < shown.size (); ++n)
    {
        const auto numLeft = static_cast<int> (shown.size () - n);
        shown[n]->view ().setBounds (area.removeFromTop (area.getHeight () / numLeft));
    }
}

void SpectrogramPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

} // namespace melstrom
