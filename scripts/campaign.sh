#!/bin/sh
# The long tests, for hours on a quiet machine: crowds at a server, processes that are killed, schemathesis, and a million
# random cases each of what reads bytes from others. `make test` runs a sample of each, chosen by a fixed seed. Usage:
# scripts/campaign.sh [FILTER …]; JOURNEY_CAMPAIGN_SEED=NUMBER gives other random cases, JOURNEY_CHAOS_RUNS=NUMBER (5) repeats
# each crowd. Every campaign is run, whatever an earlier one found; the status is 1 when one has failed.
# shellcheck source-path=SCRIPTDIR source=common.sh
. "$(dirname -- "$0")/common.sh"

set_up test
set_up_python
set_up_vectors
find_swift
contain "$ROOT/scripts/campaign.sh" "$@"
swift_build "Building everything:" --build-tests
export JOURNEY_CAMPAIGN=1 JOURNEY_IDLE_ISSUERS=1 JOURNEY_CHAOS_RUNS="${JOURNEY_CHAOS_RUNS:-5}"
say "The seed is JOURNEY_CAMPAIGN_SEED=${JOURNEY_CAMPAIGN_SEED:-0}."

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2086 # a list of words
    set -- $CAMPAIGNS
fi
run_campaigns() {
    failed=0
    for campaign in "$@"; do
        say "Campaign: $campaign"
        run_tests --no-parallel --filter "$campaign" || failed=1
    done
    return "$failed"
}
begin_tests
code=0
with_display run_campaigns "$@" || code=$?
end_tests
exit "$code"
