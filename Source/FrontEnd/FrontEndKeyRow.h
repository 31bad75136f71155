// One key of a front end: name, value, reset, meaning.
#pragma once

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Source/Look/IconButton.h"

#include <functional>
#include <memory>
#include <string>

namespace melstrom
{

/** The value's editor fits the key: a box of choices, a switch, or a line of text. A key that differs
    from the preset has a mark and a reset button. The reason of a refused value stands in the place
    of the meaning. Thread: message. */
class FrontEndKeyRow final : public juce::Component
{
public:
    explicit FrontEndKeyRow (const SpecKey& key); ///< key: of specKeys ()
    ~FrontEndKeyRow () override;

    /** Take a new value, in the syntax of --set, or the preset's value. */
    std::function<Result<void> (const SpecKey&, const std::string& text)> onEdit;
    std::function<Result<void> (const SpecKey&)> onReset;
    std::function<void ()> onFocus; ///< called when a control of the row gets the keyboard's focus

    /** Shows the value without a callback, and removes a refusal. origin: the preset */
    void show (const MelSpec& spec, const MelSpec& origin);
    const SpecKey& key () const noexcept { return key_; }
    bool isChanged () const noexcept { return reset_.isVisible (); }
    /** True if the key, its value, its meaning or the allowed values contain the text. */
    bool contains (const juce::String& text) const;
    const juce::String& refusal () const noexcept { return refusal_; } ///< empty: none

    static int heightFor (int width); ///< pixels
    void paint (juce::Graphics& graphics) override;
    void resized () override;
    void focusOfChildComponentChanged (FocusChangeType) override;

private:
    std::unique_ptr<juce::Component> makeChoices ();
    std::unique_ptr<juce::Component> makeSwitch ();
    std::unique_ptr<juce::Component> makeEntry ();
    std::unique_ptr<juce::Component> makeEditor ();
    Result<void> edit (const std::string& text);
    Result<void> tell (Result<void> done);
    void describe ();

    const SpecKey& key_;
    std::function<void (const juce::String&)> showText_; ///< shows a value in the editor
    std::unique_ptr<juce::Component> editor_;
    IconButton reset_ {Icon::undo, "Reset"};
    juce::Rectangle<int> name_, words_;
    juce::String value_, originValue_, refusal_;
    bool matters_ = true;
};

} // namespace melstrom
