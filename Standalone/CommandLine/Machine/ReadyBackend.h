// Opens the backend of a command that computes at once.
#pragma once

#include "Engine/Backend/BackendChoice.h"
#include "Standalone/CommandLine/Terminal/Log.h"

namespace melstrom
{

/** Logs the notice of a backend that is ready. level: info or debug */
inline void logNotice (const Backend& backend, Log& log, LogLevel level = LogLevel::info)
{
    if (const auto notice = backend.notice (); ! notice.empty ())
        log.notice (level, notice);
}

/** Opens the chosen backend and waits until it is ready. Logs the reason if a different backend
    answers; for `auto`, where nobody asked for a GPU, only at the level debug. Fails:
    deviceUnavailable, outOfMemory. */
inline Result<std::unique_ptr<Backend>> openReadyBackend (const BackendChoice& choice, Log& log)
{
    auto backend = openBackend (choice);
    if (! backend)
        return backend;
    MELSTROM_TRY ((*backend)->ready ());
    const bool isAsked = choice.kind != BackendChoice::Kind::automatic;
    logNotice (**backend, log, isAsked ? LogLevel::info : LogLevel::debug);
    return backend;
}

} // namespace melstrom
