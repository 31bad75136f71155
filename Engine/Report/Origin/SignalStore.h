// The samples of one file at the rates that specs ask for.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpec.h"

#include <map>
#include <string>
#include <vector>

namespace melstrom
{

/** Samples of a signal: its beginning, or all of it. */
struct StoredSignal
{
    int rateHz = 0;
    std::int64_t wholeSamples = 0;
    std::vector<float> whole;
    std::vector<float> beginning; ///< empty: the whole signal is short enough
    const std::vector<float>& shortest () const { return beginning.empty () ? whole : beginning; }
};

/** Thread: one. */
class SignalStore
{
public:
    /** Opens the file to see its rate and channels. beginningSeconds: length of
        StoredSignal::beginning. Fails: any code of one input file. */
    static Result<SignalStore> open (Storage& storage, const std::string& path,
                                     const AudioOptions& options, double beginningSeconds);

    const AudioInfo& info () const noexcept { return info_; }
    /** Resampled, mixed and clipped as the spec says; `channels = "each"` gives the mean. Samples
        that were made before are kept. Fails: any code of one input file, badRate. */
    Result<const StoredSignal*> signalFor (const MelSpec& spec);

private:
    SignalStore (Storage& storage, std::string path, const AudioOptions& options, double seconds)
        : storage_ (&storage), path_ (std::move (path)), options_ (options),
          beginningSeconds_ (seconds)
    {
    }
    Result<StoredSignal> make (const MelSpec& spec) const;

    Storage* storage_;
    std::string path_;
    AudioOptions options_;
    double beginningSeconds_;
    AudioInfo info_;
    std::map<std::string, StoredSignal> signals_; ///< by the keys that make them
};

} // namespace melstrom
