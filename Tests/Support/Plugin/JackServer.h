// A JACK server for a test, and a watchdog that ends a server that hangs.
#pragma once

#include "Tests/Support/EnvironmentVariable.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace melstrom::testing
{

/** The test's own server with a private name, for the lifetime of this object. */
class JackServer
{
public:
    explicit JackServer (int periodSamples, int rateHz = 48000)
        : periodSamples_ (periodSamples), rateHz_ (rateHz),
          name_ ("melstrom-" + std::to_string (getpid ())),
          variable_ ("JACK_DEFAULT_SERVER", name_.c_str ())
    {
        start ();
    }
    ~JackServer () { end (); }
    JackServer (const JackServer&) = delete;
    JackServer& operator= (const JackServer&) = delete;

    /** From the next start on. */
    void setRate (int rateHz) noexcept { rateHz_ = rateHz; }
    /** Again after `end`, with the same name. */
    void start ()
    {
        std::vector<std::string> words {"jackd",
                                        "-n",
                                        name_,
                                        "-S",
                                        "-r",
                                        "-d",
                                        "dummy",
                                        "-r",
                                        std::to_string (rateHz_),
                                        "-p",
                                        std::to_string (periodSamples_)};
        std::vector<char*> arguments;
        for (auto& word : words)
            arguments.push_back (word.data ());
        arguments.push_back (nullptr);
        pid_t process = 0;
        if (posix_spawnp (&process, "jackd", nullptr, nullptr, arguments.data (), environ) == 0)
            process_ = process;
    }
    /** As its user ends it; a server that ignores that for five seconds is killed. */
    void end ()
    {
        using namespace std::chrono_literals;
        const pid_t process = process_;
        if (process == 0)
            return;
        kill (process, SIGTERM);
        const auto patience = std::chrono::steady_clock::now () + 5s;
        while (waitpid (process, nullptr, WNOHANG) == 0)
        {
            if (std::chrono::steady_clock::now () > patience)
                kill (process, SIGKILL);
            std::this_thread::sleep_for (5ms);
        }
        process_ = 0;
    }

    bool isStarted () const noexcept { return process_ != 0; }
    /** Clients that wait for an answer then get a failure. Thread: any. */
    void killAtOnce () const noexcept
    {
        if (const pid_t process = process_; process != 0)
            kill (process, SIGKILL);
    }

private:
    int periodSamples_, rateHz_;
    std::string name_;
    EnvironmentVariable variable_; ///< clients find the server by it
    std::atomic<pid_t> process_ {0};
};

/** Ends a server that hangs: a JACK client waits for its server without a time limit, and a server
    on a busy machine may not answer at all. */
class Watchdog
{
public:
    explicit Watchdog (const JackServer& server)
        : thread_ (
              [this, &server]
              {
                  std::unique_lock lock (mutex_);
                  if (isOver_.wait_for (lock, kPatience, [this] { return isDone_; }))
                      return;
                  hasKilled_ = true;
                  server.killAtOnce ();
              })
    {
    }
    ~Watchdog () { (void)hasKilled (); }
    /** Ends the watch. Returns whether the server was killed. */
    bool hasKilled ()
    {
        {
            const std::lock_guard lock (mutex_);
            isDone_ = true;
        }
        isOver_.notify_all ();
        if (thread_.joinable ())
            thread_.join ();
        return hasKilled_;
    }

    static constexpr std::chrono::seconds kPatience {25}; ///< longer than any sound is played

private:
    std::mutex mutex_;
    std::condition_variable isOver_;
    bool isDone_ = false, hasKilled_ = false;
    std::thread thread_;
};

} // namespace melstrom::testing
