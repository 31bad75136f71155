#include "Engine/Batch/Reading/RingFillLinux.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <liburing.h>
#include <sys/uio.h>
#include <utility>
#include <vector>

namespace melstrom
{

namespace
{
constexpr unsigned kFiles = 32, kEntries = 128;

/** Owns a ring with a table of kFiles empty places for open files. Thread: one. */
class Ring
{
public:
    Ring () = default;
    ~Ring ()
    {
        if (isOpen_)
            io_uring_queue_exit (&ring_);
    }
    Ring (const Ring&) = delete;
    Ring& operator= (const Ring&) = delete;

    /** False: use it no more. */
    bool open ()
    {
        isOpen_ = io_uring_queue_init (kEntries, &ring_, 0) == 0;
        std::array<int, kFiles> places;
        places.fill (-1);
        return isOpen_ && hasOperations () &&
               io_uring_register_files (&ring_, places.data (), kFiles) == 0;
    }

    /** Null: the ring is full of requests that were not sent. */
    io_uring_sqe* request () { return io_uring_get_sqe (&ring_); }

    /** Sends the requests and waits for all of them. results: by user_data, which is below
        kFiles. False: the ring is broken. */
    bool run (unsigned count, std::array<int, kFiles>& results)
    {
        for (unsigned numDone = 0; numDone < count;)
        {
            const int sent = io_uring_submit_and_wait (&ring_, count - numDone);
            if (sent < 0 && sent != -EINTR)
                return false;
            io_uring_cqe* done = nullptr;
            while (numDone < count && io_uring_peek_cqe (&ring_, &done) == 0)
            {
                results[done->user_data] = done->res;
                io_uring_cqe_seen (&ring_, done);
                ++numDone;
            }
        }
        return true;
    }

private:
    bool hasOperations ()
    {
        io_uring_probe* const probe = io_uring_get_probe_ring (&ring_);
        if (probe == nullptr)
            return false;
        const bool has = io_uring_opcode_supported (probe, IORING_OP_OPENAT) &&
                         io_uring_opcode_supported (probe, IORING_OP_READ) &&
                         io_uring_opcode_supported (probe, IORING_OP_CLOSE);
        io_uring_free_probe (probe);
        return has;
    }

    io_uring ring_ {};
    bool isOpen_ = false;
};

class RingFill final : public CacheFill
{
public:
    explicit RingFill (std::unique_ptr<CacheFill> fallback) : fallback_ (std::move (fallback)) {}

    const char* name () const noexcept override
    {
        return state_ == State::open ? "io_uring" : fallback_->name ();
    }

    void fill (std::span<const FileStretch> stretches) override
    {
        if (state_ == State::notTried)
            state_ = begins () ? State::open : State::unusable;
        while (! stretches.empty () && state_ == State::open)
        {
            const auto some = stretches.first (std::min<std::size_t> (stretches.size (), kFiles));
            if (fillSome (some))
                stretches = stretches.subspan (some.size ());
            else
                state_ = State::unusable;
        }
        if (! stretches.empty ())
            fallback_->fill (stretches);
    }

    bool isCached (const FileStretch& stretch) override { return fallback_->isCached (stretch); }

private:
    enum class State
    {
        notTried,
        open,
        unusable
    };

    /** Opens a folder, which every process may: older kernels cannot open into the table. */
    bool begins ()
    {
        static const FileStretch kTrial {"/", 0, 0};
        return ring_.open () && fillSome ({&kTrial, 1}) && opened_[0] >= 0;
    }

    /** stretches: at most kFiles. False: the ring is broken. */
    bool fillSome (std::span<const FileStretch> stretches)
    {
        return openAll (stretches) && askAll (stretches) && closeAll (stretches.size ());
    }

    bool openAll (std::span<const FileStretch> stretches)
    {
        unsigned count = 0;
        for (const FileStretch& stretch : stretches)
        {
            io_uring_sqe* const request = ring_.request ();
            if (request == nullptr)
                return false;
            // a place in the table has no close-on-exec, and a request with it is refused
            io_uring_prep_openat_direct (request, AT_FDCWD, stretch.path.c_str (),
                                         kOpenForAdvice & ~O_CLOEXEC, 0, count);
            request->user_data = count++;
        }
        return ring_.run (count, opened_);
    }

    /** Pieces of files that are open. Those that the file system refuses without a wait are asked for
        again with one. */
    bool askAll (std::span<const FileStretch> stretches)
    {
        answers_.fill (0);
        if (! readPieces (stretches, RWF_NOWAIT))
            return false;
        bool areTaken = true;
        for (std::size_t place = 0; place < stretches.size (); ++place)
        {
            const bool isTaken = answers_[place] >= 0 || answers_[place] == -EAGAIN;
            opened_[place] = isTaken && opened_[place] == 0 ? kAnswered : opened_[place];
            areTaken = areTaken && (isTaken || opened_[place] != 0);
        }
        return areTaken || readPieces (stretches, 0);
    }

    /** Reads files with an `opened_` of 0 into nowhere. flags: of preadv2 */
    bool readPieces (std::span<const FileStretch> stretches, int flags)
    {
        unsigned count = 0;
        for (unsigned place = 0; place < stretches.size (); ++place)
            for (std::int64_t at = 0; opened_[place] == 0 && at < stretches[place].bytes;
                 at += kAskedBytes)
            {
                if (count == kEntries)
                {
                    if (! ring_.run (count, answers_))
                        return false;
                    count = 0;
                }
                io_uring_sqe* const request = ring_.request ();
                if (request == nullptr)
                    return false;
                io_uring_prep_read (
                    request, static_cast<int> (place), scratch_.data (),
                    static_cast<unsigned> (std::min (kAskedBytes, stretches[place].bytes - at)),
                    static_cast<std::uint64_t> (stretches[place].first + at));
                request->rw_flags = flags;
                io_uring_sqe_set_flags (request, IOSQE_FIXED_FILE);
                request->user_data = place;
                ++count;
            }
        return ring_.run (count, answers_);
    }

    bool closeAll (std::size_t numPlaces)
    {
        unsigned count = 0;
        for (unsigned place = 0; place < numPlaces; ++place)
        {
            if (opened_[place] < 0)
                continue;
            io_uring_sqe* const request = ring_.request ();
            if (request == nullptr)
                return false;
            io_uring_prep_close_direct (request, place);
            request->user_data = place;
            ++count;
        }
        return ring_.run (count, answers_);
    }

    static constexpr int kAnswered = 1;
    std::unique_ptr<CacheFill> fallback_;
    /** never read; outlives the ring's requests */
    std::vector<std::byte> scratch_ = std::vector<std::byte> (kAskedBytes);
    Ring ring_;
    State state_ = State::notTried;      ///< a ring takes time, and warm files need none
    std::array<int, kFiles> opened_ {};  ///< 0, or -errno; kAnswered: nothing more to ask
    std::array<int, kFiles> answers_ {}; ///< of a file's last request: bytes, or -errno
};
} // namespace

std::unique_ptr<CacheFill> makeRingFill (std::unique_ptr<CacheFill> fallback)
{
    return std::make_unique<RingFill> (std::move (fallback));
}

} // namespace melstrom
