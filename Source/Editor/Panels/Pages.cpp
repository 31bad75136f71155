#include "Source/Editor/Panels/Pages.h"

#include "Source/Editor/Browser/AboutPatch.h"
#include "Source/Editor/Panels/GroupPanel.h"
#include "Source/Editor/Panels/MatrixPanel.h"
#include "Source/Editor/Panels/ScalePanel.h"

#include <algorithm>
#include <numeric>

namespace melstrom
{

namespace
{
constexpr int kTabWidth = 132, kNarrowWidth = 1080;
constexpr int kMostTabsPercent = 55; ///< of the width
constexpr const char* kScalePanel = "scale";
} // namespace

/** A panel on a page, and its relative width. */
struct Pages::Place
{
    const char* panel;
    float width;
};

struct Pages::Page
{
    const char* title;
    std::vector<Place> places;
};

struct Pages::Panel
{
    std::string name;
    std::unique_ptr<juce::Component> component;
    ShownControl* shown; ///< null: shows no parameters
};

Pages::Pages (InstrumentProcessor& processor, std::function<void (int)> openDrawing)
    : processor_ (processor)
{
    setTitle ("Pages of the sound");
    for (auto& [name, group] : makeGroupPanels (processor, std::move (openDrawing)))
        add (name, std::move (group));
    add ("matrix", std::make_unique<MatrixPanel> (processor));
    add (kScalePanel, std::make_unique<ScalePanel> (processor));
    add ("about", std::make_unique<AboutPatch> (processor));
    chooseLayout ();
}

Pages::~Pages () = default;

void Pages::add (const char* name, std::unique_ptr<juce::Component> panel)
{
    addChildComponent (*panel);
    auto* shown = dynamic_cast<ShownControl*> (panel.get ());
    panels_.push_back ({name, std::move (panel), shown});
}

juce::Component& Pages::panel (const std::string& name) const
{
    return *std::find_if (panels_.begin (), panels_.end (),
                          [&] (const auto& each) { return each.name == name; })
                ->component;
}

int Pages::numPages () const noexcept
{
    return static_cast<int> (layout_->size ());
}

int Pages::tabsWidth () const noexcept
{
    return std::min (kTabWidth * numPages (), getWidth () * kMostTabsPercent / 100);
}

void Pages::chooseLayout ()
{
    static const std::vector<Page> wide {
        {"Sound", {{"osc1", 6}, {"osc2", 6}, {"noise", 3}, {"filter", 3}, {"amp", 3}}},
        {"Motion",
         {{"mod", 3.5f}, {"pitch", 2.4f}, {"lfo1", 3.4f}, {"lfo2", 3.4f}, {"matrix", 10.6f}}},
        {"Effects",
         {{"clip", 1.3f}, {"eq", 3}, {"chorus", 2}, {"delay", 3}, {"reverb", 2}, {"output", 1}}},
        {"Voices", {{"patch", 6.2f}, {"chord", 1.3f}, {kScalePanel, 1.9f}, {"about", 3.4f}}}};
    static const std::vector<Page> narrow {
        {"Oscillators", {{"osc1", 6}, {"osc2", 6}, {"noise", 3}}},
        {"Filter and Env", {{"filter", 3}, {"mod", 3}, {"amp", 3}, {"pitch", 3}}},
        {"Motion", {{"lfo1", 3.2f}, {"lfo2", 3.2f}, {"matrix", 11}}},
        {"Effects",
         {{"clip", 1.3f}, {"eq", 3}, {"chorus", 2}, {"delay", 3}, {"reverb", 2}, {"output", 1}}},
        {"Voices", {{"patch", 6.2f}, {"chord", 1.3f}, {kScalePanel, 2}}}};
    const auto* layout = getWidth () < kNarrowWidth ? &narrow : &wide;
    if (layout == layout_)
        return;
    layout_ = layout;
    page_ = std::min (page_, numPages () - 1);
    tabs_.clear ();
    for (int page = 0; page < numPages (); ++page)
    {
        const auto* title = (*layout_)[static_cast<std::size_t> (page)].title;
        auto& tab = tabs_.emplace_back (std::make_unique<juce::TextButton> (title));
        tab->setTooltip (juce::String (title) + " (Ctrl+" + juce::String (page + 1) + ")");
        tab->setRadioGroupId (1);
        tab->setClickingTogglesState (true);
        // JUCE also calls onClick of the tab that the group switches off, before the clicked tab's.
        tab->onClick = [this, page, button = tab.get ()]
        {
            if (button->getToggleState ())
                showPage (page);
        };
        tab->setColour (juce::TextButton::buttonColourId, Theme::background ());
        tab->setColour (juce::TextButton::buttonOnColourId, Theme::raised ());
        addAndMakeVisible (*tab);
    }
}

void Pages::showPage (int page)
{
    if (page < 0 || page >= numPages ())
        return;
    page_ = page;
    layOutPage ();
    onPageShown ();
}

void Pages::loadScales (const juce::StringArray& paths)
{
    const auto hasScale = [] (const Page& page)
    {
        return std::ranges::any_of (page.places, [] (const Place& place)
                                    { return place.panel == std::string_view (kScalePanel); });
    };
    showPage (static_cast<int> (std::ranges::find_if (*layout_, hasScale) - layout_->begin ()));
    dynamic_cast<ScalePanel&> (panel (kScalePanel)).load (paths);
}

void Pages::refresh (const ShownPatch& shown)
{
    for (auto& each : panels_)
        if (each.shown != nullptr && each.component->isVisible ())
            each.shown->refresh (shown);
}

void Pages::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void Pages::resized ()
{
    chooseLayout ();
    auto strip = getLocalBounds ().removeFromTop (kTabs).withTrimmedBottom (4);
    const int width = tabsWidth () / numPages ();
    for (auto& tab : tabs_)
        tab->setBounds (strip.removeFromLeft (width).withTrimmedRight (4));
    layOutPage ();
}

void Pages::layOutPage ()
{
    const auto& page = (*layout_)[static_cast<std::size_t> (page_)];
    tabs_[static_cast<std::size_t> (page_)]->setToggleState (true, juce::dontSendNotification);
    for (auto& each : panels_)
        each.component->setVisible (std::any_of (page.places.begin (), page.places.end (),
                                                 [&] (const Place& place)
                                                 { return each.name == place.panel; }));
    auto area = getLocalBounds ().withTrimmedTop (kTabs);
    float share =
        std::accumulate (page.places.begin (), page.places.end (), 0.0f,
                         [] (float sum, const Place& place) { return sum + place.width; });
    for (const auto& place : page.places)
    {
        const bool isLast = &place == &page.places.back ();
        const int width =
            isLast ? area.getWidth ()
                   : juce::roundToInt (static_cast<float> (area.getWidth ()) * place.width / share);
        share -= place.width;
        panel (place.panel)
            .setBounds (area.removeFromLeft (width).withTrimmedRight (isLast ? 0 : Theme::kGap));
    }
}

} // namespace melstrom
