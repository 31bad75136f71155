#include "Standalone/CommandLine/Machine/ReadyBackend.h"

namespace melstrom
{

void logNotice (const Backend& backend, Log& log)
{
    if (const auto notice = backend.notice (); ! notice.empty ())
        log.info (notice);
}

Result<std::unique_ptr<Backend>> openReadyBackend (const BackendChoice& choice, Log& log)
{
    auto backend = openBackend (choice);
    if (! backend)
        return backend;
    MELSTROM_TRY ((*backend)->ready ());
    logNotice (**backend, log);
    return backend;
}

} // namespace melstrom
