// Facts from the names of files.
#include "Engine/Batch/Inputs/FactSources.h"

#include "Engine/Batch/Inputs/FileCount.h"
#include "Engine/Batch/Inputs/NamePattern.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

class PatternFacts
{
public:
    PatternFacts (const NamePattern& pattern, const InputOptions& options)
        : pattern_ (pattern), groupField_ (groupNameOf (options))
    {
    }

    bool hasGroups () const { return pattern_.hasField (groupField_); }

    bool saysSomething () const
    {
        return hasGroups () || std::ranges::any_of (pattern_.fields (),
                                                    [] (const auto& name) {
                                                        return name == "label" || name == "split" ||
                                                               name == "fold";
                                                    });
    }

    void apply (FoundFiles& found)
    {
        for (auto& file : found.files)
        {
            const auto taken = pattern_.match (file.relativePath ());
            if (! taken)
                withoutMatch_.add (file);
            else
                found.names.addUnsaid (factsOf (*taken, file), file.file.facts);
        }
    }

    void warn (const std::string& pattern, std::vector<std::string>& warnings) const
    {
        const auto match = "not match --label-pattern " + printable (pattern);
        withoutMatch_.warn (warnings, "does " + match, "do " + match);
        const std::string split =
            "a {split} that does not begin with train, val, dev or test, and ";
        withoutSplit_.warn (warnings, "has " + split + "counts as training",
                            "have " + split + "count as training");
    }

private:
    RowFacts factsOf (const std::vector<std::string_view>& taken, const FoundFile& file)
    {
        RowFacts facts;
        for (std::size_t index = 0; index < taken.size (); ++index)
        {
            const auto& field = pattern_.fields ()[index];
            const auto text = taken[index];
            if (field == "label")
                addLabel (facts.labels, text);
            if (field == "fold")
                facts.fold = text;
            if (field == groupField_)
                facts.group = text;
            if (field != "split")
                continue;
            const auto split = splitNamed (text);
            facts.split = split.value_or (0);
            if (! split)
                withoutSplit_.add (file);
        }
        return facts;
    }

    const NamePattern& pattern_;
    std::string groupField_;
    FileCount withoutMatch_, withoutSplit_;
};

} // namespace

Result<void> applyPattern (FoundFiles& found, const InputOptions& options)
{
    if (options.labelPattern.empty ())
        return {};
    const auto bad = [&options] (const std::string& why)
    {
        return Error {ErrorCode::badUsage,
                      "--label-pattern " + printable (options.labelPattern) + ": " + why +
                          "; an example is {label}_{speaker}_{index}.wav",
                      {}};
    };
    const auto pattern = NamePattern::parse (options.labelPattern);
    if (! pattern)
        return bad (pattern.error ().message);
    PatternFacts facts (*pattern, options);
    if (! facts.saysSomething ())
        return bad ("it has no effect: it needs one of the fields label, split, fold and " +
                    printable (groupNameOf (options)));
    found.hasPatternLabels = pattern->hasField ("label");
    found.hasGroups = found.hasGroups || facts.hasGroups ();
    facts.apply (found);
    facts.warn (options.labelPattern, found.warnings);
    return {};
}

} // namespace melstrom
