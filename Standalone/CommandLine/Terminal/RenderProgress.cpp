#include "Standalone/CommandLine/Terminal/RenderProgress.h"

#include "Engine/Core/NumberText.h"
#include "Standalone/CommandLine/Terminal/ProgressText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kBarColumns = 30;

Clock::duration intervalOf (ProgressStyle style)
{
    return style == ProgressStyle::bar ? 100ms : style == ProgressStyle::json ? 1000ms : 5000ms;
}
} // namespace

RenderProgress::RenderProgress (ProgressStyle style, double totalSeconds, int descriptor)
    : output_ (descriptor), style_ (style), totalSeconds_ (std::max (totalSeconds, 1e-9)),
      start_ (Clock::now ())
{
    if (style_ == ProgressStyle::automatic)
        style_ = output_.isTerminal () ? ProgressStyle::bar : ProgressStyle::plain;
    next_ = start_ + intervalOf (style_);
}

RenderProgress::~RenderProgress ()
{
    if (hasBar_)
        output_.write ("\n", 200ms);
}

void RenderProgress::show (double seconds)
{
    const auto now = Clock::now ();
    if (style_ == ProgressStyle::none || now < next_)
        return;
    next_ = now + intervalOf (style_);
    const auto line = text (seconds, std::chrono::duration<double> (now - start_).count ());
    hasBar_ = style_ == ProgressStyle::bar;
    output_.write (hasBar_ ? "\r" + line + "\x1b[K" : line + "\n", 200ms);
}

std::string RenderProgress::text (double seconds, double elapsedSeconds) const
{
    const double done = std::clamp (seconds / totalSeconds_, 0.0, 1.0),
                 speed = seconds / elapsedSeconds;
    if (style_ == ProgressStyle::json)
        return "{\"phase\": \"render\", \"done_seconds\": " + fixedText (seconds, 2) +
               ", \"total_seconds\": " + fixedText (totalSeconds_, 2) +
               ", \"times_real_time\": " + fixedText (speed, 2) + "}";
    const auto rest = elapsedText (speed > 0 ? std::max (totalSeconds_ - seconds, 0.0) / speed : 0);
    const auto words = "rendering " + fixedText (100 * done, 0) + " % ";
    const auto rates = clockText (seconds) + " of " +
                       clockText (std::max (seconds, totalSeconds_)) + ", " + shortText (speed) +
                       " times real time, " + rest + " left";
    return style_ == ProgressStyle::bar
               ? words + barText (done, kBarColumns, TerminalOutput::isUnicode ()) + " " + rates
               : words + rates;
}

} // namespace melstrom
