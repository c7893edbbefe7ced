internal import JourneyBase
internal import JourneyCrypto

/// Encrypts and decrypts the payloads of one document: compact JWE (RFC 7516) with A256GCM.
///
/// The manifest decides the algorithm of a message, never the header. `dir` keys are derived for the document and the direction.
/// ECDH-ES+A256KW uses the recipient's key of the handshake, which the session proof covers; its derivation includes direction,
/// message name and document.
struct BridgeCipher {
    /// The longest payload that a page may encrypt, in bytes: it is decrypted into locked memory, which is scarce.
    static let limit = 4_096

    enum Fault: Error {
        /// The plaintext would exceed `limit` bytes.
        case tooLarge
        /// Decryption failed; the cause is not disclosed.
        case undecipherable
        /// The text was decrypted before.
        case replayed
        /// The replay window is full.
        case exhausted
    }

    private let fromPage: Secret
    private let toPage: Secret
    private let own: P256AgreementKey
    private let page: P256PublicKey
    private let documentID: [UInt8]
    private let version: BridgeVersion
    private let capacity: Int
    /// Nonce and tag of decrypted texts. Anyone can encrypt to the SDK's key, so a page could replay a text.
    private var opened: Set<String> = []

    /// Creates the cipher of a document. `secret` is the handshake's shared secret, with `own` and `page` as its keys.
    init(
        secret: Secret, own: P256AgreementKey, page: P256PublicKey, pageNonce: [UInt8], documentID: [UInt8],
        version: BridgeVersion, capacity: Int
    ) {
        func key(_ direction: BridgeKeys.Direction) -> Secret {
            BridgeKeys.derive(secret, pageNonce + documentID, direction.label(version) + " payload")
        }
        fromPage = key(.pageToSDK)
        toPage = key(.sdkToPage)
        self.own = own
        self.page = page
        self.documentID = documentID
        self.version = version
        self.capacity = capacity
    }

    /// Encrypts `payload` for the page, as part of message `name`. Throws when the library refuses, or the JWE would exceed
    /// `JWE.limit`.
    func encrypt(_ payload: BridgePayload, name: String, by encryption: PayloadEncryption) throws -> String {
        let destination: JWE.Destination
        var labels = JWE.Labels()
        switch encryption {
        case .direct: destination = try JWE.Destination(direct: toPage)
        case .agreement:
            destination = try JWE.Destination(.p256(page), by: .ecdhESA256KW)
            labels = parties(.sdkToPage, name)
        }
        switch payload {
        case .plain(let value): return try CompactJWE.seal(value.compactBytes, to: destination, labels: labels)
        case .secret(let secret): return try CompactJWE.seal(secret, to: destination, labels: labels)
        }
    }

    /// Decrypts the page's `text`, as part of message `name`. Each text is accepted once.
    mutating func decrypt(
        _ text: String, name: String, by encryption: PayloadEncryption
    ) throws(Fault) -> Secret {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 5 else { throw .undecipherable }
        guard parts[3].utf8.count <= Base64URL.encodedCount(BridgeCipher.limit) else { throw .tooLarge }
        guard BridgeCipher.isHeader(parts[0], of: encryption) else { throw .undecipherable }
        let identity = "\(parts[2]).\(parts[4])"
        guard !opened.contains(identity) else { throw .replayed }
        guard opened.count < capacity else { throw .exhausted }
        guard let found = try? CompactJWE.openSecret(text, with: recipient(encryption)),
            encryption == .direct || found.labels == parties(.pageToSDK, name)
        else { throw .undecipherable }
        opened.insert(identity)
        return found.content
    }

    private func recipient(_ encryption: PayloadEncryption) throws -> JWE.Recipient {
        switch encryption {
        case .direct: try JWE.Recipient(direct: fromPage)
        case .agreement: JWE.Recipient(.p256(own), accepting: [.ecdhESA256KW])
        }
    }

    /// Returns the party info of the key derivation: direction, message name and document.
    private func parties(_ direction: BridgeKeys.Direction, _ name: String) -> JWE.Labels {
        JWE.Labels(partyU: Array("\(direction.label(version)) \(name)".utf8), partyV: documentID)
    }

    /// Returns `true` when the header has exactly the members of its form: unknown members are not ignored here.
    private static func isHeader(_ encoded: Substring, of encryption: PayloadEncryption) -> Bool {
        guard encoded.utf8.count <= 1_024, let bytes = Base64URL.decode(encoded),
            let members = (try? JSONReader.read(bytes, limits: JSONLimits(bytes: 1_024, depth: 3, values: 16)))?.object,
            members["alg"]?.string == encryption.rawValue,
            members["enc"]?.string == JWE.ContentEncryption.a256GCM.rawValue
        else { return false }
        switch encryption {
        case .direct: return members.count == 2
        case .agreement:
            return Set(members.keys) == ["alg", "enc", "epk", "apu", "apv"]
                && (members["epk"]?.object).map { Set($0.keys) } == ["kty", "crv", "x", "y"]
        }
    }
}
