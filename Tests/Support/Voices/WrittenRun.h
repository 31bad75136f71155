// A voice as the writer writes it, segment by segment.
#pragma once

#include "Engine/Realtime/Segments/VoiceWriter.h"
#include "Tests/Support/Voices/VoiceScene.h"

namespace melstrom::testing
{

/** A voice over one segment of the grid. */
struct WrittenSegment : WrittenVoice
{
    VoiceSegment partials;
    NoiseSegment noise;
};

/** The voice of a scene, from its start on. */
class WrittenRun
{
public:
    WrittenRun (VoiceScene& scene, VoiceWriter& writer, int place)
        : scene_ (scene), writer_ (writer), place_ (place)
    {
        sample_ = scene.voice.startSample / kControlSamples * kControlSamples;
    }
    WrittenSegment next ()
    {
        scene_.context.sample = sample_;
        WrittenSegment written;
        const VoicePage page {written.partials, written.noise};
        static_cast<WrittenVoice&> (written) =
            isBegun_ ? writer_.advance (place_, scene_.context, scene_.voice, page)
                     : writer_.begin (place_, scene_.context, scene_.voice, page);
        isBegun_ = true;
        sample_ += kControlSamples;
        return written;
    }

private:
    VoiceScene& scene_;
    VoiceWriter& writer_;
    int place_;
    std::int64_t sample_;
    bool isBegun_ = false;
};

} // namespace melstrom::testing
