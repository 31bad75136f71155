#!/usr/bin/env bash
# Installs Melstrom from this folder, or removes what it installed:
#   install.sh [--user | --prefix DIR] [--uninstall]
#   --user        below ~/.local, with the plugins in ~/.vst3 and ~/.lv2; the default, unless you are root
#   --prefix DIR  below DIR, with the plugins in DIR/lib/vst3 and DIR/lib/lv2; root's default is /usr/local
#   --uninstall   removes what is in the list of installed files, and nothing else
# Programs, plugins and libraries lie in PREFIX/lib/melstrom, without the tests of the package. All other places have
# links to there. PREFIX/lib/melstrom/installed.txt lists every file, link and new folder. A file that this script did
# not install is never replaced. An older installation in the same place is removed first.
set -euo pipefail

usage() { sed -n '3,6s/^# *//p' "$source/install.sh" >&2; exit 2; }
fail() { echo "install.sh: $*" >&2; exit 1; }

# places FROM TO: a line "FROM<tab>TO" for each thing in the folder FROM of the package, which TO shall have by that name.
places() {
    local path
    for path in "$source/$1"/*; do
        [ ! -e "$path" ] || printf '%s\t%s\n' "$1/${path##*/}" "$2/${path##*/}"
    done
}

# All links: where the file is below the tree, and where the link shall be.
links() {
    places bin "$prefix/bin"
    places lib/vst3 "$vst3"
    places lib/lv2 "$lv2"
    local folder
    for folder in man/man1 bash-completion/completions zsh/site-functions fish/vendor_completions.d applications metainfo \
        mime/packages; do
        places "share/$folder" "$share/$folder"
    done
    (cd "$source" && find share/icons -type f -print 2>/dev/null) | while IFS= read -r path; do
        printf '%s\t%s\n' "$path" "$share/${path#share/}"
    done
    printf '%s\t%s\n' share/doc/melstrom "$share/doc/melstrom"
}

# The files of the tree, relative to it: all of the package but its tests.
tree_files() {
    (cd "$source" && find install.sh bin lib share \( -path share/melstrom -o -name __pycache__ \) -prune -o ! -type d -print)
}

# True if something is there that this script did not install.
is_foreign() { { [ -e "$1" ] || [ -L "$1" ]; } && [ -z "${listed[$1]:-}" ]; }

