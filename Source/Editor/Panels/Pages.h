// The panels of all parameters, distributed over pages with tabs.
#pragma once

#include "Source/Editor/Widgets/ShownPatch.h"
#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** Four pages, five in a narrow window, in the order of the signal's flow. Thread: message. */
class Pages final : public juce::Component, public ShownControl
{
public:
    /** openDrawing: takes an oscillator, 0 or 1 */
    Pages (InstrumentProcessor& processor, std::function<void (int)> openDrawing);
    ~Pages () override;

    int numPages () const noexcept;
    int page () const noexcept { return page_; }
    void showPage (int page);        ///< ignores invalid pages
    static constexpr int kTabs = 28; ///< height in pixels
    int tabsWidth () const noexcept; ///< the strip is empty beyond this width
    /** Called after a page becomes visible. Its panels show old values: they need a `refresh`. */
    std::function<void ()> onPageShown = [] {};
    /** Shows the page with the scale and loads files: see ScalePanel. */
    void loadScales (const juce::StringArray& paths);

    void refresh (const ShownPatch& shown) override; ///< of visible panels
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
