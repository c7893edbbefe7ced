import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

/// The bodies that devices send. Wallet may add members, so those that are not known are passed over.
enum PassForms {
    /// The message of a body, which may come without a type. Throws `UNSUPPORTED_TYPE` and `REQUEST_INVALID`.
    private static func message<Message: WireMessage>(
        of request: HTTPRequest, values: Int = 64
    ) throws(PassUpdateRefusal) -> Message {
        try PassUpdateContract.message(
            Message.self, of: request, limits: JSONLimits(bytes: 64 << 10, depth: 4, values: values), needsType: false,
            unknownMembers: .ignored)
    }

    /// The token that pushes to the device go to: hexadecimal, at most 100 bytes of it. It becomes a part of an address, so
    /// nothing else is let through.
    static func pushToken(_ request: HTTPRequest) throws(PassUpdateRefusal) -> String {
        let form: PassRegistration = try message(of: request)
        guard (16...200).contains(form.pushToken.utf8.count), Hex.decode(form.pushToken) != nil else {
            throw PassUpdateRefusal(.requestInvalid)
        }
        return form.pushToken.lowercased()
    }

    /// What Wallet has to say about the service: at most 100 messages, each one line of at most 1,000 characters.
    static func logs(_ request: HTTPRequest) throws(PassUpdateRefusal) -> [String] {
        let form: WalletLog = try message(of: request, values: 1_002)
        return form.logs.prefix(100).map { line($0) }
    }

    /// What a person filled in when the pass was added. Throws `UNSUPPORTED_TYPE` and `REQUEST_INVALID`.
    ///
    /// The token is signed with the certificate that also signs passes: one that could be read as a pass's manifest or as
    /// binding data would let anybody forge those. Base64, hexadecimal and UUIDs pass; braces and quotes do not.
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
    let token: [UInt8]
    /// Texts by their names, as they were given but in one line.
    let info: [String: String]

    /// What is kept of the token.
    var digest: [UInt8] { SHA256.hash(token) }
}
