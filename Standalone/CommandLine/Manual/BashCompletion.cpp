#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Manual/Manual.h"
#include "Standalone/CommandLine/Manual/Offers.h"

namespace melstrom
{

namespace
{

/** The function _melstrom_options: options of the mode $1, in the caller's array `options`. */
std::string optionsFunction ()
{
    std::string text = "_melstrom_options () {\n    case $1 in\n";
    for (const auto& mode : modeRows ())
    {
        std::vector<std::string> names;
        for (const auto* option : optionsOf (mode.mode))
            names.emplace_back (option->name);
        if (! names.empty ())
            text +=
                "    (" + std::string (mode.name) + ") options=(" + shellWords (names) + ") ;;\n";
    }
    return text + "    esac\n}\n";
}

/** "--out|--format": a pattern of the options that take a value. */
std::string valuePattern ()
{
    std::string text;
    for (const auto& row : optionRows ())
        if (! row.value.empty ())
            text += (text.empty () ? "" : "|") + std::string (row.name);
    return text;
}

std::string repeatablePattern ()
{
    std::string text;
    for (const auto& row : optionRows ())
        if (row.isRepeatable)
            text += (text.empty () ? "" : "|") + std::string (row.name);
    return text.empty () ? "''" : text;
}

std::string modeWords ()
{
    std::vector<std::string> names;
    for (const auto& row : modeRows ())
        names.emplace_back (row.name);
    return shellWords (names);
}

// The words of the line up to the cursor, joined again where readline splits them, in `line`.
constexpr const char* kLine = R"sh(
# Words up to the cursor. Readline splits words at = and :, and this joins them again.
_melstrom_line () {
    local i word isJoined=
    line=()
    for ((i = 1; i <= COMP_CWORD; ++i)); do
        word=${COMP_WORDS[i]}
        if [[ -n $isJoined || $word == [=:]* ]] && [[ ${#line[@]} -gt 0 ]]; then
            line[${#line[@]}-1]+=$word
        else
            line+=("$word")
        fi
        isJoined=
        [[ $word != [=:] || $COMP_WORDBREAKS != *"$word"* ]] || isJoined=1
    done
}
)sh";

constexpr const char* kFiles = R"sh(
_melstrom_files () { # appends to COMPREPLY; $1: any, folders or ending
    local file ending
    [[ $1 != any ]] || while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$current")
    [[ $1 != folders ]] || while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -d -- "$current")
    [[ $1 != ending ]] || while IFS= read -r file; do
        if [[ -d $file || -d ${file/#\~/$HOME} ]]; then
            COMPREPLY+=("$file")
        else
            for ending in "${endings[@]}"; do
                [[ ${file,,} != *."$ending" ]] || COMPREPLY+=("$file")
            done
        fi
    done < <(compgen -f -- "$current")
    compopt -o filenames 2>/dev/null
}
)sh";

constexpr const char* kMain = R"sh(
_melstrom () {
    local -a line=() offers=() endings=() options=()
    local current word target= mode= pending= onlyOperands= files= used=' ' operands=0 head=
    _melstrom_line
    current=${line[${#line[@]}-1]}
    for word in "${line[@]:0:${#line[@]}-1}"; do
        if [[ -n $pending ]]; then
            pending=
        elif [[ -n $onlyOperands || $word != -* || $word == - ]]; then
            operands=$((operands + 1))
        else
            case $word in
            (--) onlyOperands=1 ;;
            (@modes@) mode=$word ;;
            (@valued@) pending=$word ;;
            esac
            used+="${word%%=*} "
        fi
    done
    [[ -n $mode || $used != *' --verify '* ]] || mode=--batch

    if [[ -n $pending ]]; then
        target=$pending
    elif [[ -z $onlyOperands && $current == --*=* ]]; then
        target=${current%%=*}
        current=${current#*=}
        [[ $COMP_WORDBREAKS == *=* ]] || head=$target=
    elif [[ -z $onlyOperands && $current == -* ]] || [[ -z $mode ]]; then
        [[ -n $mode ]] || options=(@modewords@)
        _melstrom_options "$mode"
        for word in "${options[@]}"; do
            case $word in
            (@repeatable@) offers+=("$word") ;;
            (*) [[ $used == *" $word "* ]] || offers+=("$word") ;;
            esac
        done
    else
        target=$((operands + 1))
    fi

    case $current in # as typed, with quotes
    (\"*|\'*) current=${current:1} ;;
    (*) current=${current//\\/} ;;
    esac
    [[ -z $target ]] || _melstrom_offers "$mode/$target"
    COMPREPLY=()
    for word in "${offers[@]}"; do
        [[ $word != "$current"* ]] || COMPREPLY+=("$word")
    done
    [[ ${COMPREPLY[*]} != *' '* ]] || compopt -o filenames 2>/dev/null # readline quotes the spaces
    [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2>/dev/null
    [[ -z $files ]] || _melstrom_files "$files"
    # Readline replaces only what follows the last of its word breaks.
    word=${current##*[=:]}
    if [[ $word != "$current" && $COMP_WORDBREAKS == *[=:]* && ${#COMPREPLY[@]} -gt 0 ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${current%"$word"}"}")
    fi
    [[ -z $head ]] || COMPREPLY=("${COMPREPLY[@]/#/$head}")
}
complete -F _melstrom melstrom
)sh";

/** Replaces each "@name@" of the text. */
std::string filled (std::string text,
                    const std::vector<std::pair<std::string_view, std::string>>& values)
{
    for (const auto& [name, value] : values)
        if (const auto place = text.find (name); place != std::string::npos)
            text.replace (place, name.size (), value);
    return text;
}

} // namespace

std::string bashCompletion ()
{
    return "# bash completion for melstrom " + std::string (kVersion) +
           ", written by: melstrom --list bash\n" + offersFunction () + optionsFunction () + kLine +
           kFiles +
           filled (kMain, {{"@modes@", modePattern ()},
                           {"@valued@", valuePattern ()},
                           {"@modewords@", modeWords ()},
                           {"@repeatable@", repeatablePattern ()}});
}

} // namespace melstrom
