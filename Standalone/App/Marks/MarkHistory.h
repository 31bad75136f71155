// Steps back and forward through the states of a document of marks.
#pragma once

#include "Engine/Marks/MarkTable.h"

#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** Tables are shared and never changed, so that an undone file has its old bytes. */
struct MarkState
{
    std::shared_ptr<const MarkTable> table = std::make_shared<const MarkTable> ();
    std::vector<std::size_t> selection; ///< indices, rising
};

/** Holds at most 500 steps, and at most 500,000 marks in all of them (about 100 MB); the last step
    is always kept. Thread: message. */
class MarkHistory
{
public:
    /** Forgets the steps forward. name: of the change that follows `before`, as "Move" */
    void push (std::string name, MarkState before);
    bool canUndo () const noexcept { return ! undo_.empty (); }
    bool canRedo () const noexcept { return ! redo_.empty (); }
    const std::string& undoName () const { return undo_.back ().name; } ///< needs canUndo
    const std::string& redoName () const { return redo_.back ().name; } ///< needs canRedo
    MarkState undo (MarkState now);                                     ///< needs canUndo
    MarkState redo (MarkState now);                                     ///< needs canRedo
    void clear ();

private:
    struct Step
    {
        std::string name;
        MarkState state;
    };
    static MarkState step (std::deque<Step>& from, std::deque<Step>& to, MarkState now);
    void drop (); ///< the oldest steps above the limits

    std::deque<Step> undo_, redo_;
};

} // namespace melstrom
