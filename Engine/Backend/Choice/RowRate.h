// Measures how fast a backend computes rows, for choices between devices and for estimates.
#pragma once

#include "Engine/Backend/Backend.h"

namespace melstrom
{

/** Rows a second of the whole device; 0: one signal would take too much memory. Computes int16 noise
    in batches as a run does, with all workers busy, for about `seconds`, after about as
    long for the size of the batches. Thread: any but audio. Fails: as Backend::planMel, allocate and MelPlan::wait. */
Result<double> measureRowRate (Backend& backend, const MelSpec& spec, int rateHz, double seconds);

} // namespace melstrom
