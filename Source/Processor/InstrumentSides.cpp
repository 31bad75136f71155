// Sides A and B of an instrument: two patches to compare.
#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

PatchSide InstrumentProcessor::Content::side () const
{
    const std::lock_guard lock (mutex);
    return loadedPatch.side;
}

void InstrumentProcessor::Content::chooseSide (PatchSide chosen)
{
    takePending ();
    LoadedPatch before, after;
    PatchValues former;
    {
        const std::lock_guard lock (mutex);
        if (loadedPatch.side == chosen)
            return;
        before = {patchLocked (), isDirtyLocked (), loadedPatch.side};
        after = waiting.value_or (before);
        after.side = chosen;
        keepPlayersSettings (after.patch, before.patch);
        former = placeLocked (after);
    }
    undo.note (std::move (before), std::move (after));
    tellOfChange (former);
}

void InstrumentProcessor::Content::setWaiting (const std::optional<LoadedPatch>& patch)
{
    {
        const std::lock_guard lock (mutex);
        waiting = patch;
    }
    tellOfPatch ();
}

void InstrumentProcessor::Content::copyToOtherSide ()
{
    takePending ();
    std::optional<LoadedPatch> before, after;
    {
        const std::lock_guard lock (mutex);
        before = waiting;
        after = LoadedPatch {patchLocked (), isDirtyLocked (), otherSide (loadedPatch.side)};
    }
    setWaiting (after);
    undo.note (
        "Copy", [this, before] { setWaiting (before); }, [this, after] { setWaiting (after); });
}

PatchSide InstrumentProcessor::side () const
{
    return content_->side ();
}

void InstrumentProcessor::chooseSide (PatchSide side)
{
    content_->chooseSide (side);
}

void InstrumentProcessor::copyToOtherSide ()
{
    content_->copyToOtherSide ();
}

} // namespace melstrom
