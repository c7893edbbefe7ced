# The modules that hosts get as XCFrameworks: every library of Package.swift but what is for tests (HouseTests compares).
# shellcheck shell=sh disable=SC2034 # read by those who source this
FRAMEWORKS='JourneyBase JourneyCrypto JourneyCBOR JourneyDevice JourneyScreens JourneyWeb JourneyLanguage HSBCPartnerSDK
MobileDocument CredentialSharing WalletPass ProntoWalletSDK CashBaba CardDetailsSDK'
