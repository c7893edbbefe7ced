package import JourneyBase

/// The operations of the card issuer's signed API, as the card proxy calls them.
package enum IssuerCall: String, Hashable, Sendable, CaseIterable {
    case confirm, resend, revoke, card, block, unblock, statement

    /// The path of the API's version, which the paths of operations follow.
    package static let version = "/api/v1"
    /// The placeholder for the card's id in a path.
    package static let parameter = "{id}"

    package var method: HTTPMethod { self == .card ? .get : .post }

    /// The path below the API's version.
    package var path: String {
        switch self {
        case .confirm: "/card/confirm-consent"
        case .resend: "/card/resend-consent-code"
        case .revoke: "/card/revoke-consent"
        case .card: "/card/\(IssuerCall.parameter)"
        case .block: "/card/block"
        case .unblock: "/card/unblock"
        case .statement: "/card/statement"
        }
    }

    /// Returns the path with the id of a card in the place of its parameter.
    package func path(_ card: String) -> String { path.replacing(IssuerCall.parameter, with: card) }
}

/// The paths of the issuer's vault, which its script calls from the card page.
package enum VaultPath {
    package static let consent = "/ui/v1/consent"
    package static let drawings = "/ui/v1/drawings"
    package static let content = "/ui/v1/drawings/content"
}

/// The members of the issuer's requests and responses, and of the messages by which the card page passes them on to the app.
package enum IssuerField: String, Sendable, CaseIterable {
    case userId, challengeId, verificationCode, cardAuthToken, cardId
    case id, name, type, status, blockType, maskedCardNumber, expiryData, linkedAccountCurrency, design
    case isEnrolledFor3dSecure, isCard3dSecureActivated, activatedAt, createdAt
    case security, contactlessEnabled, withdrawalEnabled, internetPurchaseEnabled, overallLimitsEnabled
    case page, limit, startDate, endDate, transactions, count, total, merchantName, amount, currency
    case uiSecret, applicationId, channel, dateExpires, authToken, showPin, hideData, part, key, parent, digits
    case message, errorCode, errorDetails
}

extension JSONValue {
    /// Creates an object with these members; `nil` ones are left out.
    package static func issuer(_ members: [IssuerField: JSONValue?]) -> JSONValue { named(members) }

    package subscript(field: IssuerField) -> JSONValue? { self[field.rawValue] }

    /// Creates an object with these members; `nil` ones are left out.
    static func named<Name: RawRepresentable<String>>(_ members: [Name: JSONValue?]) -> JSONValue {
        .object(
            Dictionary(uniqueKeysWithValues: members.compactMap { name, value in value.map { (name.rawValue, $0) } }))
    }
}
