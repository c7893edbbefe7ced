# The tests in groups, so that tests that only calculate do not starve tests that have a clock.
# shellcheck shell=sh

# The suites that only calculate, for `make check`: no socket, no database, no terminal, no engine, no other program.
# shellcheck disable=SC2034
CALCULATING='HouseTests|DocumentationTests|JourneyCryptoTests|JourneyCBORTests|JourneyWireTests|MobileDocumentTests|PaymentQRTests|JourneyLanguageTests|JourneyBaseTests|WalletPassTests|FuzzTargets|JourneyCLITests|JourneyTestingTests|CashBabaTestingTests|CashBabaTests'
# Those of them that run scripts and other programs for long: releases, frameworks, the reader's walk.
# shellcheck disable=SC2034
NOT_CALCULATING='HouseTests.(SBOM|ReleaseScript|Frameworks|Xcode|LeftBehind|Mutation|OwnBuild|InfoPlist)Tests|DocumentationTests.WalkTests'

# The tests that run at length in `make campaign`, a filter each.
# shellcheck disable=SC2034
CAMPAIGNS='JourneyServerTests.(Chaos|Descriptor)Tests JourneyServerTests.HTTP2RandomTests JourneyGatewayTests.(PassCrash|IdleIssuer)Tests
JourneyGatewayTests.(PassProvisioning|GatewayContract)Tests/schemathesis EndToEndTests.(Kill|CrashPoint|DraftRun)Tests JourneySandboxTests.PublishedDraftTests JourneyDeviceTests.SealedFileStoreKillTests
HSBCPartnerSDKTests.Killed(Payment|Poll)Tests JourneySandboxTests.ManifestSchemaTests
JourneyLanguageTests.(ExpressionPython|ProofGeneration|ProofMutation|ShippedScenario)Tests
FuzzTargetsTests JourneyBaseTests.(URLParserAgreement|JSONMutation)Tests JourneyCryptoTests.GeneratedChainTests
JourneyCBORTests.CBORWritingTests CredentialSharingTests.LinkChaosTests PaymentQRTests.MutationTests HouseTests.MutationRunTests'

# Most of the end-to-end suites that start the command-line tools: about half of the time of all.
# shellcheck disable=SC2034
COMMANDS='EndToEndTests.([A-Za-z]*Command|DraftRun|FaultyRun|CardSecrecy)Tests'

# Runs two test commands at the same time: the tests that match the second filter, and those that match only the first. Fails if
# either fails. Usage: run_both COMMAND ALL PART ARGUMENT…
run_both() {
    command=$1 all=$2 part=$3
    shift 3
    "$command" --ignore-lock --filter "$part" "$@" &
    beside=$!
    both=0
    "$command" --ignore-lock --filter "$all" --skip "$part" "$@" || both=$?
    wait "$beside" || both=$?
    return "$both"
}

# Runs a command once for each group, with the group's flags for `swift test`: house tests and tests of one facade; what only
# calculates; thousands of clients at one server; what talks over sockets, with databases and on terminals, a full disk and the
# pass service by themselves; credential sharing, what searches memory first, then its thousands of faults, what has a radio's
# processes, and the rest of it; what shows pages in the engine, and the pages of traces; everything else. What an earlier group has
# run is left out.
# The runs in a real engine are left to the caller.
# Ends at the first group that fails. Usage: run_in_groups COMMAND ARGUMENT…
run_in_groups() {
    past=EndToEndTests
    for turn in 'HouseTests|DocumentationTests' \
        'JourneyCryptoTests|JourneyCBORTests|JourneyWireTests|MobileDocumentTests|PaymentQRTests|JourneyLanguageTests|JourneyBaseTests|WalletPassTests|FuzzTargets' \
        'JourneyServerTests.(Chaos|Descriptor)' JourneyServerTests JourneyDeviceTests \
        JourneyGatewayTests.GatewayDisk 'JourneyGatewayTests.(Pass|Push|TwoInstances)' JourneyGatewayTests JourneySandboxTests \
        'JourneyScreensTests|JourneyHarnessTests' JourneyDocumentToolTests \
        'CredentialSharingTests.(Ending|ReaderEnding)Tests' \
        'CredentialSharingTests.(FaultMatrix|Fault|ReaderFault|HostileHolder|HostileReader|BothOrchestrators)Tests' \
        'CredentialSharingTests.(Bumble|ManyConnections|Partner|RadioProcess|RadioRelayServer)Tests' CredentialSharingTests \
        'JourneyWebTests|ProductScreensTests|CardDetailsSDKTests.Card(Engine|Picture|Script)' JourneyTraceTests; do
        "$@" --filter "$turn" --skip "$past" || return
        past="$past|$turn"
    done
    "$@" --skip "$past"
}
