// Filters of the browser, as a list: all, favourites, the user's own, and each category.
#pragma once

#include "Source/Editor/Browser/BrowserPanel.h"
#include "Source/Parameters/ParameterText.h"

namespace melstrom
{

class BrowserPanel::Filters final : public juce::ListBox, private juce::ListBoxModel
{
public:
    explicit Filters (const PatchStore& store) : store_ (store)
    {
        setTitle ("Categories");
        setRowHeight (kRow);
        setModel (this);
        selectRow (0);
    }
    ~Filters () override { setModel (nullptr); }

    std::function<void ()> onChosen;

    /** The chosen filter; its text is empty. */
    PatchQuery query () const
    {
        PatchQuery query;
        const int row = getSelectedRow ();
        query.onlyFavourites = row == 1;
        query.onlyUser = row == 2;
        const auto categories = store_.categories ();
        if (row >= kFixed && row - kFixed < static_cast<int> (categories.size ()))
            query.category = categories[static_cast<std::size_t> (row - kFixed)];
        return query;
    }

private:
    static constexpr int kFixed = 3, kRow = 24;

    int getNumRows () override { return kFixed + static_cast<int> (store_.categories ().size ()); }
    void selectedRowsChanged (int) override
    {
        if (onChosen)
            onChosen ();
    }
    juce::String getNameForRow (int row) override
    {
        constexpr const char* fixed[] {"All patches", "Favourites", "Your own"};
        const auto categories = store_.categories ();
        if (row >= 0 && row < kFixed)
            return fixed[row];
        const auto index = static_cast<std::size_t> (row - kFixed);
        return index < categories.size () ? textOf (categories[index]) : juce::String ();
    }
    void paintListBoxItem (int row, juce::Graphics& graphics, int width, int height,
                           bool isChosen) override
    {
        if (isChosen)
        {
            graphics.setColour (
                Theme::accent ().withAlpha (hasKeyboardFocus (true) ? 0.35f : 0.2f));
            graphics.fillRoundedRectangle (juce::Rectangle<int> (width, height).toFloat (), 3.0f);
        }
        graphics.setColour (isChosen || row < kFixed ? Theme::text () : Theme::dimText ());
        graphics.setFont (Theme::font (Theme::kText));
        graphics.drawText (getNameForRow (row), 8, 0, width - 10, height,
                           juce::Justification::centredLeft);
    }
    const PatchStore& store_;
};

} // namespace melstrom
