import JourneyBase
import JourneyCrypto
import JourneyServer

/// Bodies that devices send. Wallet may add members, so those that are not known are passed over.
enum PassForms {
    /// A body may come without a type; one that says another is not looked at. Throws `UNSUPPORTED_TYPE` and
    /// `REQUEST_INVALID`.
    static func object(of request: HTTPRequest, values: Int = 64) throws(PassUpdateRefusal) -> JSONValue {
        guard request.headers["Content-Type"] == nil || request.hasBody(of: "application/json") else {
            throw PassUpdateRefusal(.unsupportedType)
        }
        let limits = JSONLimits(bytes: 64 << 10, depth: 4, values: values)
        guard let body = try? JSONReader.read(request.body, limits: limits), body.object != nil else {
            throw PassUpdateRefusal(.requestInvalid)
        }
        return body
    }

    /// The token that pushes to the device go to: hexadecimal, at most 100 bytes of it. It becomes a part of an address, so
    /// nothing else is let through.
    static func pushToken(_ request: HTTPRequest) throws(PassUpdateRefusal) -> String {
        guard let text = try object(of: request)["pushToken"]?.string, (16...200).contains(text.utf8.count),
            Hex.decode(text) != nil
        else { throw PassUpdateRefusal(.requestInvalid) }
        return text.lowercased()
    }

    /// What Wallet has to say about the service: at most 100 messages, each one line of at most 1,000 characters.
    static func logs(_ request: HTTPRequest) throws(PassUpdateRefusal) -> [String] {
        guard let logs = try object(of: request, values: 1_002)["logs"]?.array else {
            throw PassUpdateRefusal(.requestInvalid)
        }
        return try logs.prefix(100).map { value throws(PassUpdateRefusal) in
            guard let text = value.string else { throw PassUpdateRefusal(.requestInvalid) }
            return line(text)
        }
    }

    /// One line without anything that moves a terminal's cursor or turns its text around.
    static func line(_ text: String, most: Int = 1_000) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(most).map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: " "
                    default: scalar
                    }
                }))
    }
}

/// What a person filled in when the pass was added, and the token that is to be signed.
struct PersonalizationForm: Sendable {
    /// The names that Wallet knows (facts of Apple's `RequiredPersonalizationInfo`).
    static let names = [
        "fullName", "givenName", "familyName", "emailAddress", "postalCode", "ISOCountryCode", "phoneNumber",
    ]

    let token: [UInt8]
    /// Texts by their names, as they were given but in one line.
    let info: [String: String]

    /// Throws `UNSUPPORTED_TYPE` and `REQUEST_INVALID`.
    ///
    /// The token is signed with the certificate that also signs passes: one that could be read as a pass's manifest or as
    /// binding data would let anybody forge those. Base64, hexadecimal and UUIDs pass; braces and quotes do not.
    init(_ request: HTTPRequest) throws(PassUpdateRefusal) {
        let body = try PassForms.object(of: request)
        guard let text = body["personalizationToken"]?.string, (1...512).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isTokenCharacter }), let given = body["requiredPersonalizationInfo"]?.object
        else { throw PassUpdateRefusal(.requestInvalid) }
        token = Array(text.utf8)
        var info: [String: String] = [:]
        for name in Self.names {
            guard let value = given[name] else { continue }
            guard let text = value.string, text.utf8.count <= 1_024 else { throw PassUpdateRefusal(.requestInvalid) }
            info[name] = PassForms.line(text, most: 256)
        }
        self.info = info
    }

    /// What is kept of the token.
    var digest: [UInt8] { SHA256.hash(token) }
}

extension UInt8 {
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "+/=_-.~:".utf8.contains(self)
        }
    }
}
