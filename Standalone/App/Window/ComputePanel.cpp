#include "Standalone/App/Window/ComputePanel.h"

#include <utility>

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

constexpr int kLooksPerSecond = 2;
constexpr int kNameWidth = 76, kChoiceWidth = 100, kLine = 22, kReasonLines = 3, kHeading = 30;
constexpr std::array kHeadings {"Live rows", "Files"};
constexpr std::array kKindNames {"Automatic", "CPU", "GPU"}; // of kBackendKinds
constexpr std::array kRowNames {"Device", "Reason", "Load", "Memory", "Driver"};
constexpr std::size_t kReason = 1;

const char* tipOf (ComputePart part, Kind kind)
{
    switch (kind)
    {
        case Kind::cpu: return "The CPU computes";
        case Kind::gpu: return "An NVIDIA GPU computes; the CPU until it is ready, or if it fails";
        case Kind::automatic: break;
    }
    return part == ComputePart::live ? "The CPU: few rows are due at a time"
                                     : "The GPU where a file would take the CPU long";
}
} // namespace

class ComputePanel::Section final : public juce::Component
{
public:
    Section (ComputePart part, const std::function<void (Kind)>& choose)
    {
        const juce::String heading (kHeadings[static_cast<std::size_t> (part)]);
        setTitle (heading);
        setFocusContainerType (FocusContainerType::focusContainer);
        for (std::size_t n = 0; n < choices_.size (); ++n)
        {
            auto& button = choices_[n];
            button.setButtonText (kKindNames[n]);
            button.setTitle (heading + ": " + kKindNames[n]);
            button.setTooltip (tipOf (part, kBackendKinds[n]));
            button.setRadioGroupId (1, juce::dontSendNotification);
            button.setClickingTogglesState (true);
            button.onClick = [choose, kind = kBackendKinds[n]] { choose (kind); };
            addAndMakeVisible (button);
        }
        for (std::size_t n = 0; n < rows_.size (); ++n)
        {
            rows_[n].setTitle (heading + ": " + kRowNames[n]);
            rows_[n].setFont (Theme::font (Theme::kText));
            rows_[n].setBorderSize ({});
            rows_[n].setMinimumHorizontalScale (1);
            rows_[n].setJustificationType (n == kReason ? juce::Justification::topLeft
                                                        : juce::Justification::centredLeft);
            addAndMakeVisible (rows_[n]);
        }
    }

    void show (Kind chosen, const ComputeReport& report)
    {
        for (std::size_t n = 0; n < choices_.size (); ++n)
            choices_[n].setToggleState (kBackendKinds[n] == chosen, juce::dontSendNotification);
        const std::array texts {&report.device, &report.reason, &report.load, &report.memory,
                                &report.driver};
        for (std::size_t n = 0; n < rows_.size (); ++n)
        {
            rows_[n].setText (*texts[n], juce::dontSendNotification);
            rows_[n].setDescription (*texts[n]);
            rows_[n].setTooltip (*texts[n]);
        }
        rows_[kReason].setColour (juce::Label::textColourId,
                                  report.hasFailed ? Theme::warning () : Theme::text ());
    }

    void paint (juce::Graphics& graphics) override
    {
        graphics.setColour (Theme::text ());
        graphics.setFont (Theme::font (Theme::kTitle, true));
        graphics.drawText (getTitle (), getLocalBounds ().removeFromTop (kHeading),
                           juce::Justification::centredLeft);
        graphics.setColour (Theme::dimText ());
        graphics.setFont (Theme::font (Theme::kText));
        for (std::size_t n = 0; n < rows_.size (); ++n)
            graphics.drawText (kRowNames[n], 0, rows_[n].getY (), kNameWidth, kLine,
                               juce::Justification::centredLeft);
    }

    void resized () override
    {
        auto area = getLocalBounds ();
        auto heading = area.removeFromTop (kHeading).reduced (0, 2);
        for (auto n = choices_.size (); n-- > 0;)
        {
            choices_[n].setBounds (heading.removeFromRight (kChoiceWidth));
            heading.removeFromRight (Theme::kGap);
        }
        area.removeFromTop (Theme::kGap);
        for (std::size_t n = 0; n < rows_.size (); ++n)
        {
            auto line = area.removeFromTop (n == kReason ? kLine * kReasonLines : kLine);
            line.removeFromLeft (kNameWidth);
            rows_[n].setBounds (n == kReason ? line.withTrimmedTop (3) : line);
        }
    }

    void takeFocus ()
    {
        for (auto& button : choices_)
            if (button.getToggleState () && button.isShowing ())
                button.grabKeyboardFocus ();
    }

private:
    std::array<juce::TextButton, kBackendKinds.size ()> choices_;
    std::array<juce::Label, kRowNames.size ()> rows_;
};

ComputePanel::ComputePanel (const ComputeDevices& devices, ComputeReports& reports, Choose choose)
    : OverlayPanel ("Computation"), devices_ (devices), reports_ (reports)
{
    for (const auto part : kComputeParts)
    {
        sections_.push_back (std::make_unique<Section> (part,
                                                        [this, part, choose] (Kind kind)
                                                        {
                                                            choose (part, kind);
                                                            timerCallback ();
                                                        }));
        addAndMakeVisible (*sections_.back ());
    }
    reports_.update ();
    show ();
    startTimerHz (kLooksPerSecond);
}

ComputePanel::~ComputePanel () = default;

void ComputePanel::takeFocus ()
{
    sections_.front ()->takeFocus ();
}

void ComputePanel::timerCallback ()
{
    reports_.update ();
    show ();
}

void ComputePanel::show ()
{
    for (const auto part : kComputeParts)
        sections_[static_cast<std::size_t> (part)]->show (devices_.kind (part), reports_.of (part));
}

void ComputePanel::layOut (juce::Rectangle<int> content)
{
    const int height = (content.getHeight () - 2 * Theme::kGap) / 2;
    for (auto& section : sections_)
    {
        section->setBounds (content.removeFromTop (height));
        content.removeFromTop (2 * Theme::kGap);
    }
}

} // namespace melstrom
