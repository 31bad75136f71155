#include "Engine/Batch/Audio/Containers/OggPages.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Files/FileView.h"

#include <algorithm>

namespace melstrom
{
namespace
{

constexpr std::size_t kHeaderBytes = 27, kMostSegments = 255;

struct PageHeader
{
    std::uint64_t serial = 0;
    std::int64_t bytes = 0; ///< of the page; 0: no page starts here
    bool isFirstOfStream = false;
};

Result<PageHeader> pageHeaderAt (FileView& view, std::int64_t offset)
{
    MELSTROM_TRY_VALUE (const auto bytes, view.at (offset, kHeaderBytes + kMostSegments));
    PageHeader page;
    if (! bytes.has (0, "OggS") || bytes.size () < kHeaderBytes)
        return page;
    const auto numSegments = static_cast<std::size_t> (bytes[26]);
    if (bytes.size () < kHeaderBytes + numSegments)
        return page;
    page.bytes = static_cast<std::int64_t> (kHeaderBytes + numSegments);
    for (std::size_t i = 0; i < numSegments; ++i)
        page.bytes += static_cast<std::int64_t> (bytes[kHeaderBytes + i]);
    constexpr unsigned firstOfStream = 2;
    page.isFirstOfStream = (static_cast<unsigned> (bytes[5]) & firstOfStream) != 0;
    page.serial = bytes.integer (14, 4, ByteOrder::little);
    return page;
}

/** Several streams of one rate as one signal. */
class OggChain final : public AudioReader
{
public:
    OggChain (std::string name, OpenLink openLink)
        : name_ (std::move (name)), openLink_ (std::move (openLink))
    {
    }

    Result<void> open (std::size_t numLinks)
    {
        for (std::size_t link = 0; link < numLinks; ++link)
        {
            MELSTROM_TRY_VALUE (auto reader, openLink_ (link));
            MELSTROM_TRY (add (reader->info ()));
        }
        return {};
    }

    const AudioInfo& info () const noexcept override { return info_; }

    std::int64_t nonFiniteCount () const noexcept override
    {
        return nonFiniteBefore_ + (reader_ ? reader_->nonFiniteCount () : 0);
    }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        MELSTROM_TRY (checkRange (name_, info_, first, count));
        auto* out = static_cast<std::byte*> (to);
        const auto sampleBytes = std::int64_t {bytesPerSample (info_.format)} * info_.numChannels;
        while (count > 0)
        {
            const auto end = std::upper_bound (ends_.begin (), ends_.end (), first);
            const auto link = static_cast<std::size_t> (end - ends_.begin ());
            const auto start = link == 0 ? 0 : ends_[link - 1];
            MELSTROM_TRY (goTo (link));
            const auto taken = std::min (count, *end - first);
            MELSTROM_TRY (reader_->read (out, first - start, taken));
            out += taken * sampleBytes;
            first += taken;
            count -= taken;
        }
        return {};
    }

private:
    Result<void> add (const AudioInfo& link)
    {
        if (ends_.empty ())
            info_ = link;
        else
        {
            if (link.rateHz != info_.rateHz || link.numChannels != info_.numChannels ||
                link.format != info_.format)
                return audioFault (ErrorCode::unsupportedFormat, name_,
                                   "holds streams of different rates or channels in sequence (" +
                                       std::to_string (info_.numChannels) + " x " +
                                       std::to_string (info_.rateHz) + " Hz, then " +
                                       std::to_string (link.numChannels) + " x " +
                                       std::to_string (link.rateHz) +
                                       " Hz); split it into one file for each stream");
            info_.numSamples += link.numSamples;
            info_.warnings.insert (info_.warnings.end (), link.warnings.begin (),
                                   link.warnings.end ());
        }
        info_.randomAccess = false;
        ends_.push_back (info_.numSamples);
        return {};
    }

    Result<void> goTo (std::size_t link)
    {
        if (reader_ && link_ == link)
            return {};
        if (reader_)
            nonFiniteBefore_ += reader_->nonFiniteCount ();
        reader_.reset ();
        MELSTROM_TRY_VALUE (auto reader, openLink_ (link));
        const auto start = link == 0 ? 0 : ends_[link - 1];
        if (reader->info ().numSamples != ends_[link] - start)
            return audioFault (ErrorCode::fileChanged, name_, "changed since its header was read");
        reader_ = std::move (reader);
        link_ = link;
        return {};
    }

    std::string name_;
    OpenLink openLink_;
    AudioInfo info_;
    std::vector<std::int64_t> ends_; ///< of each link, in samples of the whole signal
    std::unique_ptr<AudioReader> reader_;
    std::size_t link_ = 0;
    std::int64_t nonFiniteBefore_ = 0;
};

} // namespace

Result<std::vector<std::int64_t>> oggLinkStarts (ReadableFile& file)
{
    FileView view (file);
    MELSTROM_TRY (view.readFront ());
    std::vector<std::int64_t> starts {0};
    const auto front = pageHeaderAt (view, 0);
    const auto lastSerial = lastOggSerial (file);
    if (! front || ! lastSerial)
        return front ? lastSerial.error () : front.error ();
    if (! *lastSerial || **lastSerial == front->serial)
        return starts;
    bool wasFirst = true;
    for (std::int64_t offset = front->bytes; offset < view.fileBytes ();)
    {
        MELSTROM_TRY_VALUE (const auto page, pageHeaderAt (view, offset));
        if (page.bytes == 0)
            break; // damage; the check of the pages finds it
        if (page.isFirstOfStream && ! wasFirst)
            starts.push_back (offset);
        wasFirst = page.isFirstOfStream;
        offset += page.bytes;
    }
    return starts;
}

Result<std::unique_ptr<AudioReader>> openOggChain (const std::string& name, std::size_t numLinks,
                                                   OpenLink openLink)
{
    auto chain = std::make_unique<OggChain> (name, std::move (openLink));
    MELSTROM_TRY (chain->open (numLinks));
    return std::unique_ptr<AudioReader> (std::move (chain));
}

} // namespace melstrom
