#include "Standalone/App/Batch/BatchReportView.h"

#include "Source/Look/Theme.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kLine = 20, kPadding = 10, kColumnGap = 22;

/** Cells with two spaces or more in between. */
juce::StringArray cellsOf (const juce::String& line)
{
    juce::StringArray cells;
    for (auto rest = line.trim (); rest.isNotEmpty ();)
    {
        const int end = rest.indexOf ("  ");
        cells.add (end < 0 ? rest : rest.substring (0, end));
        rest = end < 0 ? juce::String () : rest.substring (end).trimStart ();
    }
    return cells;
}
} // namespace

/** Each block of lines has columns of its own. */
class BatchReportView::Lines final : public juce::Component
{
public:
    void show (const juce::String& text)
    {
        cells_.clear ();
        size_ = {};
        Block block;
        for (const auto& line : juce::StringArray::fromLines (text))
        {
            const auto cells = cellsOf (line);
            if (cells.isEmpty ())
                block = end (block);
            else
                block.push_back (cells);
        }
        end (block);
        repaint ();
    }
    juce::Point<int> size () const { return size_; }

    void paint (juce::Graphics& graphics) override
    {
        graphics.setFont (Theme::font (Theme::kText));
        for (const auto& cell : cells_)
        {
            graphics.setColour (cell.isDim ? Theme::dimText () : Theme::text ());
            graphics.drawText (cell.text, cell.x, cell.y, getWidth () - cell.x, kLine,
                               juce::Justification::centredLeft, true);
        }
    }

private:
    using Block = std::vector<juce::StringArray>;
    struct Cell
    {
        juce::String text;
        int x, y;
        bool isDim;
    };

    static bool isRule (const juce::StringArray& cells) { return cells[0].containsOnly ("-"); }

    /** Places the cells of a block; returns the next block. */
    Block end (const Block& block)
    {
        const int top = cells_.empty () ? kPadding : size_.y - kPadding + kLine / 2;
        const auto font = Theme::font (Theme::kText);
        std::vector<int> widths;
        for (const auto& cells : block)
            widths.resize (std::max (widths.size (), static_cast<std::size_t> (cells.size ())));
        for (const auto& cells : block)
            for (int i = 0; i < cells.size () && cells.size () > 1 && ! isRule (cells); ++i)
                widths[columnOf (cells, i, widths.size ())] =
                    std::max (widths[columnOf (cells, i, widths.size ())],
                              font.getStringWidth (cells[i]) + kColumnGap);
        const bool hasHeading = block.size () > 1 && isRule (block[1]);
        int y = top;
        for (const auto& cells : block)
        {
            if (isRule (cells))
                continue;
            for (int i = 0; i < cells.size (); ++i)
            {
                const auto column = columnOf (cells, i, widths.size ());
                int x = kPadding;
                for (std::size_t before = 0; before < column; ++before)
                    x += widths[before];
                const bool isName = i == 0 && cells.size () == 2;
                cells_.push_back (
                    {cells[i], x, y, hasHeading ? &cells == &block.front () : isName});
                size_.x = std::max (size_.x, x + font.getStringWidth (cells[i]) + kPadding);
            }
            y += kLine;
        }
        size_.y = block.empty () ? size_.y : y + kPadding;
        return {};
    }

    /** A line with empty cells has its last cell in the last column: the total. */
    static std::size_t columnOf (const juce::StringArray& cells, int index, std::size_t numColumns)
    {
        const bool isLast = index > 0 && index == cells.size () - 1;
        return isLast ? numColumns - 1 : static_cast<std::size_t> (index);
    }

    std::vector<Cell> cells_;
    juce::Point<int> size_;
};

BatchReportView::BatchReportView () : lines_ (new Lines)
{
    setTitle ("Report");
    setTooltip ("The report of the last run; Ctrl+C copies it");
    setWantsKeyboardFocus (true);
    setViewedComponent (lines_, true);
}

void BatchReportView::show (const juce::String& text)
{
    text_ = text;
    lines_->show (text);
    resized ();
    repaint ();
    if (auto* const handler = getAccessibilityHandler ())
        handler->notifyAccessibilityEvent (juce::AccessibilityEvent::valueChanged);
}

void BatchReportView::resized ()
{
    const auto size = lines_->size ();
    lines_->setSize (std::max (size.x, getMaximumVisibleWidth ()), size.y);
    juce::Viewport::resized ();
}

void BatchReportView::paint (juce::Graphics& graphics)
{
    const auto area = getLocalBounds ().toFloat ();
    graphics.setColour (Theme::background ());
    graphics.fillRect (area);
    if (hasKeyboardFocus (true))
        MelstromLook::drawFocusRing (graphics, area, 1.0f);
    if (text_.isNotEmpty ())
        return;
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kText));
    graphics.drawText ("The report of a run appears here.", getLocalBounds ().removeFromTop (80),
                       juce::Justification::centred);
}

bool BatchReportView::keyPressed (const juce::KeyPress& key)
{
    if (key != juce::KeyPress ('c', juce::ModifierKeys::commandModifier, 0))
        return juce::Viewport::keyPressed (key);
    juce::SystemClipboard::copyTextToClipboard (text_);
    return true;
}

std::unique_ptr<juce::AccessibilityHandler> BatchReportView::createAccessibilityHandler ()
{
    /** The text is the value. */
    struct Value final : juce::AccessibilityTextValueInterface
    {
        explicit Value (const BatchReportView& shown) : view (shown) {}
        bool isReadOnly () const override { return true; }
        juce::String getCurrentValueAsString () const override { return view.text (); }
        void setValueAsString (const juce::String&) override {}
        const BatchReportView& view;
    };
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::staticText, juce::AccessibilityActions (),
        juce::AccessibilityHandler::Interfaces {std::make_unique<Value> (*this)});
}

} // namespace melstrom
