#!/bin/sh
# The certificate that frameworks are signed with, in a keychain of its own: `keychain.sh make|remove FOLDER`. Making it takes
# SIGNING_CERTIFICATE, a PKCS#12 file in base64, and SIGNING_PASSWORD from the environment. On a Mac.
set -eu
step=${1:-}
folder=${2:?a folder for the keychain}
keychain="$folder/journeykit-signing.keychain-db"

case $step in
    make)
        [ -n "${SIGNING_CERTIFICATE:-}" ] || { echo "journey: there is no certificate to sign with." >&2; exit 1; }
        umask 077
        trap 'rm -f "$folder/signing.p12"' EXIT
        printf '%s' "$SIGNING_CERTIFICATE" | base64 --decode >"$folder/signing.p12"
        password=$(uuidgen)
        security create-keychain -p "$password" "$keychain"
        security set-keychain-settings -lut 21600 "$keychain"
        security unlock-keychain -p "$password" "$keychain"
        security import "$folder/signing.p12" -k "$keychain" -P "${SIGNING_PASSWORD:-}" -T /usr/bin/codesign >/dev/null
        security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
        security list-keychains -d user -s "$keychain" login.keychain-db
        ;;
    remove)
        [ ! -e "$keychain" ] || security delete-keychain "$keychain"
        ;;
    *)
        echo "journey: usage: scripts/release/keychain.sh make|remove FOLDER" >&2
        exit 2
        ;;
esac
