#include "Source/Processor/InstrumentNews.h"

#include "Source/Processor/HostTeller.h"
#include "Source/Processor/InstrumentChanges.h"
#include "Source/Processor/InstrumentSound.h"
#include "Source/Processor/InstrumentState.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr int kTicksPerSecond = 30; // rate of displayed keys and controllers
} // namespace

InstrumentNews::InstrumentNews (HostTeller& teller, InstrumentState& state, InstrumentSound& sound,
                                InstrumentChanges& changes)
    : teller_ (teller), state_ (state), sound_ (sound), changes_ (changes),
      background_ (
          [this]
          {
              if (teller_.tellsInBackground ())
                  tellHost (true);
          }),
      timer_ ([this] { tick (); })
{
}

void InstrumentNews::startTicks ()
{
    timer_.startHz (kTicksPerSecond);
}

void InstrumentNews::prepare ()
{
    startTicks ();
    if (teller_.isHostedAsVst3 ())
        background_.start ();
}

void InstrumentNews::release () noexcept
{
    background_.stop ();
}

void InstrumentNews::tick ()
{
    teller_.followMessageThread ();
    changes_.takePending ();
    if (sound_.update ())
        teller_.tellOfState ();
    if (! teller_.tellsInBackground ())
        tellHost (false);
    changes_.takeSteps ();
    if (const bool isNow = state_.isDirty (); std::exchange (wasDirty_, isNow) != isNow)
        teller_.tellScreen ();
    if (teller_.takeScreenNews ())
        patchChanges_.sendSynchronousChangeMessage ();
}

void InstrumentNews::tellHost (bool isInBackground)
{
    sound_.takeMoved ([&] (PatchKey key) { teller_.tellValue (key, isInBackground); });
    changes_.takeAskedProgram ();
    if (! isInBackground)
        teller_.tellAgain ();
}

} // namespace melstrom
