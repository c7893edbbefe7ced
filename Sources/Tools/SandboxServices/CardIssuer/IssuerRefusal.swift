import JourneyBase
import JourneyWire

/// A refusal in the issuer's own format: `{message, errorCode, errorDetails}`, with a code of five digits.
struct IssuerRefusal: Error, Hashable, Sendable {
    let status: Int
    let code: String
    let message: String
    /// The errors of the body, by member.
    var members: [String: String] = [:]
    var retryAfter: Int?

    init(_ status: Int, _ code: String, _ message: String, members: [String: String] = [:], retryAfter: Int? = nil) {
        self.status = status
        self.code = code
        self.message = message
        self.members = members
        self.retryAfter = retryAfter
    }

    var response: HTTPResponse {
        let details = members.sorted { $0.key < $1.key }.map { name, sentence -> JSONValue in
            ["msg": .string(sentence), "param": .string(name), "location": "body"]
        }
        var headers: HTTPFields = ["Cache-Control": "no-store"]
        if let retryAfter { headers["Retry-After"] = String(retryAfter) }
        return .json(
            .issuer([
                .message: .string(message), .errorCode: .string(code),
                .errorDetails: details.isEmpty ? .string(message) : .array(details),
            ]), status: status, headers: headers)
    }
}

extension IssuerRefusal {
    static func members(_ faults: [String: String]) -> IssuerRefusal {
        IssuerRefusal(400, "00002", "Invalid fields", members: faults)
    }

    static let noJSON = IssuerRefusal(400, "00002", "The body is not a JSON object.")
    static let mediaType = IssuerRefusal(415, "00002", "The body must be application/json.")
    static let query = IssuerRefusal(400, "00002", "Requests to this API must not have a query.")
    static let apiKey = IssuerRefusal(401, "30000", "Invalid API key.")
    static let uiSecret = IssuerRefusal(401, "30000", "Invalid UI secret or application.")
    static let signature = IssuerRefusal(401, "30012", "Invalid authorization header.")
    static let clock = IssuerRefusal(401, "30012", "Invalid authorization header: its time is too far off.")
    static let token = IssuerRefusal(401, "30012", "Invalid card auth token.")
    static let tokenExpired = IssuerRefusal(401, "31048", "The card auth token has expired.")
    static let otherOrigin = IssuerRefusal(403, "30029", "This origin may not use the vault.")
    static let otherUser = IssuerRefusal(403, "30013", "The card does not belong to the user.")
    static let noMultiFactor = IssuerRefusal(403, "30029", "Multi-factor authentication not enabled")
    static let userUnknown = IssuerRefusal.members([IssuerField.userId.rawValue: "No user has this ID."])
    static let cardUnknown = IssuerRefusal(404, "30061", "The card does not exist.")
    static let notActive = IssuerRefusal(400, "30100", "The card is not active.")
    static let noPin = IssuerRefusal(400, "30022", "Only an activated physical card has a PIN.")
    static let blockedByOthers = IssuerRefusal(403, "30029", "Only the issuer can unblock this card.")
    static let challengeUnknown = IssuerRefusal(400, "30036", "Request a code before verifying.")
    static let challengeExpired = IssuerRefusal(400, "31048", "The challenge has expired.")
    static let codeWrong = IssuerRefusal(400, "31064", "Invalid verification code")
    static let codeTries = IssuerRefusal(400, "31065", "Too many wrong codes.")
    static let resends = IssuerRefusal(400, "31008", "The code was sent too often.")
    static let unavailable = IssuerRefusal(500, "30014", "The issuer has failed.")

    static func challenges(retryAfter: Int) -> IssuerRefusal {
        IssuerRefusal(429, "31055", "Too many codes were requested.", retryAfter: retryAfter)
    }
}
