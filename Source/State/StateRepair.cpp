#include "Source/State/PluginState.h"

#include "Engine/Dsp/Colour/ColourMap.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Engine/Spec/Text/Utf8Text.h"
#include "Source/State/FrontEnd.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
template <typename Choice>
Choice repairedChoice (Choice choice, Choice last, Choice initial)
{
    const auto value = static_cast<int> (choice);
    return value >= 0 && value <= static_cast<int> (last) ? choice : initial;
}

double repairedNumber (double number, double lowest, double highest, double initial)
{
    return std::isfinite (number) ? std::clamp (number, lowest, highest) : initial;
}

bool isPreset (const std::string& name)
{
    const auto isIn = [&name] (const std::vector<MelPreset>& presets)
    { return std::ranges::find (presets, name, &MelPreset::name) != presets.end (); };
    return isIn (screenPresets ()) || isIn (builtInPresets ());
}

FrontEndText repairedFrontEnd (const FrontEndText& own)
{
    if (! own.isThere ())
        return {};
    FrontEndText repaired {validUtf8 (own.fileName, kMostFrontEndBytes),
                           validUtf8 (own.text, kMostFrontEndBytes)};
    return parseFrontEnd (repaired) ? std::move (repaired) : FrontEndText {};
}
} // namespace

ViewState repairedView (ViewState view)
{
    const ViewState initial;
    if (! isPreset (view.preset))
        view.preset = initial.preset;
    view.own = repairedFrontEnd (view.own);
    view.showsOwn = view.showsOwn && view.own.isThere ();
    if (findColourMap (view.colours) == nullptr)
        view.colours = initial.colours;
    view.source = repairedChoice (view.source, ViewSource::both, initial.source);
    view.mix = repairedChoice (view.mix, ViewMix::side, initial.mix);
    view.axis = repairedChoice (view.axis, ViewAxis::linear, initial.axis);
    view.lowestDb =
        repairedNumber (view.lowestDb, kLowestShownDb, kHighestShownDb, initial.lowestDb);
    view.highestDb =
        repairedNumber (view.highestDb, kLowestShownDb, kHighestShownDb, initial.highestDb);
    if (view.lowestDb >= view.highestDb)
    {
        view.lowestDb = initial.lowestDb;
        view.highestDb = initial.highestDb;
    }
    view.spanSeconds = repairedNumber (view.spanSeconds, kShortestSpanSeconds, kLongestSpanSeconds,
                                       initial.spanSeconds);
    view.widthPixels = std::clamp (view.widthPixels, kLeastEditorPixels, kMostEditorPixels);
    view.heightPixels = std::clamp (view.heightPixels, kLeastEditorPixels, kMostEditorPixels);
    return view;
}

ScalaFiles repairedScala (ScalaFiles scala)
{
    for (auto* const file : {&scala.scale, &scala.map})
        *file = file->isThere () ? ScalaText {validUtf8 (file->fileName, kMostScalaBytes),
                                              validUtf8 (file->text, kMostScalaBytes)}
                                 : ScalaText {};
    return tuningOf (scala) ? scala : ScalaFiles {};
}

PluginState repairedState (PluginState state)
{
    state.patch = repairedPatch (std::move (state.patch));
    if (state.waiting)
        state.waiting = repairedPatch (*std::move (state.waiting));
    else
        state.isWaitingDirty = false;
    state.view = repairedView (std::move (state.view));
    state.scala = repairedScala (std::move (state.scala));
    state.backend =
        repairedChoice (state.backend, kBackendKinds.back (), BackendChoice::Kind::automatic);
    state.latency = repairedChoice (state.latency, LatencyMode::direct, LatencyMode::safe);
    LearnedControllers controllers;
    for (const auto& entry : state.controllers.entries)
        controllers.learn (entry);
    state.controllers = std::move (controllers);
    return state;
}

} // namespace melstrom
