// A backend that comes up in the background.
#pragma once

#include "Engine/Backend/LateBackend.h"
#include "Engine/Backend/Starting.h"

#include <string>

namespace melstrom
{

/** The backend to bring up, and its fallback. */
struct BackendStart
{
    using Make = Starting<std::unique_ptr<Backend>>::Make;

    std::string name;    ///< "cuda:0"; name before it is up, and after a failure
    int concurrency = 1; ///< before it is up
    Make make;           ///< may throw; called on its own thread
    Make otherwise; ///< fallback, called on the same thread after `make` failed; empty: no fallback
    /** Starts no thread: the first call that needs the backend makes it. */
    bool waitsForUse = false;
};

/** The notice of a fallback: "cpu computes instead of cuda:0: no driver". */
std::string fallbackNotice (const std::string& fallback, const std::string& wanted,
                            const Error& reason);

/** Runs `make` on its own thread, or at the first use, and forwards all calls to the resulting
    backend. All calls but `concurrency` wait for that backend. Without a backend they fail with the
    error of `make` or of the fallback.
    thread  as Backend says; the destructor waits for the thread: see Starting */
class StartingBackend final : public LateBackend
{
public:
    /** Throws std::system_error if no thread can be started, and std::bad_alloc. */
    explicit StartingBackend (BackendStart start);

    int concurrency () const override;

private:
    struct Outcome
    {
        std::unique_ptr<Backend> backend;
        std::string notice;
    };
    static Result<Outcome> bringUp (const BackendStart& start);
    Backend* backend () const override;
    Error absence () const override;
    std::string lateNotice () const override;
    std::string absentName () const override { return name_; }

    std::string name_;
    int concurrency_;
    Starting<Outcome> start_;
};

} // namespace melstrom
