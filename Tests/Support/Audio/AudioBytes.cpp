#include "Tests/Support/Audio/AudioBytes.h"

#include "Tests/Support/Files/MemoryStorage.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <numbers>
#include <sndfile.h>
#include <stdexcept>

namespace melstrom::testing
{
namespace
{

/** Output of libsndfile. */
struct Target
{
    std::string bytes;
    sf_count_t position = 0;
};

Target& targetOf (void* user)
{
    return *static_cast<Target*> (user);
}

SF_VIRTUAL_IO targetCallbacks ()
{
    return {[] (void* user) { return static_cast<sf_count_t> (targetOf (user).bytes.size ()); },
            [] (sf_count_t offset, int whence, void* user)
            {
                auto& target = targetOf (user);
                const auto end = static_cast<sf_count_t> (target.bytes.size ());
                target.position = offset + (whence == SEEK_SET   ? 0
                                            : whence == SEEK_CUR ? target.position
                                                                 : end);
                return target.position;
            },
            [] (void* to, sf_count_t bytes, void* user)
            {
                auto& target = targetOf (user);
                const auto end = static_cast<sf_count_t> (target.bytes.size ());
                const auto count = std::clamp<sf_count_t> (end - target.position, 0, bytes);
                std::memcpy (to, target.bytes.data () + target.position,
                             static_cast<std::size_t> (count));
                target.position += count;
                return count;
            },
            [] (const void* from, sf_count_t bytes, void* user)
            {
                auto& target = targetOf (user);
                const auto end = static_cast<std::size_t> (target.position + bytes);
                target.bytes.resize (std::max (target.bytes.size (), end));
                std::memcpy (target.bytes.data () + target.position, from,
                             static_cast<std::size_t> (bytes));
                target.position += bytes;
                return bytes;
            },
            [] (void* user) { return targetOf (user).position; }};
}

void unpack (const std::vector<char>& stored, SampleFormat format,
             std::vector<std::int32_t>& values)
{
    const auto numBytes = static_cast<std::size_t> (bytesPerSample (format));
    for (std::size_t i = 0; i + numBytes <= stored.size (); i += numBytes)
    {
        std::uint32_t bits = 0;
        std::memcpy (reinterpret_cast<char*> (&bits) + 4 - numBytes, stored.data () + i, numBytes);
        values.push_back (static_cast<std::int32_t> (bits) >>
                          (32 - 8 * static_cast<int> (numBytes)));
    }
}

template <typename Value>
void unpack (const std::vector<char>& stored, SampleFormat format, std::vector<Value>& values)
{
    if (bytesPerSample (format) != sizeof (Value))
        throw std::runtime_error ("the reader delivers another format");
    const auto old = values.size ();
    values.resize (old + stored.size () / sizeof (Value));
    std::memcpy (values.data () + old, stored.data (), stored.size ());
}

} // namespace

Result<std::unique_ptr<AudioReader>> openBytes (const std::string& bytes,
                                                const AudioOptions& options)
{
    MemoryStorage storage;
    storage.addFile ("/in.wav", bytes);
    return openAudio (storage, "/in.wav", options);
}

template <typename Value>
std::vector<Value> readAll (AudioReader& reader, std::int64_t blockSamples)
{
    const auto& info = reader.info ();
    std::vector<Value> values;
    for (std::int64_t first = 0; first < info.numSamples; first += blockSamples)
    {
        const auto count = std::min (blockSamples, info.numSamples - first);
        std::vector<char> stored (
            static_cast<std::size_t> (count * info.numChannels * bytesPerSample (info.format)));
        if (const auto done = reader.read (stored.data (), first, count); ! done)
            throw std::runtime_error (done.error ().message);
        unpack (stored, info.format, values);
    }
    return values;
}

template std::vector<std::int16_t> readAll (AudioReader&, std::int64_t);
template std::vector<std::int32_t> readAll (AudioReader&, std::int64_t);
template std::vector<float> readAll (AudioReader&, std::int64_t);

std::optional<Error> faultOf (const std::string& bytes, const AudioOptions& options)
{
    const auto opened = openBytes (bytes, options);
    if (! opened)
        return opened.error ();
    auto& reader = **opened;
    const auto& info = reader.info ();
    constexpr std::int64_t blockSamples = 10'000;
    std::vector<char> stored (
        static_cast<std::size_t> (blockSamples * info.numChannels * bytesPerSample (info.format)));
    for (std::int64_t first = 0; first < info.numSamples; first += blockSamples)
    {
        const auto count = std::min (blockSamples, info.numSamples - first);
        if (const auto done = reader.read (stored.data (), first, count); ! done)
            return done.error ();
    }
    return std::nullopt;
}

std::string encoded (int format, int numChannels, int rateHz,
                     const std::vector<std::int16_t>& samples)
{
    Target target;
    auto callbacks = targetCallbacks ();
    SF_INFO info {};
    info.format = format;
    info.channels = numChannels;
    info.samplerate = rateHz;
    auto* const handle = sf_open_virtual (&callbacks, SFM_WRITE, &info, &target);
    if (handle == nullptr)
        throw std::runtime_error (std::string ("libsndfile cannot write this: ") +
                                  sf_strerror (nullptr));

    sf_command (handle, SFC_SET_SCALE_INT_FLOAT_WRITE, nullptr, SF_TRUE); // full scale is 1

    // In pieces: some of libsndfile's encoders overflow the stack on a long write.
    constexpr sf_count_t pieceSamples = 1000;
    const auto numSamples = static_cast<sf_count_t> (samples.size ()) / numChannels;
    for (sf_count_t first = 0; first < numSamples; first += pieceSamples)
        sf_writef_short (handle, samples.data () + first * numChannels,
                         std::min (pieceSamples, numSamples - first));
    sf_close (handle);
    return target.bytes;
}

std::vector<std::int16_t> testTone (std::int64_t numSamples, double cyclesPerSample)
{
    std::vector<std::int16_t> samples;
    for (std::int64_t i = 0; i < numSamples; ++i)
    {
        const auto time = static_cast<double> (i);
        const double fade = std::sin (std::numbers::pi * time / static_cast<double> (numSamples));
        const double value = std::sin (2 * std::numbers::pi * cyclesPerSample * time);
        samples.push_back (static_cast<std::int16_t> (std::lround (16384 * fade * value)));
    }
    return samples;
}

} // namespace melstrom::testing
