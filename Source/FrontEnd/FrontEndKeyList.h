// All keys of a front end, in groups.
#pragma once

#include "Source/FrontEnd/FrontEndKeyRow.h"

#include <memory>
#include <utility>
#include <vector>

namespace melstrom
{

/** A scrolled list with a row for each key of specKeys (), under the headings of its groups. Scrolls
    to the row with the keyboard's focus. Thread: message. */
class FrontEndKeyList final : public juce::Component
{
public:
    FrontEndKeyList ();

    std::function<Result<void> (const SpecKey&, const std::string& text)> onEdit;
    std::function<Result<void> (const SpecKey&)> onReset;

    void show (const MelSpec& spec, const MelSpec& origin);
    /** Hides rows without the text, and groups without rows. onlyChanged: and unchanged rows. */
    void filter (const juce::String& text, bool onlyChanged);
    int numChanged () const;

    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    class Sheet final : public juce::Component
    {
    public:
        std::vector<std::pair<juce::Rectangle<int>, juce::String>> headings;
        void paint (juce::Graphics& graphics) override;
    };
    bool isShown (const FrontEndKeyRow& row) const;
    void layOut ();
    void scrollTo (const FrontEndKeyRow& row);

    std::vector<std::unique_ptr<FrontEndKeyRow>> rows_;
    juce::Viewport viewport_;
    Sheet sheet_;
    juce::String text_;
    bool onlyChanged_ = false;
};

} // namespace melstrom
