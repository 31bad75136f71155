// Files that another program drops on the app's window.
#include "Tests/Support/App/FileRun.h"
#include "Tests/Support/Editor/DropSource.h"

namespace melstrom::testing
{

TEST_CASE ("files dropped by another program open, whatever their names", "[plugin][app][screen]")
{
    if (! hasDisplay ())
        return;
    FileRun run;
    DropSource source;
    const std::vector<std::string> paths {
        run.folder ().write ("plain.wav", toneWav (16000, 1, 4000)),
        run.folder ().write ("a b, 100 % & \xc3\xbc.wav", toneWav (16000, 1, 4000)),
        run.folder ().write ("words.wav", "words")};
    for (const auto page :
         {AppContent::Page::live, AppContent::Page::files, AppContent::Page::synth})
    {
        INFO ("page " << static_cast<int> (page));
        while (run.files ().numOpen () > 0)
            run.files ().close (0);
        run.content ().showMessage ({});
        run.content ().showPage (page);
        pumpMessages (300);
        CHECK (source.drop (paths, run.content ()));
        CHECK (run.loop.pumpUntil ([&] { return run.files ().numOpen () == 2; }, 10));
        CHECK (run.loop.pumpUntil ([&] { return run.message ().isNotEmpty (); }, 5));
        CHECK (run.message ().startsWith ("1 of 3 files was not opened: words.wav: "));
        CHECK (run.content ().page () == AppContent::Page::files);
        const auto odd = juce::String::fromUTF8 ("a b, 100 % & \xc3\xbc.wav");
        CHECK (run.loop.pumpUntil ( // the list follows with the next frame
            [&] { return run.row (0).startsWith (odd) || run.row (1).startsWith (odd); }, 5));
    }
}

} // namespace melstrom::testing
