#include "Source/Processor/InstrumentState.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

#include <utility>

namespace melstrom
{

InstrumentState::InstrumentState (PluginParameters& parameters, EngineSlot& engines)
    : parameters_ (parameters), engines_ (engines)
{
    setLoaded ({openingPatch (), false}, lock ());
    (void)parameters.setSilently (openingPatch ());
}

Patch InstrumentState::patch (const Lock&) const
{
    Patch sounding = loaded_.patch;
    static_cast<PatchValues&> (sounding) = parameters_.values ();
    return sounding;
}

bool InstrumentState::isDirty (const Lock&) const
{
    return loaded_.isDirty || loaded_.patch.values != parameters_.values ().values;
}

PatchSide InstrumentState::side () const
{
    const auto held = lock ();
    return loaded_.side;
}

LoadedPatch InstrumentState::sounding (const Lock& held) const
{
    return {patch (held), isDirty (held), loaded_.side};
}

void InstrumentState::setLoaded (const LoadedPatch& loaded, const Lock&)
{
    loaded_ = loaded;
    program_.setSounding (programOf (loaded.patch));
}

PatchValues InstrumentState::place (const LoadedPatch& loaded, const Lock& held)
{
    if (loaded.side != loaded_.side)
        waiting_ = sounding (held);
    setLoaded (loaded, held);
    engines_.setDrawings (loaded.patch.drawings);
    countChange (held); // invalidates an engine that is being made
    return parameters_.setSilently (loaded.patch);
}

InstrumentState::Replacement InstrumentState::replace (LoadedPatch before, LoadedPatch after,
                                                       const Lock& held)
{
    keepPlayersSettings (after.patch, before.patch);
    const auto former = place (after, held);
    return {std::move (before), std::move (after), former};
}

std::optional<InstrumentState::Replacement> InstrumentState::load (LoadedPatch after)
{
    const auto held = lock ();
    auto before = sounding (held);
    after.side = before.side;
    if (after.isDirty && before.patch == after.patch)
        return {};
    return replace (std::move (before), std::move (after), held);
}

std::optional<InstrumentState::Replacement> InstrumentState::chooseSide (PatchSide chosen)
{
    const auto held = lock ();
    if (loaded_.side == chosen)
        return {};
    auto before = sounding (held);
    auto after = waiting_.value_or (before);
    after.side = chosen;
    return replace (std::move (before), std::move (after), held);
}

PatchValues InstrumentState::placeProgram (int index, const Lock& held)
{
    programs_.push_back (replace (
        sounding (held),
        {instrumentPrograms ()[static_cast<std::size_t> (index)], false, loaded_.side}, held));
    return programs_.back ().former;
}

PatchValues InstrumentState::placeProgram (int index)
{
    const auto held = lock ();
    program_.forgetAsked ();
    return placeProgram (index, held);
}

std::optional<PatchValues> InstrumentState::placeAskedProgram ()
{
    const auto held = lock (); // `restore` forgets the asked program under the same mutex
    const int asked = program_.asked ();
    if (asked < 0)
        return {};
    std::optional<PatchValues> former;
    if (asked != program_.sounding ())
        former = placeProgram (asked, held);
    program_.forgetAsked (asked); // a newer one of the audio thread stays
    return former;
}

std::vector<InstrumentState::Replacement> InstrumentState::takePrograms ()
{
    const auto held = lock ();
    return std::exchange (programs_, {});
}

void InstrumentState::rename (const Patch& named)
{
    const auto held = lock ();
    Patch renamed = patch (held); // the saved patch has the present values
    renamed.name = named.name;
    renamed.category = named.category;
    renamed.author = named.author;
    renamed.description = named.description;
    renamed.tags = named.tags;
    setLoaded ({renamed, false, loaded_.side}, held);
}

void InstrumentState::setWaiting (const std::optional<LoadedPatch>& patch)
{
    const auto held = lock ();
    waiting_ = patch;
}

InstrumentState::CopyOfSide InstrumentState::copyForOtherSide () const
{
    const auto held = lock ();
    CopyOfSide copy {waiting_, sounding (held)};
    copy.after.side = otherSide (loaded_.side);
    return copy;
}

ScalaFiles InstrumentState::scala () const
{
    const auto held = lock ();
    return scala_;
}

void InstrumentState::placeScala (const ScalaFiles& files, const Tuning& tuning, const Lock& held)
{
    scala_ = files;
    tuning_ = files.isThere () ? std::optional (tuning) : std::nullopt;
    countChange (held);
}

bool InstrumentState::setScala (const ScalaFiles& files, const Tuning& tuning)
{
    const auto held = lock ();
    if (scala_ == files)
        return false;
    placeScala (files, tuning, held);
    return true;
}

bool InstrumentState::setEngine (BackendChoice::Kind backend, LatencyMode latency)
{
    const auto held = lock ();
    if (backend_ == backend && latency_ == latency)
        return false;
    backend_ = backend;
    latency_ = latency;
    countChange (held);
    return true;
}

PluginState InstrumentState::saved (const ScreenState* ours) const
{
    const auto held = lock ();
    PluginState state;
    state.patch = patch (held);
    state.isPatchDirty = isDirty (held);
    state.isSideB = loaded_.side == PatchSide::b;
    if (waiting_)
    {
        state.waiting = waiting_->patch;
        state.isWaitingDirty = waiting_->isDirty;
    }
    state.isBypassed = parameters_.bypass ().get ();
    state.backend = backend_;
    state.latency = latency_;
    state.scala = scala_;
    const auto& screen = ours != nullptr && ! isScreenNewer_ ? *ours : screen_;
    state.controllers = screen.controllers;
    state.view = screen.view;
    return state;
}

InstrumentState::Restored InstrumentState::restore (const PluginState& state, double rateHz)
{
    const auto tuning = tuningOf (state.scala);
    const auto held = lock ();
    screen_ = {state.view, state.controllers};
    isScreenNewer_ = true;
    programs_.clear ();
    const auto side = state.isSideB ? PatchSide::b : PatchSide::a;
    Restored restored {place ({state.patch, state.isPatchDirty, side}, held),
                       backend_ != state.backend || latency_ != state.latency,
                       scala_ != state.scala};
    waiting_.reset ();
    if (state.waiting)
        waiting_ = LoadedPatch {*state.waiting, state.isWaitingDirty, otherSide (side)};
    if (tuning)
        placeScala (state.scala, *tuning, held);
    backend_ = state.backend;
    latency_ = state.latency;
    program_.expectEcho (rateHz);
    program_.forgetAsked ();
    return restored;
}

std::optional<InstrumentState::ScreenState> InstrumentState::exchange (ScreenState ours)
{
    const auto held = lock ();
    if (std::exchange (isScreenNewer_, false))
        return screen_;
    screen_ = std::move (ours);
    return {};
}

void InstrumentState::copyView (const ViewState& view)
{
    const auto held = lock ();
    screen_.view = view;
}

void InstrumentState::setFault (const Result<void>& restored)
{
    const auto held = lock ();
    fault_ = restored ? std::string () : restored.error ().message;
}

std::string InstrumentState::fault () const
{
    const auto held = lock ();
    return fault_;
}

} // namespace melstrom
