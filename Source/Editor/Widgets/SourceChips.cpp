#include "Source/Editor/Widgets/SourceChips.h"

#include "Source/Parameters/ParameterText.h"

#include <algorithm>
#include <array>

namespace melstrom
{

namespace
{
constexpr const char* kDragKind = "modulation source ";
constexpr int kLongWidth = 54,
              kMostChip = 76; ///< pixels: least width for the long name; largest width

struct ChipText
{
    ModulationSource source;
    const char* shorter;
};
constexpr ChipText kChips[] {
    {ModulationSource::velocity, "Vel"},    {ModulationSource::wheel, "Whl"},
    {ModulationSource::pressure, "Prs"},    {ModulationSource::ampEnvelope, "Amp"},
    {ModulationSource::modEnvelope, "Mod"}, {ModulationSource::lfo1, "LFO1"},
    {ModulationSource::lfo2, "LFO2"},       {ModulationSource::macro1, "M1"},
    {ModulationSource::macro2, "M2"},       {ModulationSource::macro3, "M3"},
    {ModulationSource::macro4, "M4"}};

juce::String shortText (ModulationSource source)
{
    return std::ranges::find (kChips, source, &ChipText::source)->shorter;
}

juce::String longText (ModulationSource source)
{
    return choiceText (choiceName (source)).replace ("envelope", "Env");
}
} // namespace

std::optional<ModulationSource> draggedSource (const juce::var& description)
{
    const auto text = description.toString ();
    if (! text.startsWith (kDragKind))
        return std::nullopt;
    return static_cast<ModulationSource> (text.getTrailingIntValue ());
}

SourceChip::SourceChip (ModulationSource source) : source_ (source)
{
    setPatchName ({});
    setMouseCursor (juce::MouseCursor::DraggingHandCursor);
}

void SourceChip::setPatchName (const juce::String& name)
{
    const auto own = choiceText (choiceName (source_));
    patchName_ = name;
    setTitle (name.isEmpty () ? own : name + ", " + own);
    setTooltip (getTitle () + ": drag it to the knob that it should move");
    repaint ();
}

void SourceChip::setUsed (bool isUsed)
{
    if (std::exchange (isUsed_, isUsed) != isUsed)
        repaint ();
}

void SourceChip::paint (juce::Graphics& graphics)
{
    const auto area = getLocalBounds ().toFloat ().reduced (1.0f, 2.5f);
    const float corner = area.getHeight () / 2;
    graphics.setColour (Theme::modulation ().withAlpha (isUsed_ ? 0.3f : 0.08f));
    graphics.fillRoundedRectangle (area, corner);
    graphics.setColour (Theme::modulation ().withAlpha (isMouseOver () ? 1.0f : 0.55f));
    graphics.drawRoundedRectangle (area, corner, 1.2f);
    graphics.setColour (Theme::text ());
    graphics.setFont (Theme::font (Theme::kTinyText));
    const auto longer = patchName_.isEmpty () ? longText (source_) : patchName_;
    graphics.drawFittedText (getWidth () < kLongWidth ? shortText (source_) : longer,
                             getLocalBounds ().reduced (4, 0), juce::Justification::centred, 1,
                             0.8f);
}

void SourceChip::mouseEnter (const juce::MouseEvent&)
{
    repaint ();
}
void SourceChip::mouseExit (const juce::MouseEvent&)
{
    repaint ();
}

void SourceChip::mouseDrag (const juce::MouseEvent& event)
{
    auto* const container = juce::DragAndDropContainer::findParentDragContainerFor (this);
    if (container != nullptr && event.mouseWasDraggedSinceMouseDown () &&
        ! container->isDragAndDropActive ())
        container->startDragging (kDragKind + juce::String (static_cast<int> (source_)), this);
}

SourceChips::SourceChips (InstrumentProcessor& processor) : processor_ (processor)
{
    setTitle ("Sources of modulation");
    for (const auto& chip : kChips)
        addAndMakeVisible (*chips_.emplace_back (std::make_unique<SourceChip> (chip.source)));
    processor_.patchChanges ().addChangeListener (this);
    showNames ();
}

SourceChips::~SourceChips ()
{
    processor_.patchChanges ().removeChangeListener (this);
}

void SourceChips::showNames ()
{
    const auto names = processor_.patch ().macroNames;
    for (auto& chip : chips_)
        if (const int macro =
                static_cast<int> (chip->source ()) - static_cast<int> (ModulationSource::macro1);
            macro >= 0 && macro < kNumMacros)
            chip->setPatchName (textOf (names[static_cast<std::size_t> (macro)]));
}

void SourceChips::refresh (const ShownPatch& shown)
{
    std::array<bool, kNumModulationSources> isUsed {};
    for (int row = 0; row < kNumMatrixRows; ++row)
        if (shown.set.whole (matrixKey (row, PatchKey::matrixTarget)) != 0)
            for (const auto key : {PatchKey::matrixSource, PatchKey::matrixVia})
                isUsed[static_cast<std::size_t> (shown.set.whole (matrixKey (row, key)))] = true;
    for (auto& chip : chips_)
        chip->setUsed (isUsed[static_cast<std::size_t> (chip->source ())]);
}

void SourceChips::paint (juce::Graphics& graphics)
{
    graphics.fillAll (Theme::background ());
}

void SourceChips::resized ()
{
    const int width = std::min (kMostChip, getWidth () / static_cast<int> (chips_.size ()));
    auto area = getLocalBounds ();
    for (auto chip = chips_.rbegin (); chip != chips_.rend (); ++chip)
        (*chip)->setBounds (area.removeFromRight (width));
}

} // namespace melstrom
