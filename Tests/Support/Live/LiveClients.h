// Clients of the live worker, and helpers for tests of its thread.
#pragma once

#include "Engine/Live/Worker/LiveWorker.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace melstrom::testing
{

/** Polls a condition, with a time limit for a loaded machine. */
template <typename Condition>
bool waitFor (Condition condition)
{
    const auto end = std::chrono::steady_clock::now () + std::chrono::seconds (20);
    while (! condition ())
    {
        if (std::chrono::steady_clock::now () > end)
            return false;
        std::this_thread::sleep_for (std::chrono::milliseconds (1));
    }
    return true;
}

/** Threads of this process. name: 15 letters at most. */
inline int numThreadsNamed (const std::string& name)
{
    int count = 0;
    for (const auto& task : std::filesystem::directory_iterator ("/proc/self/task"))
    {
        std::string line;
        std::getline (std::ifstream (task.path () / "comm") >> std::ws, line);
        count += line == name;
    }
    return count;
}

/** Reports work on every call, or no work, as isBusy says. */
class CountingClient final : public LiveClient
{
public:
    explicit CountingClient (bool isBusy = false) : isBusy_ (isBusy) {}
    bool work () noexcept override
    {
        ++numAsked;
        if (isDead && numCalledDead != nullptr)
            ++*numCalledDead;
        return isBusy_;
    }
    std::atomic<int> numAsked {0};
    std::atomic<bool> isDead {false}; ///< calls from now on also count in numCalledDead
    std::atomic<int>* numCalledDead = nullptr;

private:
    bool isBusy_;
};

/** Measures the time from `stamp`, right before a submission, to the work. */
class UrgentClient final : public LiveClient
{
public:
    void stamp () noexcept { stampedAt_ = now (); }
    bool isDone () const noexcept { return stampedAt_ == 0; }

    bool work () noexcept override
    {
        const auto stamped = stampedAt_.exchange (0);
        if (stamped != 0)
            waitsSeconds.push_back (1e-9 * static_cast<double> (now () - stamped));
        return stamped != 0;
    }
    bool isUrgent () const noexcept override { return true; }

    std::vector<double> waitsSeconds; ///< waits of the worker during the client's lifetime

private:
    static std::int64_t now () noexcept
    {
        return std::chrono::nanoseconds (std::chrono::steady_clock::now ().time_since_epoch ())
            .count ();
    }
    std::atomic<std::int64_t> stampedAt_ {0};
};

} // namespace melstrom::testing
