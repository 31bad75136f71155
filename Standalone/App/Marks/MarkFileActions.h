// Open and save, with the questions that keep data from being lost.
#pragma once

#include "Standalone/App/Marks/MarkDocument.h"
#include "Standalone/App/Marks/MarkPrompts.h"

#include <filesystem>
#include <functional>

namespace melstrom
{

/** Asks before unsaved marks are dropped, before changes of another program are overwritten, and
    before a conversion leaves columns out. Thread: message. */
class MarkFileActions
{
public:
    /** Both outlive this object. */
    MarkFileActions (MarkDocument& document, MarkPrompts& prompts);

    /** What was done, or why not; isError tells which. */
    std::function<void (const std::string& message, bool isError)> onMessage;
    /** Of the sound: names new files of marks, and the folder where dialogues start. May be empty. */
    std::filesystem::path soundPath;

    void open ();
    /** onFault: called, besides onMessage, if the file is refused; empty: none. */
    void open (const std::filesystem::path& path, std::function<void (const Error&)> onFault = {});
    void save ();
    void saveAs ();
    /** Calls `then` if nothing unsaved is lost or the user agrees. */
    void whenSafe (std::function<void ()> then);

private:
    Result<void> load (const std::filesystem::path& path);
    void saveTo (const std::filesystem::path& path);
    void convertTo (const std::filesystem::path& path);
    void tell (const Result<void>& done, const std::string& success);
    std::filesystem::path suggestedPath () const;

    MarkDocument& document_;
    MarkPrompts& prompts_;
};

} // namespace melstrom
