#!/bin/sh
# Compares the public interface of what apps get with that of an earlier release: `scripts/api-diff.sh [TAG]`; without one, with
# the newest that this commit comes after. A break is allowed only where the major version of JourneyKitVersion.swift is higher
# than the tag's. What is for Apple's systems alone is seen on a Mac alone.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

find_swift
now=$(version_now)
# A tag of this very commit is this release, and nothing to compare with.
if [ $# -gt 0 ]; then tag=$1; else tag=$(git tag --list 'v*' --merged HEAD --no-contains HEAD | newest_release); fi
if [ -z "$tag" ]; then
    say "There is no release yet, so there is nothing to compare with."
    exit 0
fi
git rev-parse --quiet --verify "$tag^{commit}" >/dev/null || stop 2 "there is no release called $tag."

# Both sides are built.
[ "$(uname -s)" != Linux ] || set_up demo
mkdir -p .journey
# The comparison passes over a module that no product is named for.
export JOURNEY_INTERFACE=1
# shellcheck disable=SC2086 # a list of words
if swift package diagnose-api-breaking-changes "$tag" --products $FRAMEWORKS >.journey/api-diff.log 2>&1 </dev/null; then
    say "Nothing that a host could use since $tag is gone or has changed."
elif ! grep -q 'breaking change' .journey/api-diff.log; then
    grep -E '(^|: )error:' .journey/api-diff.log | sort -u | head -n 20 >&2
    stop 1 "the interfaces could not be compared with $tag; the whole output is in .journey/api-diff.log."
else
    grep -E '💔|breaking change' .journey/api-diff.log >&2
    may_break "${tag#v}" "$now" ||
        stop 1 "the public interface breaks hosts of $tag, and the version is $now: mend it, or raise the major version."
    say "The public interface breaks hosts of $tag, as a new major version may ($now)."
fi
