# The modules that hosts get as XCFrameworks, each in a package of its own.
# shellcheck shell=sh disable=SC2034 # read by those who source this

# Every library of Package.swift but what is for tests (HouseTests compares).
FRAMEWORKS='JourneyBase JourneyCrypto JourneyCBOR JourneyWire JourneyDevice JourneyScreens JourneyWeb JourneyLanguage
HSBCPartnerSDK PaymentQR MobileDocument CredentialSharing WalletPass ProntoWalletSDK CashBaba CardDetailsSDK'

# Lays out FOLDER/MODULE for each of them, and for the C modules below them, with the module's sources and Package.swift, which
# under JOURNEY_FRAMEWORKS=1 describes that module alone. Usage: lay_out_frameworks FOLDER
lay_out_frameworks() {
    for sources in "$ROOT"/Sources/*/*; do
        module=${sources##*/}
        case " $(echo $FRAMEWORKS) " in
            *" $module "*) ;;
            *) case $sources in "$ROOT"/Sources/Ground/*) ;; *) continue ;; esac ;;
        esac
        place="$1/$module/${sources#"$ROOT/"}"
        mkdir -p "${place%/*}"
        # Two modules share a file, which is a link in one of them.
        cp -RL "$sources" "$place"
        cp "$ROOT/Package.swift" "$1/$module/"
    done
}

# The modules whose types a dynamic library brings, a line each, from what `nm` says of it.
modules_of_symbols() {
    sed -n 's/^.* [A-TV-Z] _\{0,1\}\(\$s.*Mn\)$/\1/p' | swift demangle --compact |
        sed -n 's/^nominal type descriptor for \([A-Za-z0-9_]*\)\..*/\1/p' | sort -u
}
