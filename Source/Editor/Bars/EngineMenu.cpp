#include "Source/Editor/Bars/EngineMenu.h"

namespace melstrom
{

namespace
{
using Kind = BackendChoice::Kind;

juce::String shortText (Kind kind)
{
    switch (kind)
    {
        case Kind::automatic: return "Auto";
        case Kind::cpu: return "CPU";
        case Kind::gpu: return "CUDA";
    }
    return {};
}

juce::String longText (Kind kind)
{
    switch (kind)
    {
        case Kind::automatic: return "Automatic: the GPU where it is faster";
        case Kind::cpu: return "CPU";
        case Kind::gpu: return "CUDA: an NVIDIA GPU";
    }
    return {};
}

juce::String longText (LatencyMode mode)
{
    return mode == LatencyMode::safe ? "Safe: one block of latency, which the host compensates"
                                     : "Direct: no latency; the CPU computes late blocks";
}
} // namespace

EngineMenu::EngineMenu (std::function<Choice ()> read, std::function<void (const Choice&)> choose,
                        std::optional<Switch> output)
    : read_ (std::move (read)), choose_ (std::move (choose)), output_ (std::move (output))
{
    setTitle ("Engine");
    setTooltip ("Backend and latency of the sound");
    onClick = [this] { showMenu (); };
    update ();
}

void EngineMenu::update ()
{
    const auto now = read_ ();
    auto label = "Engine: " + shortText (now.backend);
    if (now.latency)
        label << (*now.latency == LatencyMode::safe ? ", safe" : ", direct");
    setButtonText (label);
}

juce::PopupMenu EngineMenu::menu ()
{
    const auto now = read_ ();
    juce::PopupMenu menu;
    const auto add = [&] (const juce::String& line, bool isTicked, const Choice& choice)
    {
        menu.addItem (line, true, isTicked,
                      [self = SafePointer (this), choose = choose_, choice]
                      {
                          choose (choice);
                          if (self != nullptr) // `choose` may close the editor
                              self->update ();
                      });
    };
    menu.addSectionHeader ("Computed by");
    for (const auto kind : kBackendKinds)
        add (longText (kind), kind == now.backend, {kind, now.latency});
    if (now.latency)
    {
        menu.addSectionHeader ("Latency with a GPU");
        for (const auto mode : {LatencyMode::safe, LatencyMode::direct})
            add (longText (mode), mode == *now.latency, {now.backend, mode});
    }
    if (output_)
    {
        const bool isTicked = output_->isOn ();
        menu.addSectionHeader (output_->heading);
        menu.addItem (output_->line, true, isTicked,
                      [set = output_->set, isTicked] { set (! isTicked); });
    }
    menu.setLookAndFeel (&getLookAndFeel ());
    return menu;
}

void EngineMenu::showMenu ()
{
    menu ().showMenuAsync (
        juce::PopupMenu::Options ().withTargetComponent (this).withDeletionCheck (*this));
}

} // namespace melstrom
