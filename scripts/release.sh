#!/bin/sh
# What a release goes through, each step by itself, so that each can be tried anywhere:
#
#   scripts/release.sh check TAG            the tag, the version, the changelog, the branch and the public interface fit
#   scripts/release.sh notes TAG            prints what the changelog says of it
#   scripts/release.sh standing TAG         prints what `gh release create` is told: a pre-release, the latest, or neither
#   scripts/release.sh sbom TAG FOLDER    writes journeykit.cdx.json (SBOM) and journeykit.intoto.json (provenance) there, and
#                                           the Package.swift that hosts take
#   scripts/release.sh verify TAG FOLDER    what is to be published is whole, and its documents are about it
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

[ $# -ge 2 ] || stop 2 "usage: scripts/release.sh check|notes|standing|sbom|verify TAG [FOLDER]"
step=$1
tag=$2
case $tag in v*) ;; *) stop 2 "$tag is no release: tags are a v and a version." ;; esac
version=${tag#v}
is_version "$version" || stop 2 "$tag is no release: $version is no version."

# The section of the changelog, without its headline.
notes() {
    awk -v version="$version" '
        /^## / { inside = ($2 == "[" version "]"); next }
        inside { print }' "$ROOT/CHANGELOG.md" | sed -e '/./,$!d'
}

check() {
    now=$(version_now)
    [ "$version" = "$now" ] || stop 1 "the tag says $version, and JourneyKitVersion.swift says $now."
    [ -n "$(notes)" ] || stop 1 "CHANGELOG.md has no entry under \"## [$version]\"."
    # Whoever may push a tag could tag anything.
    [ -n "$(git for-each-ref --contains HEAD refs/remotes/origin/main 'refs/remotes/origin/release/*')" ] ||
        stop 1 "what is checked out is neither on main nor on a branch release/… of origin."
    before=$(git tag --list 'v*' | release_before "$version")
    if [ -z "$before" ]; then
        say "There is no release before $tag, so there is nothing to break."
    else
        scripts/api-diff.sh "$before"
    fi
    say "$tag fits: version, changelog, branch and public interface."
}

# A pre-release is never the latest, nor is what mends an older line.
standing() {
    newest=$(git tag --list 'v*' | grep -v -e - | newest_release)
    case $version in
        *-*) echo --prerelease ;;
        *) if [ -n "$newest" ] && precedes "$version" "${newest#v}"; then echo --latest=false; else echo --latest; fi ;;
    esac
}

sbom() {
    commit=$(git rev-parse --quiet --verify "$tag^{commit}") || stop 2 "there is no tag $tag."
    # They say that what lies there was made of the tag's commit.
    [ "$(git rev-parse HEAD)" = "$commit" ] || stop 1 "what is checked out is not $tag: the documents would be about another commit."
    git diff --quiet HEAD || stop 1 "files differ from $tag: the documents would be about another commit."
    find_swift
    mkdir -p .journey
    # A build folder of its own: who builds holds the usual one.
    JOURNEY_PLATFORM=Apple swift package --scratch-path .journey/describing dump-package >.journey/package.json 2>.journey/describing.log ||
        stop 1 "Package.swift cannot be read: $(head -n 1 .journey/describing.log)"
    time=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y-%m-%dT%H:%M:%SZ "$commit")
    forge=${GITHUB_SERVER_URL:-https://localhost}
    repository=$forge/${GITHUB_REPOSITORY:-JourneyKit}
    # Who has built it, and in which run, are addresses: those of the forge's own statements.
    python3 scripts/release/sbom.py write "$1" --package .journey/package.json --version "$version" --commit "$commit" --time "$time" \
        --repository "$repository" --builder "$forge/actions/runner/${RUNNER_ENVIRONMENT:-by-hand}" \
        --run "$repository/actions/runs/${GITHUB_RUN_ID:-0}/attempts/${GITHUB_RUN_ATTEMPT:-1}" $FRAMEWORKS
}

verify() {
    python3 scripts/release/sbom.py verify "$1" --version "$version" --sources Sources $FRAMEWORKS
    if [ "$(uname -s)" = Darwin ]; then check_signatures "$1"; fi
    say "$1 is whole: $(echo "$FRAMEWORKS" | wc -w | tr -d ' ') frameworks with checksums, SBOM and provenance."
}

# The signatures are those of what is published: of the archives in FOLDER, unpacked. Usage: check_signatures FOLDER
check_signatures() {
    [ -n "${JOURNEY_SIGNING_IDENTITY:-}" ] || stop 1 "who has to have signed is not said: JOURNEY_SIGNING_IDENTITY is empty."
    unpacked=$(mktemp -d)
    trap 'rm -rf "$unpacked"' EXIT
    for module in $FRAMEWORKS; do
        framework="$unpacked/$module.xcframework"
        ditto -x -k "$1/$module.xcframework.zip" "$unpacked"
        codesign --verify --strict "$framework" || stop 1 "$module.xcframework.zip is not signed as it should be."
        # The first authority is the certificate that signed; an ad-hoc signature has none.
        signer=$(codesign --display --verbose=2 "$framework" 2>&1 | sed -n 's/^Authority=//p' | head -n 1)
        [ "$signer" = "$JOURNEY_SIGNING_IDENTITY" ] ||
            stop 1 "$module.xcframework.zip is signed by ${signer:-nobody}, and not by $JOURNEY_SIGNING_IDENTITY."
    done
}

case $step in
    check) check ;;
    notes) notes ;;
    standing) standing ;;
    sbom | verify)
        [ $# -eq 3 ] && [ -d "$3" ] || stop 2 "usage: scripts/release.sh $step TAG FOLDER"
        "$step" "$3"
        ;;
    *) stop 2 "there is no step $step." ;;
esac
