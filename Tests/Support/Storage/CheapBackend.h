// A backend that computes next to nothing, for tests of what surrounds the computing.
#pragma once

#include "Engine/Backend/Backend.h"

#include <memory>

namespace melstrom::testing
{

/** Rows are bytes of a hash of signal, row and the samples that the row is made from, so that a row at
    a wrong place or of wrong samples shows. Computes within `submit`; no threads. */
std::unique_ptr<Backend> makeCheapBackend ();

} // namespace melstrom::testing
