// The patch browser.
#pragma once

#include "Source/Editor/Browser/PatchList.h"
#include "Source/Editor/Widgets/OverlayPanel.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom
{

/** A line of text above a list of results. Thread: message. */
class SearchField final : public juce::TextEditor
{
public:
    std::function<void ()> onDownKey; ///< moves the focus to the list

    bool keyPressed (const juce::KeyPress& key) override
    {
        if (key != juce::KeyPress (juce::KeyPress::downKey))
            return juce::TextEditor::keyPressed (key);
        onDownKey ();
        return true;
    }
};

/** On the left search, categories, favourites and the user's own; in the middle the found patches;
    on the right the chosen patch's texts. A click loads. In the search field the down key goes to
    the list, and Return loads. Thread: message. */
class BrowserPanel final : public OverlayPanel
{
public:
    explicit BrowserPanel (InstrumentProcessor& processor);
    ~BrowserPanel () override;

    void takeFocus () override;
    /** Call after the store is read again: indices have changed. */
    void showStore ();
    void paint (juce::Graphics& graphics) override;

private:
    /** The list of filters on the left. */
    class Filters;
    void layOut (juce::Rectangle<int> content) override;
    void makeSearch ();
    void makeButtons ();
    void search ();
    void enterList (); ///< goes from the search field to the next row
    void loadFound ();
    void showChosen ();
    void load (); ///< no effect if the chosen patch sounds unchanged
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
