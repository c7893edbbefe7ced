# The library products that apps use: every one of Package.swift but what is for tests (HouseTests compares).
# shellcheck shell=sh disable=SC2034 # read by those who source this
# The products with articles and an example app.
PRODUCTS='HSBCPartnerSDK CredentialSharing CardDetailsSDK CashBaba ProntoWalletSDK'
# The libraries that have a reference page only.
LIBRARIES='PaymentQR'
