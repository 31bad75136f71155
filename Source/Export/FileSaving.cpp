#include "Source/Export/FileSaving.h"

#include <utility>

namespace melstrom
{

namespace
{

constexpr int kLooksPerSecond = 20;

juce::String stageText (const ExportProgress& progress)
{
    const auto percent =
        progress.doneRatio
            ? " " + juce::String (juce::roundToInt (100 * *progress.doneRatio)) + " %"
            : juce::String ();
    switch (progress.stage)
    {
        case ExportStage::sound: return " sound" + percent;
        case ExportStage::features: return " features";
        case ExportStage::file: break;
    }
    return percent;
}

} // namespace

FileSaving::~FileSaving ()
{
    stopTimer ();
}

void FileSaving::start (SaveRequest request)
{
    requests_.push_back (std::move (request));
    if (requests_.size () == 1)
        startNext ();
}

void FileSaving::startNext ()
{
    isCancelling_ = false;
    while (! requests_.empty ())
    {
        auto& next = requests_.front ();
        auto started = job_.start (next.file.getFullPathName ().toStdString (),
                                   std::exchange (next.work, nullptr));
        if (started)
        {
            startTimerHz (kLooksPerSecond);
            if (onProgress)
                onProgress ();
            return;
        }
        const auto file = next.file;
        requests_.pop_front ();
        tell (started, file);
    }
    stopTimer ();
}

void FileSaving::cancel ()
{
    isCancelling_ = isRunning ();
    job_.cancel ();
}

void FileSaving::cancelAll ()
{
    if (! requests_.empty ())
        requests_.resize (1);
    cancel ();
}

juce::String FileSaving::fileName () const
{
    return requests_.empty () ? juce::String () : requests_.front ().file.getFileName ();
}

juce::String FileSaving::text () const
{
    if (requests_.empty ())
        return {};
    if (isCancelling_)
        return "Cancelling " + fileName () + "...";
    auto text = "Saving " + fileName () + "..." + stageText (job_.progress ());
    if (requests_.size () > 1)
        text << " (" << static_cast<int> (requests_.size () - 1) << " more to save)";
    return text;
}

void FileSaving::timerCallback ()
{
    const auto end = job_.takeEnd ();
    if (! end)
    {
        if (onProgress)
            onProgress ();
        return;
    }
    const auto file = requests_.front ().file;
    requests_.pop_front ();
    if (! *end || requests_.empty ())
        tell (*end, file);
    startNext ();
}

void FileSaving::tell (const Result<void>& done, const juce::File& file) const
{
    if (! onMessage)
        return;
    if (done)
        onMessage ("Saved " + file.getFullPathName () + ".");
    else if (done.error ().code == ErrorCode::interrupted)
        onMessage (file.getFileName () + " was not saved: cancelled.");
    else
        onMessage (file.getFileName () +
                   " was not saved: " + juce::String::fromUTF8 (done.error ().message.c_str ()));
}

} // namespace melstrom
