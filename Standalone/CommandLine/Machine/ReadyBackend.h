// The backend of a command that computes at once.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Standalone/CommandLine/Terminal/Log.h"

namespace melstrom
{

/** Opens what was chosen, waits until it is up, and logs why another answers, if one does.
    Fails: deviceUnavailable, outOfMemory. */
Result<std::unique_ptr<Backend>> openReadyBackend (const BackendChoice& choice, Log& log);

/** The notice of a backend that is up, for the user. */
void logNotice (const Backend& backend, Log& log);

} // namespace melstrom
