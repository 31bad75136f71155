// The worker threads of a process, shared by all instances.
#pragma once

#include "Engine/Core/System/ForkCount.h"

#include <memory>

namespace melstrom
{

class WorkObserver;

/** An instance's work for the worker thread. */
class LiveClient
{
public:
    virtual ~LiveClient () = default;
    /** Does pending work for at most 1 ms; returns whether it did anything. Thread: worker. */
    virtual bool work () noexcept = 0;
    /** Whether the client's result is needed within microseconds: the worker then stays awake
        around the expected arrivals of work. Called after `work`. Thread: worker. */
    virtual bool isUrgent () const noexcept { return false; }
    /** Whether a device is busy for the client: `work` is then called again at once, in turns with
        other waiting clients. Called after `work`. Thread: worker. */
    virtual bool isWaiting () const noexcept { return false; }
};

/** Sleeps 2 ms at a time while no client is urgent, else for shorter times or not at all: see
    ArrivalForecast. Submitted work comes first, in the order of submission. Every client is also
    asked once per round. Thread: `add`, `remove` any but audio. */
class LiveWorker
{
    struct Key
    {
        explicit Key () = default;
    };

public:
    /** Each purpose has its own thread, so that voices never wait for background work. */
    enum class Purpose
    {
        voices,    ///< has a deadline: the thread has priority over ordinary ones
        background ///< spectrograms, tables, devices
    };
    /** The worker of this process. The first call starts it. The last owner's release ends it and
        waits for its thread, so it must not happen within `work`. A fork of the process has its own
        workers; there the parent's worker asks no client and is leaked at the last release.
        Throws std::system_error, std::bad_alloc. */
    static std::shared_ptr<LiveWorker> shared (Purpose purpose = Purpose::voices);
    LiveWorker (Purpose purpose, Key); ///< for `shared`
    ~LiveWorker ();

    /** Tells the worker that one client has work. May outlive client and worker. */
    class Submitter
    {
    public:
        virtual ~Submitter () = default;
        /** No lock, no allocation, no system call. The `work` that follows sees all writes made
            before this call. Thread: one, audio too. */
        virtual void submit () noexcept = 0;
    };

    /** Adds a client that is not added yet, and submits it once; the worker asks it until `remove`
        returns. Throws std::bad_alloc. */
    std::unique_ptr<Submitter> add (LiveClient& client);
    /** Removes the client and waits for the end of its `work`, unless `work` itself calls this. */
    void remove (LiveClient& client);

    /** Tells the observer when clients did something, as "voices worker" or "background worker". null:
        none. It outlives this worker. */
    void observe (WorkObserver* observer) noexcept;

    /** For tests: waits until no client works. While the Stall exists, no client is asked and the
        thread sleeps. Destroy it before the worker. */
    class Stall;
    std::unique_ptr<Stall> stall ();

private:
    struct State;
    std::unique_ptr<State> state_;
    ForkMark mark_;
};

class LiveWorker::Stall
{
public:
    explicit Stall (State& state);
    ~Stall ();
    Stall (const Stall&) = delete;
    Stall& operator= (const Stall&) = delete;

private:
    State& state_;
};

} // namespace melstrom
