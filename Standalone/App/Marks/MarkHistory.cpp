#include "Standalone/App/Marks/MarkHistory.h"

#include <utility>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostSteps = 500, kMostKeptMarks = 500'000;
}

void MarkHistory::push (std::string name, MarkState before)
{
    redo_.clear ();
    undo_.push_back ({std::move (name), std::move (before)});
    drop ();
}

void MarkHistory::drop ()
{
    std::size_t numMarks = 0, numKept = 0;
    for (auto step = undo_.rbegin (); step != undo_.rend () && numKept < kMostSteps; ++step)
    {
        numMarks += step->state.table->size ();
        if (numMarks > kMostKeptMarks && numKept > 0)
            break;
        ++numKept;
    }
    undo_.erase (undo_.begin (), undo_.end () - static_cast<std::ptrdiff_t> (numKept));
}

MarkState MarkHistory::step (std::deque<Step>& from, std::deque<Step>& to, MarkState now)
{
    Step taken = std::move (from.back ());
    from.pop_back ();
    to.push_back ({std::move (taken.name), std::move (now)});
    return std::move (taken.state);
}

MarkState MarkHistory::undo (MarkState now)
{
    return step (undo_, redo_, std::move (now));
}

MarkState MarkHistory::redo (MarkState now)
{
    return step (redo_, undo_, std::move (now));
}

void MarkHistory::clear ()
{
    undo_.clear ();
    redo_.clear ();
}

} // namespace melstrom
