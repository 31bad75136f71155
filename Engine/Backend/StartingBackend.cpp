#include "Engine/Backend/StartingBackend.h"

#include <utility>

namespace melstrom
{

std::string fallbackNotice (const std::string& fallback, const std::string& wanted,
                            const Error& reason)
{
    return fallback + " computes instead of " + wanted + ": " + reason.message;
}

StartingBackend::StartingBackend (BackendStart start)
    : name_ (start.name), concurrency_ (start.concurrency),
      start_ (start.waitsForUse
                  ? Starting<Outcome>::atFirstUse ([start] { return bringUp (start); })
                  : Starting<Outcome>::onOwnThread ([start] { return bringUp (start); }))
{
}

Result<StartingBackend::Outcome> StartingBackend::bringUp (const BackendStart& start)
{
    auto wanted = guarded (start.make);
    if (wanted)
        return Outcome {*std::move (wanted), {}};
    if (! start.otherwise)
        return wanted.error ();
    MELSTROM_TRY_VALUE (auto other, start.otherwise ());
    std::string notice = fallbackNotice (other->name (), start.name, wanted.error ());
    return Outcome {std::move (other), std::move (notice)};
}

Backend* StartingBackend::backend () const
{
    const auto& outcome = start_.wait ();
    return outcome ? outcome->backend.get () : nullptr;
}

Error StartingBackend::absence () const
{
    return start_.wait ().error ();
}

std::string StartingBackend::lateNotice () const
{
    return start_.wait ()->notice;
}

int StartingBackend::concurrency () const
{
    const auto* const outcome = start_.tryGet ();
    return outcome != nullptr && *outcome ? (*outcome)->backend->concurrency () : concurrency_;
}

} // namespace melstrom
