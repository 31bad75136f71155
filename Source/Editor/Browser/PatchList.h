// The list of patches that a search found.
#pragma once

#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <optional>
#include <vector>

namespace melstrom
{

/** Star, name, category and owner. A click loads; arrow keys choose, and Return loads. Thread:
    message. */
class PatchList final : public juce::ListBox, private juce::ListBoxModel
{
public:
    explicit PatchList (InstrumentProcessor& processor);
    ~PatchList () override;

    std::function<void ()> onChosen; ///< called after a new choice, also of no row
    std::function<void ()> onLoad;
    std::function<void ()> onDelete; ///< called for the Delete key

    /** Searches the store. Keeps the chosen patch if the search finds it. */
    void show (const PatchQuery& query);
    void choosePatch (const std::string& name);
    std::optional<std::size_t> chosen () const; ///< index in the store
    int numFound () const noexcept { return static_cast<int> (found_.size ()); }

    void paint (juce::Graphics& graphics) override;

private:
    int getNumRows () override;
    void paintListBoxItem (int row, juce::Graphics& graphics, int width, int height,
                           bool isChosen) override;
    void listBoxItemClicked (int row, const juce::MouseEvent& event) override;
    void selectedRowsChanged (int lastRow) override;
    void returnKeyPressed (int lastRow) override;
    void deleteKeyPressed (int lastRow) override;
    juce::String getNameForRow (int row) override;

    PatchStore& store_;
    InstrumentProcessor& processor_;
    PatchQuery query_;
    std::vector<std::size_t> found_;
};

} // namespace melstrom
