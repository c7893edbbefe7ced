import JourneyBase
import JourneyCrypto

/// The authorization of consents at a bank, by its authorization server (FAPI 2.0 Security Profile).
struct BankAuthorizationAccess: Sendable {
    /// The authorization server's identifier, which returns have as `iss` (RFC 9207).
    let issuer: String
    /// The endpoint for pushed requests (RFC 9126).
    let address: HTTPSURL
    /// The redirect address of each partner's apps.
    let redirects: [String: String]
    /// The content of requests, with `{consentId}` for the consent.
    let content: BankAuthorizationContent
    /// The key of signed request objects (RFC 9101); `nil` for plain parameters.
    var requestKey: (signer: any MessageSigner, id: String)?
    /// The secret of which the keys of stored authorizations are derived.
    let storeSecret: Secret
}

/// The parameters of authorization requests that the operator writes. `{consentId}` in any text stands for the consent.
struct BankAuthorizationContent: Hashable, Sendable {
    /// The scope (RFC 6749, section 3.3).
    var scope: String?
    /// The requested claims (OpenID Connect Core, section 5.5).
    var claims: JSONValue?
    /// The authorization details (RFC 9396).
    var details: JSONValue?

    private static let place = "{consentId}"

    /// `true` if the consent is anywhere in the request.
    var namesConsent: Bool {
        (scope?.contains(Self.place) ?? false) || [claims, details].contains { $0.map(Self.names) ?? false }
    }

    /// `true` if answers have an ID token (OpenID Connect Core, section 3.1.2.1).
    var isOpenID: Bool { scope?.split(separator: " ").contains("openid") ?? false }

    /// The types of the authorization details.
    var detailTypes: Set<String> { Set((details?.array ?? []).compactMap { $0["type"]?.string }) }

    /// Returns the content for one consent.
    func filled(_ consent: String) -> BankAuthorizationContent {
        BankAuthorizationContent(
            scope: scope?.replacing(Self.place, with: consent), claims: claims.map { Self.filled($0, consent) },
            details: details.map { Self.filled($0, consent) })
    }

    private static func names(_ json: JSONValue) -> Bool {
        switch json {
        case .string(let text): text.contains(place)
        case .array(let elements): elements.contains(where: names)
        case .object(let members): members.values.contains(where: names)
        case .null, .bool, .number: false
        }
    }

    private static func filled(_ json: JSONValue, _ consent: String) -> JSONValue {
        switch json {
        case .string(let text): .string(text.replacing(place, with: consent))
        case .array(let elements): .array(elements.map { filled($0, consent) })
        case .object(let members): .object(members.mapValues { filled($0, consent) })
        case .null, .bool, .number: json
        }
    }

    /// Returns `true` for a consent's id that can stand in a scope, a URN and a text: 1 to 128 letters, digits and `-._~:`.
    static func isConsent(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count) && id.utf8.allSatisfy { $0.isLetterOrDigit || "-._~:".utf8.contains($0) }
    }
}
