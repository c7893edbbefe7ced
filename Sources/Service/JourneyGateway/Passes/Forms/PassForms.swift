import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// Parses the bodies sent by devices. Unknown members are ignored, because Wallet may add some.
enum PassForms {
    /// Parses a body, whose content type is optional. Throws `UNSUPPORTED_TYPE` and `REQUEST_INVALID`.
    private static func message<Message: WireMessage>(
        of request: HTTPRequest, values: Int = 64
    ) throws(PassUpdateRefusal) -> Message {
        try PassUpdateContract.message(
            Message.self, of: request, limits: JSONLimits(bytes: 64 << 10, depth: 4, values: values), needsType: false,
            unknownMembers: .ignored)
    }

    /// Returns the device's push token: hexadecimal, 16 to 200 digits. It becomes part of a URL, so any other text is refused.
    static func pushToken(_ request: HTTPRequest) throws(PassUpdateRefusal) -> String {
        let form: PassRegistration = try message(of: request)
        guard (16...200).contains(form.pushToken.utf8.count), Hex.decode(form.pushToken) != nil else {
            throw PassUpdateRefusal(.requestInvalid)
        }
        return form.pushToken.lowercased()
    }

    /// Returns Wallet's log messages: at most 100, each one line of at most 1,000 characters.
    static func logs(_ request: HTTPRequest) throws(PassUpdateRefusal) -> [String] {
        let form: WalletLog = try message(of: request, values: 1_002)
        return form.logs.prefix(100).map { line($0) }
    }

    /// Parses the personal data a user entered when adding the pass. Throws `UNSUPPORTED_TYPE` and `REQUEST_INVALID`.
    ///
    /// The token is signed with the certificate that also signs passes. A token readable as a pass's manifest or as binding data
    /// would allow forgery, so only the characters of base64, hexadecimal and UUIDs are accepted.
    static func personalization(_ request: HTTPRequest) throws(PassUpdateRefusal) -> PersonalizationForm {
        let form: PassPersonalization = try message(of: request)
        let info = form.requiredPersonalizationInfo.json.object?.compactMapValues(\.string) ?? [:]
        guard (1...512).contains(form.personalizationToken.utf8.count),
            form.personalizationToken.utf8.allSatisfy({ $0.isLetterOrDigit || "+/=_-.~:".utf8.contains($0) }),
            info.values.allSatisfy({ $0.utf8.count <= 1_024 })
        else { throw PassUpdateRefusal(.requestInvalid) }
        return PersonalizationForm(
            token: Array(form.personalizationToken.utf8), info: info.mapValues { line($0, most: 256) })
    }

    /// Returns one line without characters that move a terminal's cursor or change the text direction.
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

/// The personal data a user entered when adding the pass, and the token to sign.
struct PersonalizationForm: Sendable {
    let token: [UInt8]
    /// Values by name, each reduced to one line.
    let info: [String: String]

    /// The stored form of the token.
    var digest: [UInt8] { SHA256.hash(token) }
}
