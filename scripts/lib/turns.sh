# The tests in turns, so that what only calculates does not starve what has a clock.
# shellcheck shell=sh

# Runs a command once a turn, with that turn's flags for `swift test`: the house; cryptography and what stands on it alone;
# what talks over sockets, with databases and on terminals, the pass service by itself; credential sharing, its thousands of faults first, then what has a
# radio's processes, then the rest of it; everything else. What an earlier turn has run is left out. The runs in a real engine
# are left to the caller. Ends at the first turn that fails. Usage: in_turns COMMAND ARGUMENT…
in_turns() {
    past=EndToEndTests
    for turn in HouseTests 'JourneyCryptoTests|JourneyCBORTests|MobileDocumentTests' JourneyServerTests JourneyDeviceTests \
        'JourneyGatewayTests.(Pass|Push|TwoInstances)' JourneyGatewayTests JourneySandboxTests \
        'JourneyScreensTests|JourneyHarnessTests' JourneyDocumentToolTests \
        'CredentialSharingTests.(FaultMatrix|Fault|ReaderFault|HostileHolder|HostileReader|BothOrchestrators|Ending|ReaderEnding)Tests' \
        'CredentialSharingTests.(Bumble|ManyConnections|Partner|RadioProcess|AirServer)Tests' CredentialSharingTests; do
        "$@" --filter "$turn" --skip "$past" || return
        past="$past|$turn"
    done
    "$@" --skip "$past"
}
