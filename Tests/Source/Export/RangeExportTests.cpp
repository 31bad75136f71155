// Ranges of files: their samples, their features, refusals, full disks.
#include "Source/Export/RangeExport.h"
#include "Tests/Support/Audio/AudioBytes.h"
#include "Tests/Support/Audio/WavBuilder.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Files/MemoryStorage.h"
#include "Tests/Support/Storage/FaultStorage.h"
#include "Tests/Support/TemporaryFolder.h"

#include <bit>
#include <filesystem>
#include <sndfile.h>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

constexpr std::int64_t kNumSamples = 200000; // several blocks

/** A file in memory and the stored values of its range. */
template <typename Value>
void checkRange (const std::string& bytes, std::int64_t first, std::int64_t count)
{
    INFO (first << " " << count);
    MemoryStorage storage;
    storage.addFile ("/a", bytes);
    REQUIRE (failureOf (exportWav ({"/a", first, count}, storage, "/range.wav")) == "");
    auto whole = openAudio (storage, "/a", {}), part = openAudio (storage, "/range.wav", {});
    REQUIRE (failureOf (whole) == "");
    REQUIRE (failureOf (part) == "");
    const auto& info = (*part)->info ();
    CHECK (info.container == "WAV");
    CHECK (info.warnings.empty ());
    CHECK (info.rateHz == (*whole)->info ().rateHz);
    CHECK (info.numSamples == count);
    REQUIRE (info.format == (*whole)->info ().format);
    REQUIRE (info.numChannels == (*whole)->info ().numChannels);
    const auto all = readAll<Value> (**whole);
    const auto at = [&] (std::int64_t sample) { return all.begin () + sample * info.numChannels; };
    CHECK (readAll<Value> (**part) == std::vector<Value> (at (first), at (first + count)));
}

template <typename Value>
void checkRanges (const std::string& bytes)
{
    for (const auto& [first, count] : {std::pair<std::int64_t, std::int64_t> {0, 1},
                                       {0, kNumSamples},
                                       {kNumSamples - 1, 1},
                                       {70000, 1},
                                       {65536, 65536},
                                       {12345, 150001}})
        checkRange<Value> (bytes, first, count);
}

/** `numChannels` channels of kNumSamples samples. */
std::string pcm (int bits, int numChannels, int formatTag = 1)
{
    WavFields fields;
    fields.numChannels = numChannels;
    fields.rateHz = 44100;
    fields.bits = bits;
    fields.formatTag = formatTag;
    std::string data;
    for (std::int64_t n = 0; n < kNumSamples * numChannels; ++n)
    {
        const auto mixed = static_cast<std::uint64_t> (n) * 2654435761u; // all bits take part
        data += littleEndian (formatTag == 3 ? std::bit_cast<std::uint32_t> (
                                                   static_cast<float> (mixed % 65521) / 65521)
                                             : mixed >> 3,
                              bits / 8);
    }
    return wav (fields, data);
}

} // namespace

TEST_CASE ("the WAV file of a range has the stored samples of that range", "[export]")
{
    checkRanges<std::int16_t> (pcm (16, 2));
    checkRanges<std::int32_t> (pcm (24, 1));
    checkRanges<std::int32_t> (pcm (32, 3));
    checkRanges<float> (pcm (32, 2, 3));
}

TEST_CASE ("a range of a FLAC file is decoded to the same integers", "[export]")
{
    const auto samples = testSamples (2 * kNumSamples);
    checkRanges<std::int16_t> (encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 2, 48000, samples));
    checkRange<std::int32_t> (encoded (SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 2, 48000, samples), 99999,
                              77777);
}

TEST_CASE ("a range of time is the samples that begin in it, within the file", "[export]")
{
    AudioInfo info;
    info.rateHz = 8000;
    info.numSamples = 16000;
    const auto check = [&] (double begin, double end, std::int64_t first, std::int64_t count)
    {
        INFO (begin << " " << end);
        CHECK (rangeOf ("a.wav", info, begin, end) == SoundRange {"a.wav", first, count});
    };
    check (0, 2, 0, 16000);
    check (0.5, 1, 4000, 4000);
    check (0.50001, 0.50012, 4001, 0); // no sample begins there
    check (0.50001, 0.50013, 4001, 1);
    check (-3, 0.5, 0, 4000);
    check (1.5, 99, 12000, 4000);
    check (5, 6, 16000, 0);
    check (1, 0.5, 8000, 0);
}

TEST_CASE ("the features of a range are those that a batch makes of its WAV file", "[export]")
{
    for (const char* name : {"librosa-db", "whisper-openai-80", "kaldi-fbank", "leak-fine"})
    {
        INFO (name);
        const TemporaryFolder folder;
        const SoundRange range {folder.write ("long.wav", chirpWav (48000, 150000, 7, 2)), 30001,
                                70003};
        const auto options = batchOptions (folder.file ("part.wav"), folder.file ("out"), name);
        auto& storage = posixStorage ();
        REQUIRE (failureOf (exportWav (range, storage, folder.file ("part.wav"))) == "");
        REQUIRE (failureOf (exportNpy (range, options.preset, storage, folder.file ("part.npy"))) ==
                 "");
        REQUIRE (failureOf (runWith (options)) == "");
        CHECK (bytesOfFile (folder.file ("part.npy")) ==
               bytesOfFile (folder.file ("out/features.npy")));
    }
}

