// The browser of patches.
#pragma once

#include "Source/Editor/Browser/PatchList.h"
#include "Source/Editor/Browser/SearchField.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>
#include <vector>

namespace melstrom
{

/** Search, categories, favourites and the user's own on the left; what is found; the chosen one's texts on the
    right. A click loads. From the search the down key goes into the list, and Return loads. Thread: message. */
class BrowserPanel final : public OverlayPanel
{
public:
    explicit BrowserPanel (InstrumentProcessor& processor);
    ~BrowserPanel () override;

    void takeFocus () override;
    /** The store was read anew: indices of before are not those of now. */
    void showStore ();
    void paint (juce::Graphics& graphics) override;

private:
    /** What is asked for by one of the lines on the left. */
    class Filters;
    void layOut (juce::Rectangle<int> content) override;
    void makeSearch ();
    void makeButtons ();
    void search ();
    void enterList (); ///< from the search, to the next row
    void loadFound ();
    void showChosen ();
    void load (); ///< nothing where the chosen patch is what sounds, unchanged
    void removeChosen ();
    void say (const juce::String& message);

    InstrumentProcessor& processor_;
    PatchStore& store_;
    SearchField search_;
    std::unique_ptr<Filters> filters_;
    PatchList list_;
    juce::ToggleButton audition_ {"Arrow keys load"};
    juce::TextButton load_ {"Load"}, remove_ {"Delete"}, folder_ {"Open folder"};
    juce::Rectangle<int> details_;
    juce::String message_;
    bool isSureToRemove_ = false;
};

} // namespace melstrom
