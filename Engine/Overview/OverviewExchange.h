// Hand-over between the message thread and the thread of an overview.
#pragma once

#include "Engine/Overview/FileOverview.h"
#include "Engine/Overview/OverviewFrontEnd.h"
#include "Engine/Overview/OverviewParts.h"
#include "Engine/Overview/StepMaxima.h"

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace melstrom
{

/** What the screen needs next, in this order. */
struct OverviewRequest
{
    int generation = 0; ///< of the front end, and of what was released
    OverviewWork work = OverviewWork::released;
    std::shared_ptr<const OverviewFrontEnd> frontEnd;
    std::shared_ptr<const OverviewDevice> device; ///< another pointer: chosen anew
    std::vector<std::int64_t> places;             ///< first rows
    std::vector<std::int64_t> rowTiles, sampleTiles;
};

/** Steps of one pass so far. */
struct ScannedSteps
{
    std::shared_ptr<const StepMaxima> maxima;
    std::int64_t stepLength = 1; ///< rows or samples of a step
    std::int64_t numSteps = 0;   ///< that may be read
};

/** Computed since the last hand-over. */
struct OverviewPieces
{
    std::vector<RowPlace> places;
    std::vector<RowTile> rowTiles;
    std::vector<SampleTile> sampleTiles; ///< of every generation
};

/** What the thread knows of the whole file. */
struct OverviewState
{
    int generation = 0; ///< also of the pieces
    ScannedSteps rows;
    bool isSampled = false;
    double doneRatio = 0;
    std::optional<Error> error;
    ScannedSteps wave; ///< of every generation
    std::int64_t nonFiniteCount = 0;
    std::size_t workBytes = 0;   ///< of samples and rows that are being computed
    OverviewComputing computing; ///< of every generation
};

struct OverviewResults
{
    OverviewPieces pieces;
    OverviewState state;
    bool isNew = false; ///< anything changed
};

/** The mutex is held for moves of a few pointers only. */
class OverviewExchange
{
public:
    /** Replaces the last request. Thread: message. */
    void ask (OverviewRequest request)
    {
        {
            const std::lock_guard lock (mutex_);
            request_ = std::move (request);
        }
        wake_.notify_one ();
    }

    /** Takes the pieces; what is known of the whole stays for the next call. Thread: message. */
    OverviewResults takeResults ()
    {
        const std::lock_guard lock (mutex_);
        OverviewResults taken {std::exchange (results_.pieces, {}), results_.state,
                               std::exchange (results_.isNew, false)};
        return taken;
    }

    /** Ends every wait of the thread. Thread: message. */
    void stop ()
    {
        {
            const std::lock_guard lock (mutex_);
            isStopped_ = true;
        }
        wake_.notify_one ();
    }

    /** The last request, if it was not taken before. mostWait: waits so long for one, or for
        `stop`; empty: without end. Thread: the overview's. */
    std::optional<OverviewRequest> takeRequest (std::optional<std::chrono::milliseconds> mostWait)
    {
        std::unique_lock lock (mutex_);
        const auto isOver = [this] { return isStopped_ || request_.has_value (); };
        if (! mostWait)
            wake_.wait (lock, isOver);
        else if (mostWait->count () > 0)
            wake_.wait_for (lock, *mostWait, isOver);
        return std::exchange (request_, std::nullopt);
    }

    bool isStopped () const
    {
        const std::lock_guard lock (mutex_);
        return isStopped_;
    }

    /** Calls change (results). Thread: the overview's. */
    template <typename Change>
    void publish (Change change)
    {
        const std::lock_guard lock (mutex_);
        change (results_);
        results_.isNew = true;
    }

private:
    mutable std::mutex mutex_;
    std::condition_variable wake_;
    bool isStopped_ = false;
    std::optional<OverviewRequest> request_;
    OverviewResults results_;
};

} // namespace melstrom
