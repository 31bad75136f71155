// Threads of a process that work for all its instances.
#pragma once

#include "Engine/Core/System/ForkCount.h"

#include <memory>

namespace melstrom
{

/** What an instance leaves to the worker. */
class LiveClient
{
public:
    virtual ~LiveClient () = default;
    /** Does what is there to be done, for a millisecond at most, and says whether it did anything.
        Thread: the worker's. */
    virtual bool work () noexcept = 0;
    /** Whether somebody waits for what this client makes within microseconds: the worker then stays awake around the
        times at which work comes. Asked after `work`. Thread: the worker's. */
    virtual bool isUrgent () const noexcept { return false; }
    /** Whether a device is at it: `work` is then called again at once, in turns with others'. Asked after `work`. Thread: the
        worker's. */
    virtual bool isWaiting () const noexcept { return false; }
};

/** Sleeps 2 ms at a time while nobody is urgent, and shortly or not at all while somebody is: see ArrivalForecast. Work
    that was handed in by `Submitter` is done first, in the order in which it came; every client is asked once a round all
    the same. Thread: `add`, `remove` any but audio. */
class LiveWorker
{
    struct Key
    {
        explicit Key () = default;
    };

public:
    /** Each has a thread of its own, so that voices wait for nothing else. */
    enum class Purpose
    {
        voices,    ///< somebody hears it: the thread comes before ordinary ones
        background ///< spectrograms, tables, devices
    };
    /** The process's own; begun by the first who asks, ended when the last lets go, which waits until the thread has gone
        and so must not happen within `work`. A fork of the process has workers of its own; one of the parent asks nobody
        there, and is left alone when the last lets go. Fails by std::system_error, std::bad_alloc. */
    static std::shared_ptr<LiveWorker> shared (Purpose purpose = Purpose::voices);
    LiveWorker (Purpose purpose, Key); ///< for `shared`
    ~LiveWorker ();

    /** Of one client: tells the worker that there is something to do. May outlive client and worker. */
    class Submitter
    {
    public:
        virtual ~Submitter () = default;
        /** Thread: one, audio too: no lock, no allocation, no system call. What was written before is seen by the work
            that follows. Does nothing when the queue is full: the worker finds the work on its next round. */
        virtual void submit () noexcept = 0;
    };

    /** The client, which is none of the worker's yet, is asked from now on, until `remove` returned. Allocates the queue's
        tokens. Fails by std::bad_alloc. */
    std::unique_ptr<Submitter> add (LiveClient& client);
    /** Waits until the client's work of this moment is done, unless it is this very work that calls. */
    void remove (LiveClient& client);

    /** For tests: waits until nobody is being worked on; while held, no client is asked and the thread sleeps. Must go before
        the worker. */
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
