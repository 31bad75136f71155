// The choices of the batch page: remembered, as arguments, and as a command.
#include "Standalone/App/Batch/BatchEnd.h"
#include "Standalone/App/Batch/BatchPageState.h"
#include "Tests/Support/Catch.h"

#include <array>
#include <cstdio>
#include <memory>

using namespace melstrom;

namespace
{

using Words = std::vector<std::string>;

BatchPageState fullState ()
{
    BatchPageState state;
    state.inputs = {"/a folder", "/it's"};
    state.outputFolder = "/out $HOME";
    state.preset = "leak";
    state.format = "h5";
    state.type = "f16";
    state.labels = "/labels.csv";
    state.split = "8:1:1";
    state.backend = "cpu";
    state.threads = "3";
    return state;
}

/** The words that a shell reads. */
Words wordsByShell (const std::string& command)
{
    const auto line = "for word in " + command + "; do printf '%s\\n' \"$word\"; done";
    const std::unique_ptr<FILE, int (*) (FILE*)> shell (popen (line.c_str (), "r"), &pclose);
    REQUIRE (shell);
    Words words;
    for (std::array<char, 500> text {}; std::fgets (text.data (), text.size (), shell.get ());)
    {
        words.emplace_back (text.data ());
        words.back ().pop_back ();
    }
    return words;
}

} // namespace

TEST_CASE ("the choices of the batch page survive a restart", "[app][batch]")
{
    const auto state = fullState ();
    const auto xml = state.tree ().createXml ();
    REQUIRE (xml);
    CHECK (BatchPageState::from (juce::ValueTree::fromXml (*xml)) == state);
    CHECK_FALSE (BatchPageState::from (juce::ValueTree::fromXml (*xml)) == BatchPageState ());
    CHECK (BatchPageState::from ({}) == BatchPageState ());
    CHECK (BatchPageState::from (juce::ValueTree ("other")) == BatchPageState ());
}

TEST_CASE ("each choice is an option of the command line", "[app][batch]")
{
    const Words dataset {"--batch",   "/a folder", "/it's",       "--out",   "/out $HOME",
                         "--preset",  "leak",      "--format",    "h5",      "--dtype",
                         "f16",       "--labels",  "/labels.csv", "--split", "8:1:1",
                         "--backend", "cpu",       "--threads",   "3"};
    CHECK (batchArguments (fullState (), BatchTask::build) == dataset);
    const auto with = [&] (const Words& more)
    {
        auto words = dataset;
        words.insert (words.end (), more.begin (), more.end ());
        return words;
    };
    CHECK (batchArguments (fullState (), BatchTask::dryRun) == with ({"--dry-run"}));
    CHECK (batchArguments (fullState (), BatchTask::overwrite) == with ({"--overwrite"}));
    CHECK (batchArguments (fullState (), BatchTask::listOverwritten) ==
           with ({"--overwrite", "--dry-run"}));
    CHECK (batchArguments (fullState (), BatchTask::verify) ==
           Words {"--verify", "--out", "/out $HOME", "--backend", "cpu", "--threads", "3"});
    CHECK (batchArguments ({}, BatchTask::build) == Words {"--batch"});
}

TEST_CASE ("a typed name is a path, never an option or standard input", "[app][batch]")
{
    BatchPageState state;
    state.inputs = {"-", "--overwrite", "~"};
    const auto words = batchArguments (state, BatchTask::build);
    const auto here = juce::File::getCurrentWorkingDirectory ();
    REQUIRE (words.size () == 4);
    CHECK (words[1] == here.getChildFile ("-").getFullPathName ().toStdString ());
    CHECK (words[2] == here.getChildFile ("--overwrite").getFullPathName ().toStdString ());
    CHECK (words[3].starts_with ("/"));
}

TEST_CASE ("a shell reads the shown command as the same words", "[app][batch]")
{
    const auto arguments = batchArguments (fullState (), BatchTask::build);
    auto expected = arguments;
    expected.insert (expected.begin (), "melstrom");
    CHECK (wordsByShell (shellCommand (arguments)) == expected);
}

TEST_CASE ("a failed file has its reason and its cure in columns of their own", "[app][batch]")
{
    const Error error {ErrorCode::emptyFile, "in/a.wav: is empty; fetch it again", 7};
    CHECK (problemOf ("in/a.wav", error) == BatchProblem {BatchProblemKind::failure, "in/a.wav",
                                                          "is empty [empty-file]",
                                                          "fetch it again (at byte 7)"});
    CHECK (problemOf ("b", {ErrorCode::tooShort, "has 3 samples", {}}) ==
           BatchProblem {BatchProblemKind::failure, "b", "has 3 samples [too-short]", ""});
}
