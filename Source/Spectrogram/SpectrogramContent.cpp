#include "Source/Spectrogram/SpectrogramContent.h"

#include "Source/Parameters/ParameterText.h"

#include <utility>

namespace melstrom
{

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
        auto chosen = model.view ();
        chosen.isFolded = ! chosen.isFolded;
        model.look (chosen);
    };
    controls.onChange = [this] (const ViewState& chosen) { model.look (chosen); };
    controls.onFreeze = [this] (bool isToFreeze) { owner.setFrozen (isToFreeze); };
    controls.onExport = [this] (ExportKind kind) { save (kind); };
    exports.onProgress = [this] { showMessage (exports.text () + " A click here cancels."); };
    exports.onMessage = [this] (const juce::String& text) { showMessage (text); };
    model.onChange = [this] { store (); };
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

void SpectrogramPanel::Content::listenToFrontEnd ()
{
    frontEndControls.onChoose = [this] (const std::string& name)
    {
        if (! tell (model.choose (name)))
            frontEndControls.show (shown, model.frontEnd ()); // the box shows the former choice
    };
    frontEndControls.onEdit = [this] (FrontEndField field, const std::string& text)
    { return edit (field, text); };
    frontEndControls.onLoad = [this]
    { loading.open (owner, [this] (const juce::File& file) { owner.loadFrontEnd (file); }); };
    frontEndControls.onSave = [this]
    {
        saving.open (
            owner, textOf (frontEndText (model.frontEnd ()).fileName),
            [this] (const juce::File& file) { return owner.saveFrontEnd (file); }, [] {});
    };
    frontEndControls.onAllSettings = [this]
    {
        if (owner.onAllSettings)
            owner.onAllSettings ();
    };
    message.onClick = [this]
    {
        exports.cancel ();
        (void)tell ({});
    };
}

Result<void> SpectrogramPanel::Content::edit (FrontEndField field, const std::string& text)
{
    auto done = tell (model.edit (field, text));
    if (done)
        frontEndControls.show (shown, model.frontEnd ()); // "096" becomes "96"
    return done;
}

Result<void> SpectrogramPanel::Content::tell (Result<void> done)
{
    showMessage (done ? juce::String () : textOf (done.error ().message));
    return done;
}

void SpectrogramPanel::Content::showMessage (const juce::String& text)
{
    const bool wasShown = message.text ().isNotEmpty ();
    if (message.text () == text)
        return;
    message.setText (text);
    if (wasShown != text.isNotEmpty ())
        owner.resized ();
}

void SpectrogramPanel::Content::store ()
{
    auto chosen = model.view ();
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
    if (model.view () != shown)
        model.restore (shown);
    frontEndControls.show (shown, model.frontEnd ());
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
    if (owner.onFrontEnd)
        owner.onFrontEnd ();
}

void SpectrogramPanel::Content::configure ()
{
    device = source.device ();
    model.setRate (source.sampleRateHz ());
    for (TapScreen* screen : screens ())
        if (isShown (*screen) && ! isFolded ())
            screen->configure (model.frontEnd (), shown.mix, device, source.sampleRateHz ());
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

juce::Image SpectrogramPanel::picture ()
{
    std::vector<SpectrogramView*> views;
    juce::Rectangle<int> area;
    for (TapScreen* screen : content_->screens ())
        if (content_->isShown (*screen))
        {
            views.push_back (&screen->view ());
            area = area.getUnion (screen->view ().getBounds ());
        }
    if (area.isEmpty ())
        return {};
    juce::Image picture (juce::Image::RGB, area.getWidth (), area.getHeight (), true);
    juce::Graphics graphics (picture);
    for (auto* const view : views)
        graphics.drawImageAt (view->createComponentSnapshot (view->getLocalBounds (), true, 1), 0,
                              view->getY () - area.getY ());
    return picture;
}

// Front ends.

const MelPreset& SpectrogramPanel::frontEnd () const noexcept
{
    return content_->model.frontEnd ();
}

Result<void> SpectrogramPanel::takeFrontEnd (const FrontEndText& own)
{
    MELSTROM_TRY (content_->model.takeOwn (own));
    return content_->tell ({});
}

void SpectrogramPanel::loadFrontEnd (const juce::File& file)
{
    (void)content_->tell (content_->model.load (file.getFullPathName ().toStdString ()));
}

Result<void> SpectrogramPanel::saveFrontEnd (const juce::File& file) const
{
    return content_->model.save (file.getFullPathName ().toStdString ());
}

juce::String SpectrogramPanel::message () const
{
    return content_->message.text ();
}

bool SpectrogramPanel::isInterestedInFileDrag (const juce::StringArray& paths)
{
    return std::any_of (paths.begin (), paths.end (),
                        [] (const juce::String& path)
                        { return isFrontEndFile (path.toStdString ()); });
}

void SpectrogramPanel::filesDropped (const juce::StringArray& paths, int, int)
{
    for (const auto& path : paths)
        if (isFrontEndFile (path.toStdString ()))
            return loadFrontEnd (juce::File (path));
}

} // namespace melstrom
