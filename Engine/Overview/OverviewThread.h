// The thread of an overview: what the screen asks for first, then the rest of the file.
#pragma once

#include "Engine/Overview/OverviewExchange.h"
#include "Engine/Overview/OverviewLook.h"
#include "Engine/Overview/OverviewPass.h"
#include "Engine/Overview/OverviewSampling.h"
#include "Engine/Overview/RowDevice.h"

#include <memory>
#include <string>
#include <thread>

namespace melstrom
{

/** The file as its overview opened it. */
struct OverviewSource
{
    Storage& storage;
    std::string path;
    FileInfo opened;
    AudioInfo info;
};

/** Works in pieces of some milliseconds; between two pieces it looks for a new request or the stop.
    The exact pass has a decoder of its own, which reads in order only. */
class OverviewThread
{
public:
    /** source, backend, exchange: outlive this object. Throws std::system_error, std::bad_alloc. */
    OverviewThread (const OverviewSource& source, std::unique_ptr<SoundFile> file, Backend& backend,
                    OverviewExchange& exchange, const OverviewBudget& budget);
    ~OverviewThread (); ///< waits for the end of the present piece

private:
    void run ();
    Result<void> goOn (); ///< one piece, or a wait
    Result<void> take (OverviewRequest request);
    void forget ();
    Result<void> begin ();
    Result<void> openForLook ();
    bool canLook () const noexcept;
    bool works () const noexcept { return request_.work == OverviewWork::all; }
    std::size_t workBytes () const noexcept;
    /** Calls change (results), and tells the memory of the work. */
    template <typename Change>
    void publish (Change change)
    {
        exchange_.publish (
            [&] (OverviewResults& results)
            {
                change (results);
                results.state.workBytes = workBytes ();
            });
    }
    Result<void> look ();
    Result<void> samplePlaces ();
    Result<void> passOn ();
    void publishPlaces (std::vector<RowPlace> places);
    void publishSampled ();
    void fail (const Error& error);
    void updateDevice ();

    const OverviewSource& source_;
    OverviewExchange& exchange_;
    const OverviewBudget budget_;
    std::unique_ptr<SoundFile> inOrder_, forLook_; ///< forLook_: opened when it is needed
    WaveScan wave_;

    OverviewRequest request_;
    bool hasBegun_ = false;                                         ///< the work of this generation
    std::span<const std::int64_t> places_, rowTiles_, sampleTiles_; ///< what is left of request_
    RowDevice device_;                   ///< outlives the memory of pass_ and look_
    std::unique_ptr<OverviewPass> pass_; ///< none: it has ended
    std::unique_ptr<OverviewLook> look_;
    OverviewSampling sampling_;
    OverviewComputing toldComputing_;
    std::thread thread_; // last: it uses the others
};

} // namespace melstrom
