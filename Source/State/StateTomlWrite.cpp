// Writes states as TOML.
#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchToml.h"
#include "Engine/Spec/Text/SpecValue.h"
#include "Source/State/StateToml.h"

namespace melstrom
{

namespace
{
using namespace stateNames;

/** Lines of one table. */
class TableWriter
{
public:
    explicit TableWriter (std::string head) : text_ (std::move (head) + '\n') {}

    void line (std::string_view key, const std::string& value)
    {
        (text_ += key) += " = " + value + '\n';
    }
    void flag (std::string_view key, bool value) { line (key, value ? "true" : "false"); }
    void whole (std::string_view key, int value) { line (key, std::to_string (value)); }
    void number (std::string_view key, double value) { line (key, numberText (value)); }
    void text (std::string_view key, std::string_view value) { line (key, quotedText (value)); }
    template <typename Choice, typename Names>
    void choice (std::string_view key, Choice value, const Names& names)
    {
        text (key, names[static_cast<std::size_t> (value)]);
    }

    const std::string& written () const { return text_; }

private:
    std::string text_;
};

std::string tableHead (std::string_view name)
{
    return '[' + std::string (name) + ']';
}

std::string engineToml (const PluginState& state)
{
    TableWriter out (tableHead (kEngine));
    out.choice (kBackend, state.backend, kBackends);
    out.choice (kLatency, state.latency, kLatencies);
    out.flag (kBypassed, state.isBypassed);
    out.flag (kPatchDirty, state.isPatchDirty);
    return out.written ();
}

/** Begins with a blank line. Empty without Scala files. */
std::string tuningToml (const ScalaFiles& scala)
{
    if (! scala.isThere ())
        return {};
    TableWriter out ('\n' + tableHead (kTuning));
    if (scala.scale.isThere ())
    {
        out.text (kScaleName, scala.scale.fileName);
        out.text (kScale, scala.scale.text);
    }
    if (scala.map.isThere ())
    {
        out.text (kMapName, scala.map.fileName);
        out.text (kMap, scala.map.text);
    }
    return out.written ();
}

/** Begins with a blank line. Empty if side B was never chosen. A patch without settings is still a
    text. */
std::string compareToml (const PluginState& state)
{
    if (! state.isSideB && ! state.waiting)
        return {};
    TableWriter out ('\n' + tableHead (kCompare));
    out.flag (kIsSideB, state.isSideB);
    out.flag (kIsWaitingDirty, state.isWaitingDirty);
    if (state.waiting)
        out.text (kWaiting, toToml (*state.waiting) + '\n');
    return out.written ();
}

std::string viewToml (const ViewState& view)
{
    TableWriter out (tableHead (kView));
    out.text (kPreset, view.preset);
    out.choice (kSource, view.source, kSources);
    out.choice (kMix, view.mix, kMixes);
    out.choice (kAxis, view.axis, kAxes);
    out.number (kLowestDb, view.lowestDb);
    out.number (kHighestDb, view.highestDb);
    out.text (kColours, view.colours);
    out.number (kSpan, view.spanSeconds);
    out.flag (kHoldsPeaks, view.holdsPeaks);
    out.whole (kWidth, view.widthPixels);
    out.whole (kHeight, view.heightPixels);
    out.flag (kNoteLines, view.hasNoteLines);
    out.flag (kFolded, view.isFolded);
    if (view.own.isThere ())
    {
        out.text (kOwnName, view.own.fileName);
        out.text (kOwn, view.own.text);
        out.flag (kShowsOwn, view.showsOwn);
    }
    return out.written ();
}

std::string controllerToml (const LearnedController& controller)
{
    TableWriter out ('[' + tableHead (kControllers) + ']');
    if (controller.channel >= 0)
        out.whole (kChannel, controller.channel);
    out.whole (kNumber, controller.number);
    out.text (kParameter, parameterOf (controller.key).id);
    return out.written ();
}
} // namespace

std::string stateToml (const PluginState& state)
{
    auto out = toToml (state.patch);
    if (! out.empty ())
        out += '\n';
    out += engineToml (state) + '\n' + viewToml (state.view) + tuningToml (state.scala) +
           compareToml (state);
    for (const auto& controller : state.controllers.entries)
        out += '\n' + controllerToml (controller);
    return out;
}

} // namespace melstrom
