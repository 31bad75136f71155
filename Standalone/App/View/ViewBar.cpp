#include "Standalone/App/View/ViewBar.h"

#include "Source/FrontEnd/FrontEndPanel.h"
#include "Source/Look/Theme.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

namespace
{
constexpr int kPanelWidth = 640, kPanelHeight = 520;
}

ViewBar::ViewBar (ViewModel& model) : model_ (model)
{
    setTitle ("View");
    setFocusContainerType (FocusContainerType::focusContainer);
    addAndMakeVisible (frontEnd_);
    addAndMakeVisible (look_);
    addChildComponent (message_);
    frontEnd_.onChoose = [this] (const std::string& name) { (void)tell (model_.choose (name)); };
    frontEnd_.onEdit = [this] (FrontEndField field, const std::string& text)
    { return tell (model_.edit (field, text)); };
    frontEnd_.onLoad = [this]
    { loading_.open (*this, [this] (const juce::File& file) { (void)load (file); }); };
    frontEnd_.onSave = [this] { openSave (); };
    frontEnd_.onAllSettings = [this] { openAllSettings (); };
    look_.onChange = [this] (const ViewState& chosen) { model_.look (chosen); };
    message_.onClick = [this] { (void)tell ({}); };
    show ();
}

void ViewBar::show ()
{
    frontEnd_.show (model_.view (), model_.frontEnd ());
    look_.show (model_.view ());
}

Result<void> ViewBar::tell (Result<void> done)
{
    const auto text = done ? juce::String () : textOf (done.error ().message);
    if (text != message_.text ())
    {
        message_.setText (text);
        message_.setVisible (text.isNotEmpty ());
        if (onHeight)
            onHeight ();
    }
    show ();
    return done;
}

Result<void> ViewBar::load (const juce::File& file)
{
    return tell (model_.load (file.getFullPathName ().toStdString ()));
}

void ViewBar::openSave ()
{
    saving_.open (
        *this, textOf (frontEndText (model_.frontEnd ()).fileName),
        [this] (const juce::File& file)
        { return model_.save (file.getFullPathName ().toStdString ()); },
        [] {});
}

void ViewBar::openAllSettings ()
{
    auto panel = std::make_unique<FrontEndPanel> ();
    panel->setSize (kPanelWidth, kPanelHeight);
    panel->show (model_.frontEnd ());
    panel->onFrontEnd = [safe = SafePointer (this)] (const FrontEndText& text) -> Result<void>
    {
        if (safe == nullptr)
            return {};
        MELSTROM_TRY (safe->model_.takeOwn (text));
        return safe->tell ({});
    };
    juce::CallOutBox::launchAsynchronously (std::move (panel), frontEnd_.allSettingsBounds (),
                                            nullptr);
}

int ViewBar::heightFor (int width) const
{
    return frontEnd_.heightFor (width) + Theme::kGap + look_.heightFor (width) +
           (message_.text ().isEmpty () ? 0 : MessageBar::kHeight + Theme::kGap);
}

void ViewBar::resized ()
{
    auto area = getLocalBounds ();
    if (message_.text ().isNotEmpty ())
    {
        message_.setBounds (area.removeFromBottom (MessageBar::kHeight));
        area.removeFromBottom (Theme::kGap);
    }
    frontEnd_.setBounds (area.removeFromTop (frontEnd_.heightFor (area.getWidth ())));
    area.removeFromTop (Theme::kGap);
    look_.setBounds (area);
}

} // namespace melstrom
