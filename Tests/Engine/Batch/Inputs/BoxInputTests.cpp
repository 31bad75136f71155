// Boxes of a table of marks as entries of a list of inputs.
#include "Tests/Support/Batch/CollectInputs.h"
#include "Tests/Support/Files/MemoryStorage.h"

using namespace melstrom;
using namespace melstrom::testing;

namespace
{

const std::string kHeading = "file,begin,end,low,high,label\n";

struct Trial
{
    explicit Trial (const Strings& files)
    {
        for (const auto& file : files)
            storage.addFile (file);
        options = optionsFor ({"in"});
        options.boxTable = "marks/table.csv";
    }
    InputList listOf (const std::string& table)
    {
        storage.addFile (options.boxTable, table);
        return collect (storage, options);
    }
    std::string faultOf (const std::string& table)
    {
        storage.addFile (options.boxTable, table);
        const auto fault = failure (storage, options);
        CHECK (fault.code == ErrorCode::badUsage);
        return fault.message;
    }

    MemoryStorage storage;
    InputOptions options;
};

} // namespace

TEST_CASE ("boxes are entries in the order of files and times", "[inputs][boxes]")
{
    Trial trial ({"in/x/b.wav", "in/y/a.wav"});
    const auto list = trial.listOf (kHeading + "a.wav,10,11,,,dog\nx/b.wav,2,3,100,200,cat\n"
                                               "a.wav,2,3,,900,cow\na.wav,2,3,5,,ant\n");
    CHECK (labelsOf (list) == Strings {"in/x/b.wav#t=2,3=cat", "in/y/a.wav#t=2,3=cow",
                                       "in/y/a.wav#t=2,3#2=ant", "in/y/a.wav#t=10,11=dog"});
    REQUIRE (list.notes.boxes.size () == 4);
    CHECK (list.notes.boxes[0] == Box {2, 3, 100, 200});
    CHECK (list.notes.boxes[1] == Box {2, 3, {}, 900});
    for (std::size_t i = 0; i < 4; ++i)
    {
        CHECK (list.files[i].facts.box == static_cast<int> (i));
        CHECK (list.files[i].soundPath () == (i == 0 ? "in/x/b.wav" : "in/y/a.wav"));
    }
    CHECK (list.files[3].relativePath () == "y/a.wav#t=10,11");
    CHECK (list.warnings.empty ());
}

TEST_CASE ("a row names its file by path or by a name that only one file has", "[inputs][boxes]")
{
    Trial trial ({"in/x/a.wav", "in/y/a.wav", "in/y/b.wav", "marks/c.wav"});
    trial.options.inputs.push_back ("marks/c.wav");
    const auto list = trial.listOf (
        "Begin File,Begin Path,start,stop\n"
        "a.wav,in/x/a.wav,0,1\n"          // as it stands
        "b.wav,,1,2\n"                    // by its name
        "b.wav,C:\\sounds\\b.wav,2,3\n"   // of another machine
        "y/a.wav,/sounds/a.wav,3,4\n"     // the next column, where one names several files
        ",c.wav,4,5\n"                    // relative to the table
        "a.wav,,5,6\nd.wav,,6,7\n,,7,8\n" // several files; none; no name
        "a.wav,in/x/a.wav,9,9\n");        // a point
    CHECK (pathsOf (list) == Strings {"in/x/a.wav#t=0,1", "in/y/a.wav#t=3,4", "in/y/b.wav#t=1,2",
                                      "in/y/b.wav#t=2,3", "marks/c.wav#t=4,5"});
    REQUIRE (list.warnings.size () == 3);
    CHECK (mentions (list.warnings[0], "1 mark of marks/table.csv is a point"));
    CHECK (
        mentions (list.warnings[1], "2 boxes of marks/table.csv are of files that no INPUT has"));
    CHECK (mentions (list.warnings[1], "d.wav at 6 s"));
    CHECK (mentions (list.warnings[2], "1 box of marks/table.csv matches several files"));
}

TEST_CASE ("a table without names of files is for one file", "[inputs][boxes]")
{
    Trial one ({"in/a.wav"});
    CHECK (pathsOf (one.listOf ("0\t1\tx\n")) == Strings {"in/a.wav#t=0,1"});

    Trial two ({"in/a.wav", "in/b.wav"});
    two.options.boxTable = "b.Table.1.selections.txt";
    const auto list = two.listOf ("0\t1\tx\n");
    CHECK (pathsOf (list) == Strings {"in/b.wav#t=0,1"});
    REQUIRE (list.warnings.size () == 1);
    CHECK (mentions (list.warnings[0], "1 file has no box"));
    two.options.boxTable = "c.txt";
    CHECK (mentions (two.faultOf ("0\t1\tx\n"), "add the column Begin File"));
}