TEST_CASE ("the picture and the table of a range are those of its WAV file", "[export]")
{
    const TemporaryFolder folder;
    auto& storage = posixStorage ();
    const auto preset = *findPreset ("librosa-db");
    const SoundRange range {folder.write ("long.wav", chirpWav (22050, 90000, 8)), 10000, 50000};
    REQUIRE (failureOf (exportWav (range, storage, folder.file ("part.wav"))) == "");
    const SoundRange whole {folder.file ("part.wav"), 0, 50000};
    for (const auto& [of, name] : {std::pair (range, "a"), std::pair (whole, "b")})
    {
        std::filesystem::create_directory (folder.file (name));
        REQUIRE (failureOf (exportPng (of, preset, "magma",
                                       folder.file (std::string (name) + "/p.png"))) == "");
        REQUIRE (failureOf (exportCsv (of, preset, storage,
                                       folder.file (std::string (name) + "/p.csv"))) == "");
    }
    CHECK (contentsOf (folder.file ("a")).size () == 2);
    CHECK (contentsOf (folder.file ("a")) == contentsOf (folder.file ("b")));
}

TEST_CASE ("a range may replace its own file", "[export]")
{
    MemoryStorage storage;
    storage.addFile ("/a.wav", pcm (16, 1));
    REQUIRE (failureOf (exportWav ({"/a.wav", 5, 1000}, storage, "/a.wav")) == "");
    CHECK ((*openAudio (storage, "/a.wav", {}))->info ().numSamples == 1000);
}

TEST_CASE ("ranges outside of the file, empty ones and folders are refused with a reason",
           "[export]")
{
    MemoryStorage storage;
    storage.addFile ("/a.wav", pcm (16, 1));
    storage.addFolder ("/folder.wav");
    const auto refusal = [&storage] (const SoundRange& range, const char* path = "/b.wav")
    {
        const auto done = exportWav (range, storage, path);
        REQUIRE_FALSE (done.ok ());
        return done.error ().code;
    };
    CHECK (refusal ({"/a.wav", 10, 0}) == ErrorCode::noSamples);
    CHECK (refusal ({"/a.wav", 10, -3}) == ErrorCode::noSamples);
    CHECK (refusal ({"/a.wav", -1, 3}) == ErrorCode::fileChanged);
    CHECK (refusal ({"/a.wav", 0, kNumSamples + 1}) == ErrorCode::fileChanged);
    CHECK (refusal ({"/a.wav", kNumSamples, 1}) == ErrorCode::fileChanged);
    CHECK (refusal ({"/none.wav", 0, 1}) == ErrorCode::fileMissing);
    CHECK (refusal ({"/a.wav", 0, 1}, "/folder.wav") == ErrorCode::notAFile);
    CHECK_FALSE (storage.exists ("/b.wav"));
    CHECK_FALSE (exportWav ({"/a.wav", 0, 9}, storage, "/no/folder/b.wav").ok ());
}

TEST_CASE ("a cancelled export leaves the file of before and nothing beside it", "[export]")
{
    const TemporaryFolder folder;
    const auto preset = *findPreset ("librosa-db");
    const SoundRange range {folder.write ("a.wav", chirpWav (16000, 30000, 9)), 100, 20000};
    const auto out = folder.write ("b", "of before");
    const ExportControl control;
    control.cancel ();
    auto& storage = posixStorage ();
    for (const auto& done : {exportWav (range, storage, out, control),
                             exportNpy (range, preset, storage, out, control),
                             exportCsv (range, preset, storage, out, control),
                             exportPng (range, preset, "magma", out, control)})
    {
        REQUIRE_FALSE (done.ok ());
        CHECK (done.error ().code == ErrorCode::interrupted);
    }
    CHECK (bytesOfFile (out) == "of before");
    CHECK (contentsOf (folder.path ()).size () == 2);
}

TEST_CASE ("a disk that is full or fails leaves the file of before and nothing beside it",
           "[export]")
{
    const auto fault = GENERATE (StorageFault::diskFull, StorageFault::writeFailed);
    const auto kind = GENERATE (0, 1, 2);
    const auto preset = *findPreset ("librosa-db");
    bool hasFailed = true;
    for (int call = 1; hasFailed; ++call)
    {
        INFO ("kind " << kind << " call " << call);
        const TemporaryFolder folder;
        const auto in = folder.write ("a.wav", chirpWav (16000, 30000, 9));
        const auto out = folder.write ("b", "of before");
        FaultStorage storage (posixStorage (), fault, call);
        const SoundRange range {in, 100, 20000};
        const auto done = kind == 0   ? exportWav (range, storage, out)
                          : kind == 1 ? exportNpy (range, preset, storage, out)
                                      : exportCsv (range, preset, storage, out);
        hasFailed = storage.hasFailed ();
        CHECK (done.ok () != hasFailed);
        CHECK (contentsOf (folder.path ()).size () == 2);
        // A failing sync of the folder comes after the rename.
        const auto bytes = bytesOfFile (out);
        if (bytes != "of before")
            CHECK (bytes.size () > 20000);
        if (! done)
            CHECK (
                done.error ().code ==
                (fault == StorageFault::diskFull ? ErrorCode::diskFull : ErrorCode::writeFailed));
        REQUIRE (call < 100);
    }
}
