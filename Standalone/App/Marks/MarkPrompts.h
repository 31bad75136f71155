// Questions to the user about files of marks.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace melstrom
{

/** Each call returns at once; the answer comes later, or never if the user cancels. Dialogues
    answer in the app, tests in the tests. Thread: message. */
class MarkPrompts
{
public:
    using PathAnswer = std::function<void (const std::filesystem::path&)>;

    struct Question
    {
        std::string title, text;
        std::string yes; ///< of the button that goes on; the other one cancels
    };

    virtual ~MarkPrompts () = default;
    virtual void confirm (const Question& question, std::function<void ()> onYes) = 0;
    virtual void chooseToOpen (const std::filesystem::path& start, PathAnswer onChosen) = 0;
    /** Asks before an existing file is chosen. */
    virtual void chooseToSave (const std::filesystem::path& suggested, PathAnswer onChosen) = 0;
};

} // namespace melstrom
