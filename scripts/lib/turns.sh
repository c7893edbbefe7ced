# The tests in turns, so that what only calculates does not starve what has a clock.
# shellcheck shell=sh

# Runs a command once a turn, with that turn's flags for `swift test`: the house; cryptography and what stands on it alone;
# what talks over sockets, with databases, on terminals and over a radio, a few modules at a time; the rest. The runs in a real engine are left
# to the caller. Ends at the first turn that fails. Usage: in_turns COMMAND ARGUMENT…
in_turns() {
    past=''
    for turn in HouseTests 'JourneyCryptoTests|JourneyCBORTests|MobileDocumentTests' JourneyServerTests JourneyDeviceTests \
        'JourneyGatewayTests|JourneySandboxTests|JourneyScreensTests|JourneyHarnessTests' \
        'CredentialSharingTests|JourneyDocumentToolTests'; do
        "$@" --filter "$turn" || return
        past="$past$turn|"
    done
    "$@" --skip "${past}EndToEndTests"
}
