import JourneyBase

/// The contract of Apple's web service for pass updates (Wallet Passes, "Adding a web service to update passes"), below the URL
/// in a pass. `docs/reference/pass-updates.md` describes this implementation.
package enum PassUpdateContract {
    /// The scheme of `Authorization`; the pass's token follows.
    package static let scheme = "ApplePass"
    /// The path prefix of the service in this implementation.
    package static let prefix = "/wallet"
    /// The query parameter with the tag of the last list.
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
    /// The contract's OpenAPI document, an addition of this implementation.
    package static let document = Endpoint<NoBody, EmptyMessage>(.get, "/v1/openapi.json")

    package static let all: [any WireEndpoint] = [register, unregister, updated, latest, personalize, log]

    private static let busy = PassCode.wire([.storeBusy, .storeFailed])
    private static let signing = busy + PassCode.wire([.signerUnavailable, .certificateExpired, .passInvalid])
}

package struct PassRegistration: WireMessage {
    package let pushToken: String

    package init(pushToken: String) { self.pushToken = pushToken }
}

/// The serial numbers of a device's changed passes, and the tag for the next request.
package struct UpdatedPasses: WireMessage {
    package let serialNumbers: [String]
    package let lastUpdated: String

    package init(serialNumbers: [String], lastUpdated: String) {
        self.serialNumbers = serialNumbers
        self.lastUpdated = lastUpdated
    }
}

package struct PassPersonalization: WireMessage {
    /// The data that a person has entered.
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

/// The signature over a personalisation token.
package enum PersonalizationSignature: WireFile { package static let type = "application/octet-stream" }

/// Messages from Wallet to the service's operator.
package struct WalletLog: WireMessage { package let logs: [String] }
