import JourneyBase

/// The contract of Apple's web service for pass updates (Wallet Passes, "Adding a web service to update passes"), below the
/// address that a pass names; `docs/reference/pass-updates.md` describes ours.
package enum PassUpdateContract {
    /// The scheme of `Authorization`; the pass's token follows.
    package static let scheme = "ApplePass"
    /// The place of the service at ours.
    package static let prefix = "/wallet"
    /// The query's parameter with the tag of the last list.
    package static let passesUpdatedSince = "passesUpdatedSince"
    package static let ifModifiedSince = "If-Modified-Since"

    package static let register = Endpoint<PassRegistration, NoBody>(
        .post, "/v1/devices/{device}/registrations/{type}/{serial}", status: 201,
        refusals: PassUpdateCode.wire([
            .requestInvalid, .tokenInvalid, .unsupportedType, .rateLimited, .tooManyDevices, .tooManyPasses,
        ]) + busy)
    package static let unregister = Endpoint<NoBody, NoBody>(
        .delete, "/v1/devices/{device}/registrations/{type}/{serial}",
        refusals: PassUpdateCode.wire([.requestInvalid, .tokenInvalid]) + busy)
    package static let updated = Endpoint<NoBody, UpdatedPasses>(
        .get, "/v1/devices/{device}/registrations/{type}", query: [passesUpdatedSince],
        refusals: PassUpdateCode.wire([.requestInvalid]) + busy)
    package static let latest = Endpoint<NoBody, PassArchive>(
        .get, "/v1/passes/{type}/{serial}", headers: [ifModifiedSince],
        refusals: PassUpdateCode.wire([.tokenInvalid]) + signing)
    package static let personalize = Endpoint<PassPersonalization, PersonalizationSignature>(
        .post, "/v1/passes/{type}/{serial}/personalize",
        refusals: PassUpdateCode.wire([
            .requestInvalid, .tokenInvalid, .notPersonalizable, .personalized, .unsupportedType, .rateLimited,
        ]) + signing)
    package static let log = Endpoint<WalletLog, NoBody>(
        .post, "/v1/log", refusals: PassUpdateCode.wire([.requestInvalid, .unsupportedType, .rateLimited]) + busy)
    /// The contract's OpenAPI document, which only ours has.
    package static let document = Endpoint<NoBody, EmptyMessage>(.get, "/v1/openapi.json")

    package static let all: [any WireEndpoint] = [register, unregister, updated, latest, personalize, log]

    private static let busy = PassCode.wire([.storeBusy, .storeFailed])
    private static let signing = busy + PassCode.wire([.signerUnavailable, .certificateExpired, .passInvalid])
}

package struct PassRegistration: WireMessage {
    package let pushToken: String

    package init(pushToken: String) { self.pushToken = pushToken }
}

/// The serial numbers of a device's passes that have changed, and the tag for the next time.
package struct UpdatedPasses: WireMessage {
    package let serialNumbers: [String]
    package let lastUpdated: String

    package init(serialNumbers: [String], lastUpdated: String) {
        self.serialNumbers = serialNumbers
        self.lastUpdated = lastUpdated
    }
}

package struct PassPersonalization: WireMessage {
    /// What a person has filled in.
    package struct Info: WireMessage {
        package let fullName: String?
        package let givenName: String?
        package let familyName: String?
        package let emailAddress: String?
        package let postalCode: String?
        package let countryCode: String?
        package let phoneNumber: String?

        private enum CodingKeys: String, CodingKey {
            case fullName, givenName, familyName, emailAddress, postalCode, phoneNumber
            case countryCode = "ISOCountryCode"
        }
    }

    package let personalizationToken: String
    package let requiredPersonalizationInfo: Info
}

/// The signature over a personalization's token.
package enum PersonalizationSignature: WireFile { package static let type = "application/octet-stream" }

/// Messages that Wallet has for the service's operator.
package struct WalletLog: WireMessage { package let logs: [String] }
