// A backend with almost no computation, for tests of the code around it.
#pragma once

#include "Engine/Backend/Backend.h"

#include <memory>

namespace melstrom::testing
{

/** Rows are hashes of the signal, the row and the row's samples, so that a misplaced row or wrong
    samples show. Computes within `submit`; no threads. */
std::unique_ptr<Backend> makeCheapBackend ();

} // namespace melstrom::testing
