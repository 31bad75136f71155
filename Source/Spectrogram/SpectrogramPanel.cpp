#include "Source/Spectrogram/SpectrogramPanel.h"

#include "Source/Look/Theme.h"
#include "Source/Spectrogram/SpectrogramContent.h"

#include <utility>

namespace melstrom
{

namespace
{

// limits the updates of screens with more than 60 frames a second
constexpr double kShortestUpdateSeconds = 0.012;
constexpr int kIconWidth = 24, kIconHeight = 20, kIconGap = 3;

} // namespace

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
        if (content.isShown (*screen) && ! content.isFolded ())
            screen->update ();
}

Result<void> SpectrogramPanel::exportTo (ExportKind kind, const juce::File& file)
{
    if (kind == ExportKind::copyPicture)
        return content_->clipboard->copyPicture (picture ());
    return content_->workOf (kind) (file.getFullPathName ().toStdString (), {});
}

bool SpectrogramPanel::keyPressed (const juce::KeyPress& key)
{
    if (key == juce::KeyPress::escapeKey && content_->exports.isRunning ())
    {
        content_->exports.cancel ();
        return true;
    }
    const auto character = juce::CharacterFunctions::toLowerCase (key.getTextCharacter ());
    if (key.getModifiers ().isCtrlDown () || key.getModifiers ().isAltDown () ||
        key.getModifiers ().isCommandDown ())
        return false;
    if (character != 'f' && key != juce::KeyPress::spaceKey)
        return false;
    setFrozen (! isFrozen ());
    return true;
}

void SpectrogramPanel::allowFolding (std::function<void ()> onFold)
{
    content_->onFold = std::move (onFold);
    content_->fold.setVisible (true);
    content_->adopt ();
}

bool SpectrogramPanel::isFolded () const
{
    return content_->isFolded ();
}

void SpectrogramPanel::showControls (bool areShown)
{
    content_->gear.setToggleState (areShown, juce::dontSendNotification);
    resized ();
    repaint ();
}

void SpectrogramPanel::setHint (const juce::String& hint)
{
    content_->output.view ().setHint (hint);
}

void SpectrogramPanel::resized ()
{
    auto& content = *content_;
    auto area = getLocalBounds ().reduced (Theme::kGap, Theme::kGap);
    const bool isFolded = content.isFolded (),
               hasControls = content.gear.getToggleState () && ! isFolded;
    content.fold.setIcon (isFolded ? Icon::unfold : Icon::fold,
                          isFolded ? "Show the spectrogram" : "Fold the spectrogram away");
    content.gear.setVisible (! isFolded);
    auto icons = area.withHeight (kIconHeight);
    for (auto* icon : {&content.fold, &content.gear})
        if (icon->isVisible ())
        {
            icon->setBounds (icons.removeFromLeft (kIconWidth));
            icons.removeFromLeft (kIconGap);
        }
    const int left = icons.getX () - area.getX () + Theme::kGap;
    for (CaptionedRows* rows :
         std::initializer_list<CaptionedRows*> {&content.frontEndControls, &content.controls})
    {
        rows->setVisible (hasControls);
        if (hasControls)
            rows->setBounds (area.removeFromTop (rows->heightFor (area.getWidth () - left))
                                 .withTrimmedLeft (left));
        if (hasControls)
            area.removeFromTop (Theme::kGap);
    }
    content.message.setVisible (content.message.text ().isNotEmpty () && ! isFolded);
    if (content.message.isVisible ())
    {
        content.message.setBounds (area.removeFromTop (MessageBar::kHeight).withTrimmedLeft (left));
        area.removeFromTop (Theme::kGap);
    }
    content.placeScreens (area);
}

void SpectrogramPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    if (! content_->isFolded ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText, true));
    const auto& icon = content_->fold;
    graphics.drawText (getTitle (), getLocalBounds ().withLeft (icon.getRight () + Theme::kGap),
                       juce::Justification::centredLeft, false);
}

} // namespace melstrom
