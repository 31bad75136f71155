// Opens the backend of a command that computes at once.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Standalone/CommandLine/Terminal/Log.h"

namespace melstrom
{

/** Opens the chosen backend and waits until it is ready. Logs the reason if a different backend
    answers. Fails: deviceUnavailable, outOfMemory. */
Result<std::unique_ptr<Backend>> openReadyBackend (const BackendChoice& choice, Log& log);

/** Logs the notice of a backend that is ready. */
void logNotice (const Backend& backend, Log& log);

} // namespace melstrom