TEST_CASE ("Raven's times of a sound of several files count from the row's file", "[inputs][boxes]")
{
    Trial trial ({"in/a.wav", "in/b.wav"});
    const std::string heading =
        "Selection\tBegin File\tBegin Time (s)\tEnd Time (s)\tFile Offset (s)\n";
    const auto list = trial.listOf (heading + "1\ta.wav\t1.00049\t2\t1.0005\n"
                                              "2\tb.wav\t601.5\t603\t1.5\n"
                                              "3\tb.wav\t600.5\t601\t0.5\n");
    CHECK (pathsOf (list) ==
           Strings {"in/a.wav#t=1.00049,2", "in/b.wav#t=0.5,1", "in/b.wav#t=1.5,3"});
    CHECK (mentions (trial.faultOf (heading + "1\ta.wav\t1\t2\tx\n"), "the file offset"));
}

TEST_CASE ("the boxes have the labels; other facts are those of the file", "[inputs][boxes]")
{
    Trial trial ({"in/train/dog/a_7.wav", "in/test/dog/b_8.wav"});
    trial.options.splits = SplitMode::folders;
    trial.options.labelPattern = "{name}_{group}.wav";
    const std::string table = kHeading + "a_7.wav,0,1,,,cat; cow\nb_8.wav,0,1,,,\n";
    auto list = trial.listOf (table);
    CHECK (labelsOf (list) ==
           Strings {"in/test/dog/b_8.wav#t=0,1=", "in/train/dog/a_7.wav#t=0,1=cat;cow"});
    CHECK (splitsOf (list) ==
           Strings {"in/test/dog/b_8.wav#t=0,1=TESTING", "in/train/dog/a_7.wav#t=0,1=TRAINING"});
    CHECK (groupsOf (list) ==
           Strings {"in/test/dog/b_8.wav#t=0,1=/8", "in/train/dog/a_7.wav#t=0,1=/7"});
    trial.options.labels = LabelMode::none;
    CHECK (trial.listOf (table).labels.empty ());
    trial.options.labelPattern = "{label}_{group}.wav";
    CHECK (mentions (trial.faultOf (table), "leave {label} out"));
}

TEST_CASE ("another limit, label or time is another list", "[inputs][boxes]")
{
    Trial trial ({"in/a.wav"});
    std::vector<std::uint64_t> hashes;
    for (const char* const row : {"a.wav,0,1,,,x\n", "a.wav,0,1,5,,x\n", "a.wav,0,1,,5,x\n",
                                  "a.wav,0,1,,,y\n", "a.wav,0,2,,,x\n"})
        hashes.push_back (hashOf (trial.listOf (kHeading + row)));
    std::ranges::sort (hashes);
    CHECK (std::ranges::adjacent_find (hashes) == hashes.end ());
}

TEST_CASE ("tables without a box for a file are refused", "[inputs][boxes]")
{
    Trial trial ({"in/a.wav"});
    CHECK (mentions (trial.faultOf (kHeading), "it has no box"));
    CHECK (mentions (trial.faultOf (kHeading + "a.wav,1,1,,,x\n"), "only 1 point, which has"));
    CHECK (mentions (trial.faultOf (kHeading + "b.wav,0,1,,,x\n"), "b.wav at 0 s"));
    CHECK (mentions (trial.faultOf (kHeading + "a.wav,1,0,,,x\n"), "marks/table.csv, line 2"));
    trial.options.columns.fold = "label";
    CHECK (mentions (trial.faultOf (kHeading + "a.wav,0,1,,,x\n"), "path=NAME"));
    trial.options.columns = {};
    trial.options.boxTable = "nowhere.csv";
    CHECK (mentions (failure (trial.storage, trial.options).message, "name a table of marks"));
}

TEST_CASE ("a list with labels, or a tar, does not go with boxes", "[inputs][boxes]")
{
    Trial trial ({"in/a.wav"});
    trial.storage.addFile ("list.csv", "in/a.wav,x\n");
    trial.options.inputs = {"list.csv"};
    const std::string table = kHeading + "a.wav,0,1,,,x\n";
    CHECK (mentions (trial.faultOf (table), "take the labels out of the list"));
    trial.storage.addFile ("list.csv", "in/a.wav\n");
    CHECK (pathsOf (trial.listOf (table)) == Strings {"in/a.wav#t=0,1"});
}
