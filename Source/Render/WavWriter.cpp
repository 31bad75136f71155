#include "Source/Render/WavWriter.h"

#include "Engine/Batch/Audio/SndfileOutput.h"
#include "Engine/Batch/Files/ReplaceFile.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace melstrom
{
namespace
{

constexpr std::size_t kBlockSamples = 16384; // samples per quantization

int codingOf (WavSamples samples) noexcept
{
    switch (samples)
    {
        case WavSamples::int16: return SF_FORMAT_PCM_16;
        case WavSamples::int24: return SF_FORMAT_PCM_24;
        case WavSamples::float32: break;
    }
    return SF_FORMAT_FLOAT;
}

} // namespace

Result<void> WavSpec::validate () const
{
    const auto refuse = [] (const char* name, int value, int highest)
    {
        return Error {ErrorCode::badSpec,
                      std::string ("a WAV file's ") + name + " is " + std::to_string (value) +
                          "; it must be 1 to " + std::to_string (highest),
                      std::nullopt};
    };
    constexpr int kHighestRateHz = 768000, kMostChannels = 64;
    if (rateHz < 1 || rateHz > kHighestRateHz)
        return refuse ("rate in Hz", rateHz, kHighestRateHz);
    if (numChannels < 1 || numChannels > kMostChannels)
        return refuse ("number of channels", numChannels, kMostChannels);
    return {};
}

struct WavWriter::Content
{
    std::string path;
    WavSpec spec;
    std::unique_ptr<FileReplacement> file;
    SndfileOutput output;
    WavReport report;
    std::vector<std::int32_t> steps;

    Error fault () const { return output.fault (path); }

    /** samples: at most kBlockSamples, all finite. */
    Result<void> writeBlock (std::span<const float> samples)
    {
        const auto count = static_cast<sf_count_t> (samples.size ());
        if (spec.samples == WavSamples::float32)
        {
            report.numClipped +=
                std::ranges::count_if (samples, [] (float x) { return std::abs (x) > 1; });
            if (sf_write_float (output.handle (), samples.data (), count) != count)
                return fault ();
            return {};
        }
        const int bits = spec.samples == WavSamples::int16 ? 16 : 24;
        const auto quantized = std::span (steps).first (samples.size ());
        report.numClipped += quantize (samples, quantized, bits, spec.ditherSeed,
                                       report.numFrames * spec.numChannels);
        for (auto& step : quantized)
            step *= 1 << (32 - bits); // libsndfile takes the upper bits
        if (sf_write_int (output.handle (), quantized.data (), count) != count)
            return fault ();
        return {};
    }
};

WavWriter::WavWriter (std::unique_ptr<Content> content) : content_ (std::move (content)) {}

WavWriter::~WavWriter () = default;

Result<std::unique_ptr<WavWriter>> WavWriter::create (Storage& storage, const std::string& path,
                                                      const WavSpec& spec)
{
    MELSTROM_TRY (spec.validate ());
    if (auto there = storage.info (path); there && there->kind != EntryKind::file)
        return Error {ErrorCode::notAFile,
                      printable (path) + " is not a file; a WAV file never replaces a folder or a "
                                         "device; choose another name",
                      std::nullopt};
    MELSTROM_TRY_VALUE (auto file, FileReplacement::create (storage, path, partPathOf (path)));
    auto& part = file->part ();
    auto content =
        std::unique_ptr<Content> (new Content {path,
                                               spec,
                                               std::move (file),
                                               SndfileOutput (part),
                                               {},
                                               std::vector<std::int32_t> (kBlockSamples)});

    std::unique_ptr<WavWriter> writer (new WavWriter (std::move (content)));
    auto& made = *writer->content_;
    SF_INFO info {};
    info.samplerate = spec.rateHz;
    info.channels = spec.numChannels;
    info.format = (spec.isLong ? SF_FORMAT_RF64 : SF_FORMAT_WAV) | codingOf (spec.samples);
    if (! made.output.open (info))
        return made.fault ();
    // Plain WAV if it stays below 4 GiB. No PEAK chunk: it contains the time of day.
    if (spec.isLong)
        sf_command (made.output.handle (), SFC_RF64_AUTO_DOWNGRADE, nullptr, SF_TRUE);
    sf_command (made.output.handle (), SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);
    return writer;
}

Result<void> WavWriter::write (std::span<const float> samples)
{
    auto& content = *content_;
    const auto numChannels = static_cast<std::size_t> (content.spec.numChannels);
    const std::size_t blockSamples = kBlockSamples / numChannels * numChannels;
    while (! samples.empty ())
    {
        const auto block = samples.first (std::min (samples.size (), blockSamples));
        for (std::size_t n = 0; n < block.size (); ++n)
        {
            if (! std::isfinite (block[n]))
                return Error {ErrorCode::nonFinite,
                              printable (content.path) + ": sample " +
                                  std::to_string (content.report.numFrames +
                                                  static_cast<std::int64_t> (n / numChannels)) +
                                  " is NaN or infinite; nothing was written",
                              std::nullopt};
            content.report.peak = std::max (content.report.peak, std::abs (block[n]));
        }
        MELSTROM_TRY (content.writeBlock (block));
        content.report.numFrames += static_cast<std::int64_t> (block.size () / numChannels);
        samples = samples.subspan (block.size ());
    }
    return {};
}

Result<WavReport> WavWriter::finish ()
{
    auto& content = *content_;
    const bool isClosed = content.output.close (); // writes the header's sizes
    if (! isClosed || content.output.error ())
        return content.fault ();
    MELSTROM_TRY (content.file->finish ());
    return content.report;
}

} // namespace melstrom
