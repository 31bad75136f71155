// Reads states leniently: missing and invalid values become initial values.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchRepair.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Engine/Spec/Text/TomlText.h"
#include "Source/State/PluginState.h"
#include "Source/State/StateToml.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
using namespace stateNames;

/** A table that ignores values of the wrong type. */
class LenientTable
{
public:
    explicit LenientTable (const toml::table* table) : table_ (table) {}

    void read (std::string_view key, bool& flag) const { take<bool> (key, flag); }
    void read (std::string_view key, std::string& text) const { take<std::string> (key, text); }
    void read (std::string_view key, double& number) const
    {
        const auto* there = node (key);
        const auto value = there == nullptr ? std::nullopt : scalarOf (*there);
        number = (value ? realOf (*value) : std::nullopt).value_or (number);
    }
    /** Rounds, and clips to a range that an int can hold. */
    void read (std::string_view key, int& whole) const
    {
        constexpr double kMost = 1e9;
        double number = whole;
        read (key, number);
        if (std::isfinite (number))
            whole = static_cast<int> (std::lround (std::clamp (number, -kMost, kMost)));
    }
    template <typename Choice, typename Names>
    void read (std::string_view key, Choice& choice, const Names& names) const
    {
        std::string name;
        read (key, name);
        const auto found = std::find (names.begin (), names.end (), name);
        if (found != names.end ())
            choice = static_cast<Choice> (found - names.begin ());
    }

private:
    const toml::node* node (std::string_view key) const
    {
        return table_ == nullptr ? nullptr : table_->get (key);
    }
    template <typename Value>
    void take (std::string_view key, Value& value) const
    {
        if (const auto* there = node (key))
            value = there->value_exact<Value> ().value_or (std::move (value));
    }

    const toml::table* table_;
};

void readEngine (const LenientTable& table, PluginState& state)
{
    table.read (kBackend, state.backend, kBackends);
    table.read (kLatency, state.latency, kLatencies);
    table.read (kBypassed, state.isBypassed);
    table.read (kPatchDirty, state.isPatchDirty);
}

void readView (const LenientTable& table, ViewState& view)
{
    table.read (kPreset, view.preset);
    table.read (kSource, view.source, kSources);
    table.read (kMix, view.mix, kMixes);
    table.read (kAxis, view.axis, kAxes);
    table.read (kLowestDb, view.lowestDb);
    table.read (kHighestDb, view.highestDb);
    table.read (kColours, view.colours);
    table.read (kSpan, view.spanSeconds);
    table.read (kHoldsPeaks, view.holdsPeaks);
    table.read (kWidth, view.widthPixels);
    table.read (kHeight, view.heightPixels);
    table.read (kNoteLines, view.hasNoteLines);
    table.read (kFolded, view.isFolded);
    table.read (kOwnName, view.own.fileName);
    table.read (kOwn, view.own.text);
    table.read (kShowsOwn, view.showsOwn);
}

void readTuning (const LenientTable& table, ScalaFiles& scala)
{
    table.read (kScaleName, scala.scale.fileName);
    table.read (kScale, scala.scale.text);
    table.read (kMapName, scala.map.fileName);
    table.read (kMap, scala.map.text);
}

/** Ignores a text that is not TOML. */
void readCompare (const LenientTable& table, PluginState& state)
{
    std::string text;
    table.read (kIsSideB, state.isSideB);
    table.read (kIsWaitingDirty, state.isWaitingDirty);
    table.read (kWaiting, text);
    const auto root = parseTomlText (text, "the patch that waits");
    if (! text.empty () && root)
        state.waiting = patchLeniently (*root);
}

/** A missing number becomes -1, which is invalid: 0 would be a controller. */
LearnedController controllerOf (const LenientTable& table)
{
    LearnedController controller {.channel = LearnedController::kAnyChannel, .number = -1};
    table.read (kChannel, controller.channel);
    table.read (kNumber, controller.number);
    std::string id;
    table.read (kParameter, id);
    const auto& parameters = patchParameters ();
    const auto found = std::find_if (parameters.begin (), parameters.end (),
                                     [&id] (const auto& parameter) { return parameter.id == id; });
    controller.key = static_cast<PatchKey> (found - parameters.begin ());
    return controller;
}

void readControllers (const toml::array* entries, LearnedControllers& controllers)
{
    for (std::size_t i = 0; entries != nullptr && i < entries->size (); ++i)
        controllers.learn (controllerOf (LenientTable ((*entries)[i].as_table ())));
}
} // namespace

Result<PluginState> stateFromToml (std::string_view text)
{
    MELSTROM_TRY_VALUE (const auto root, parseTomlText (text, "the plugin's state"));
    PluginState state;
    state.patch = patchLeniently (root);
    readEngine (LenientTable (root.get_as<toml::table> (kEngine)), state);
    readView (LenientTable (root.get_as<toml::table> (kView)), state.view);
    readTuning (LenientTable (root.get_as<toml::table> (kTuning)), state.scala);
    readCompare (LenientTable (root.get_as<toml::table> (kCompare)), state);
    readControllers (root.get_as<toml::array> (kControllers), state.controllers);
    return repairedState (std::move (state));
}

} // namespace melstrom
