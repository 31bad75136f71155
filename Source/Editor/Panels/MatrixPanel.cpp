#include "Source/Editor/Panels/MatrixPanel.h"

#include "Source/Editor/Widgets/ParameterEdit.h"

namespace melstrom
{

namespace
{
constexpr int kHeader = 26, kPadding = 8, kNumber = 22, kColumnGap = 14, kNumColumns = 2;
constexpr int kRowsEach = kNumMatrixRows / kNumColumns;

/** Rectangles of number, source, via, target and depth in a row's area. */
struct RowPlaces
{
    explicit RowPlaces (juce::Rectangle<int> area)
    {
        number = area.removeFromLeft (kNumber);
        const int width = area.getWidth ();
        source = area.removeFromLeft (width * 24 / 100).withTrimmedRight (4);
        via = area.removeFromLeft (width * 24 / 100).withTrimmedRight (4);
        target = area.removeFromLeft (width * 34 / 100).withTrimmedRight (4);
        depth = area;
    }
    juce::Rectangle<int> number, source, via, target, depth;
};
} // namespace

MatrixPanel::Row::Row (InstrumentProcessor& processor, int row)
    : source (processor, matrixKey (row, PatchKey::matrixSource)),
      via (processor, matrixKey (row, PatchKey::matrixVia)),
      target (processor, matrixKey (row, PatchKey::matrixTarget)),
      depth (processor, matrixKey (row, PatchKey::matrixDepth), ParameterKnob::Form::bar)
{
}

MatrixPanel::MatrixPanel (InstrumentProcessor& processor)
{
    setOpaque (true);
    setTitle ("Matrix");
    setFocusContainerType (FocusContainerType::focusContainer);
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        auto& made = rows_[static_cast<std::size_t> (row)] = std::make_unique<Row> (processor, row);
        for (auto* combo : {&made->source, &made->via, &made->target})
            combo->getProperties ().set (Theme::kIsCompact, true);
        addAndMakeVisible (made->source);
        addAndMakeVisible (made->via);
        addAndMakeVisible (made->target);
        addAndMakeVisible (made->depth);
    }
}

void MatrixPanel::refresh (const ShownPatch& shown)
{
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const auto index = static_cast<std::size_t> (row);
        auto& made = *rows_[index];
        made.source.refresh (shown);
        made.via.refresh (shown);
        made.target.refresh (shown);
        made.depth.refresh (shown);
        for (auto* combo : {&made.source, &made.via, &made.target})
        {
            const auto colour =
                shown.set[combo->key ()] == 0 ? Theme::dimText ().withAlpha (0.6f) : Theme::text ();
            if (combo->findColour (juce::ComboBox::textColourId) != colour)
                combo->setColour (juce::ComboBox::textColourId, colour);
        }
        const bool isActive = isMatrixRowActive (shown.set, row);
        if (isActive_[index] == isActive)
            continue;
        isActive_[index] = isActive;
        repaint (made.number);
    }
}

juce::Rectangle<int> MatrixPanel::columnArea (int column) const
{
    const auto area = getLocalBounds ().reduced (kPadding, 0).withTrimmedBottom (kPadding - 2);
    const int width = (area.getWidth () - kColumnGap) / kNumColumns;
    return area.withLeft (area.getX () + column * (width + kColumnGap)).withWidth (width);
}

void MatrixPanel::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
    graphics.setColour (Theme::panel ());
    graphics.fillRoundedRectangle (getLocalBounds ().toFloat (), Theme::kCorner);
    const auto titleFont = Theme::font (Theme::kTitle, true);
    graphics.setColour (Theme::text ());
    graphics.setFont (titleFont);
    graphics.drawText (getTitle (), kPadding + 2, 3, 100, kHeader - 2,
                       juce::Justification::centredLeft);
    const int titleEnd = kPadding + 2 + titleFont.getStringWidth (getTitle ());
    graphics.setColour (Theme::dimText ());
    graphics.setFont (Theme::font (Theme::kSmallText));
    for (int column = 0; column < kNumColumns; ++column)
    {
        const RowPlaces places (columnArea (column).removeFromTop (kHeader).withTrimmedTop (3));
        const int sourceLeft = column > 0 ? places.source.getX () + 7 : titleEnd + kPadding;
        if (places.source.withLeft (sourceLeft).getWidth () >=
            graphics.getCurrentFont ().getStringWidth ("Source"))
            graphics.drawText ("Source", places.source.withLeft (sourceLeft),
                               juce::Justification::centredLeft);
        graphics.drawText ("Via", places.via.withTrimmedLeft (7), juce::Justification::centredLeft);
        graphics.drawText ("Target", places.target.withTrimmedLeft (7),
                           juce::Justification::centredLeft);
        graphics.drawText ("Depth", places.depth, juce::Justification::centred);
    }
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        const auto index = static_cast<std::size_t> (row);
        graphics.setColour (isActive_[index] ? Theme::modulation ()
                                             : Theme::dimText ().withAlpha (0.7f));
        graphics.drawText (juce::String (row + 1), rows_[index]->number.withTrimmedRight (6),
                           juce::Justification::centredRight);
    }
}

void MatrixPanel::resized ()
{
    for (int row = 0; row < kNumMatrixRows; ++row)
    {
        auto area = columnArea (row / kRowsEach);
        area.removeFromTop (kHeader);
        const int top = area.getHeight () * (row % kRowsEach) / kRowsEach;
        const int bottom = area.getHeight () * (row % kRowsEach + 1) / kRowsEach;
        const RowPlaces places (area.withTrimmedTop (top).withHeight (bottom - top).reduced (0, 1));
        auto& made = *rows_[static_cast<std::size_t> (row)];
        const int height = std::min (places.source.getHeight (), Theme::kControl);
        made.number = places.number;
        made.source.setBounds (
            places.source.withSizeKeepingCentre (places.source.getWidth (), height));
        made.via.setBounds (places.via.withSizeKeepingCentre (places.via.getWidth (), height));
        made.target.setBounds (
            places.target.withSizeKeepingCentre (places.target.getWidth (), height));
        made.depth.setBounds (
            places.depth.withSizeKeepingCentre (places.depth.getWidth (), height));
    }
}

} // namespace melstrom
