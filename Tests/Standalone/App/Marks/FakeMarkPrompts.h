// A user who answers the questions about files of marks, for tests.
#pragma once

#include "Standalone/App/Marks/MarkPrompts.h"

#include <string>
#include <vector>

namespace melstrom::testing
{

class FakeMarkPrompts final : public MarkPrompts
{
public:
    bool saysYes = true;
    std::filesystem::path chosen; ///< answer of both choices; empty: cancelled
    std::vector<Question> asked;
    std::vector<std::filesystem::path> suggested;

    void confirm (const Question& question, std::function<void ()> onYes) override
    {
        asked.push_back (question);
        if (saysYes)
            onYes ();
    }
    void chooseToOpen (const std::filesystem::path& start, PathAnswer onChosen) override
    {
        answer (start, onChosen);
    }
    void chooseToSave (const std::filesystem::path& path, PathAnswer onChosen) override
    {
        answer (path, onChosen);
    }

private:
    void answer (const std::filesystem::path& path, const PathAnswer& onChosen)
    {
        suggested.push_back (path);
        if (! chosen.empty ())
            onChosen (chosen);
    }
};

} // namespace melstrom::testing
