// All panels of the sound, a few at a time, with the tabs to choose among them.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** Four pages; in a narrow window five. In the order in which sound flows. Thread: message. */
class Pages final : public juce::Component, public ShownControl
{
public:
    /** openDrawing: takes an oscillator, 0 or 1 */
    Pages (InstrumentProcessor& processor, std::function<void (int)> openDrawing);
    ~Pages () override;

    int numPages () const noexcept;
    int page () const noexcept { return page_; }
    void showPage (int page);        ///< others are ignored
    static constexpr int kTabs = 28; ///< high
    int tabsWidth () const noexcept; ///< right of them nothing is drawn
    /** The panels of a page have just come up, as they were when they were last seen: they need a `refresh`. */
    std::function<void ()> onPageShown = [] {};
    /** Brings up the page with the scale, and loads files: see ScalePanel. */
    void loadScales (const juce::StringArray& paths);

    void refresh (const ShownPatch& shown) override; ///< of what can be seen
    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    struct Place;
    struct Panel;
    struct Page;
    void add (const char* name, std::unique_ptr<juce::Component> panel);
    juce::Component& panel (const std::string& name) const;
    void chooseLayout ();
    void layOutPage ();

    InstrumentProcessor& processor_;
    std::vector<Panel> panels_;
    const std::vector<Page>* layout_ = nullptr;
    std::vector<std::unique_ptr<juce::TextButton>> tabs_;
    int page_ = 0;
};

} // namespace melstrom