# A word of a desktop file's Exec: in quotes by the rules of Exec, then its backslashes by those of all values.
exec_word() { printf '"%s"' "$(sed 's/\\/\\\\\\\\/g; s/["`$]/\\\\&/g; s/%/%%/g' <<<"$1")"; }

# The desktop starts the app by its full path: the PATH of a session need not have PREFIX/bin.
name_program() {
    local file word
    word=$(exec_word "$prefix/bin/Melstrom")
    for file in "$tree"/share/applications/*.desktop; do
        [ ! -e "$file" ] || WORD=$word awk '/^Exec=/ {sub(/^Exec=[^ ]*/, ""); print "Exec=" ENVIRON["WORD"] $0; next} {print}' "$file" >"$file.new"
        [ ! -e "$file.new" ] || mv -- "$file.new" "$file"
    done
}

# Prints the folders above and at a path that do not exist, the outermost first.
missing_folders() {
    [ -d "$1" ] || { missing_folders "$(dirname "$1")"; printf '%s\n' "$1"; }
}

# Programs of the desktop that keep an index, where it is on the desktop's path.
refresh() {
    case ":${XDG_DATA_HOME:-$HOME/.local/share}:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}:" in *":$share:"*) ;; *) return 0 ;; esac
    ! { [ -d "$share/mime/packages" ] && command -v update-mime-database >/dev/null; } ||
        update-mime-database "$share/mime" >/dev/null 2>&1 || true
    ! { [ -e "$share/applications/mimeinfo.cache" ] && command -v update-desktop-database >/dev/null; } ||
        update-desktop-database -q "$share/applications" || true
    ! { [ -e "$share/icons/hicolor/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; } ||
        gtk-update-icon-cache -q "$share/icons/hicolor" || true
}

# Removes what the list names. What is no longer the link that was installed stays.
remove_listed() {
    local kind path removed=0 kept=0 copy
    copy=$(<"$list")
    while read -r kind path; do
        case $kind in
        file) [ ! -e "$path" ] && [ ! -L "$path" ] || { rm -f -- "$path" && removed=$((removed + 1)); } ;;
        link)
            if [ -L "$path" ] && [[ $(realpath -m -- "$path") == "$(realpath -m -- "$tree")"/* ]]; then
                rm -f -- "$path" && removed=$((removed + 1))
            elif [ -e "$path" ] || [ -L "$path" ]; then
                echo "Kept $path: it is no longer the link that was installed" >&2
                kept=$((kept + 1))
            fi
            ;;
        esac
    done <<<"$copy"
    rm -f -- "$list"
    # What update-mime-database made goes with the folder, if that was new and no package is left in it.
    if grep -qxF "folder $share/mime" <<<"$copy" && [ -z "$(find "$share/mime/packages" -mindepth 1 -print -quit 2>/dev/null)" ]; then
        rm -rf -- "$share/mime"
    fi
    tac <<<"$copy" | while read -r kind path; do
        [ "$kind" != folder ] || rmdir --ignore-fail-on-non-empty -- "$path" 2>/dev/null || true
    done
    echo "Removed $removed files and links of $tree$([ "$kept" -eq 0 ] || echo "; kept $kept")"
}

uninstall() {
    [ -e "$list" ] || fail "nothing is installed in $tree: there is no $list"
    remove_listed
    refresh
}

install_all() {
    local from to conflicts=()
    for from in bin/melstrom bin/Melstrom lib/melstrom lib/vst3 lib/lv2; do
        [ -e "$source/$from" ] || fail "$source has no $from; run install.sh of an unpacked package"
    done
    [ "$(realpath -m "$tree")" != "$source" ] || fail "this is the installed copy; run install.sh of an unpacked package"

    local -A listed=()
    if [ -e "$list" ]; then
        while read -r _ to; do listed[$to]=1; done <"$list"
    fi
    while IFS= read -r to; do
        ! is_foreign "$to" || conflicts+=("$to")
    done < <(tree_files | while IFS= read -r to; do printf '%s\n' "$tree/$to"; done; links | cut -f 2)
    if [ ${#conflicts[@]} -gt 0 ]; then
        printf 'install.sh: exists, and was not installed by this script: %s\n' "${conflicts[@]}" >&2
        fail "nothing was changed; move these away, or choose another --prefix"
    fi
    [ ! -e "$list" ] || remove_listed

    # The list comes first: an installation that was cut short can be removed.
    local lines
    lines=$(
        { tree_files | sed "s|^|$(sed 's/[&|\\]/\\&/g' <<<"$tree")/|"; links | cut -f 2; } | sed 's|/[^/]*$||' | sort -u |
            while IFS= read -r to; do missing_folders "$to"; done | awk '!seen[$0]++ {print "folder " $0}'
        tree_files | while IFS= read -r to; do printf 'file %s\n' "$tree/$to"; done
        links | while IFS=$'\t' read -r _ to; do printf 'link %s\n' "$to"; done
    )
    mkdir -p -- "$tree"
    printf '%s\n' "$lines" >"$list"

    # One copy, so that libraries which bundles share stay one file. Nobody else may change the module for the GPU.
    tree_files | tr '\n' '\0' | tar -C "$source" --null --no-recursion -T - --mode=go-w -cf - |
        tar -C "$tree" --no-same-owner -xf -
    name_program
    links | while IFS=$'\t' read -r from to; do
        mkdir -p -- "$(dirname "$to")"
        ln -s --relative -- "$tree/$from" "$to"
    done
    refresh

    echo "Installed in $tree: $(grep -c '^file ' "$list") files"
    echo "Linked from $prefix/bin, $vst3, $lv2 and $share: $(grep -c '^link ' "$list") links"
    case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "Add $prefix/bin to PATH to call melstrom by name" ;; esac
    echo "To remove it: $(printf '%q' "$tree/install.sh") $(if [ "$is_user" = 1 ]; then echo --user; else printf -- '--prefix %q' "$prefix"; fi) --uninstall"
}

main() {
    source=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
    local action=install_all
    is_user=
    prefix=
    while [ $# -gt 0 ]; do
        case $1 in
        --user) is_user=1 ;;
        --prefix) [ $# -gt 1 ] && [ -n "$2" ] || usage; prefix=$2; shift ;;
        --prefix=?*) prefix=${1#*=} ;;
        --uninstall) action=uninstall ;;
        *) usage ;;
        esac
        shift
    done
    [ -z "$is_user" ] || [ -z "$prefix" ] || usage
    if [ -z "$is_user$prefix" ]; then
        if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else is_user=1; fi
    fi
    if [ "$is_user" = 1 ]; then
        prefix=${HOME:?is not set}/.local vst3=$HOME/.vst3 lv2=$HOME/.lv2 share=${XDG_DATA_HOME:-$HOME/.local/share}
    else
        prefix=$(realpath -m -- "$prefix")
        vst3=$prefix/lib/vst3 lv2=$prefix/lib/lv2 share=$prefix/share
    fi
    case $prefix$share in *$'\n'*|*$'\t'*) fail "a path with a tab or a line break cannot be listed" ;; esac
    tree=$prefix/lib/melstrom list=$prefix/lib/melstrom/installed.txt
    "$action"
}

main "$@"; exit # on one line: bash reads no further in a file that --uninstall has removed
