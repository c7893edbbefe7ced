import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyWire

/// Verifies evidence of Apple's App Attest: a pure function of bytes and a time.
///
/// The steps follow Apple's "Validating apps that connect to your server". Properties that it omits but every genuine object has,
/// such as the key in the authenticator data, are checked too. The receipt, which serves Apple's fraud metric, is ignored.
struct AppAttestCheck: Sendable {
    /// The trust anchors of certificate chains.
    let anchors: [TrustAnchor]
    /// App IDs of team and bundle: `TEAM123456.com.partner.app`.
    let appIDs: Set<String>

    /// The maximum size of an object, in bytes. Genuine objects have about 6,000.
    static let longest = 16_384
    static let format = "apple-appattest"

    /// A key whose attestation was verified.
    struct Finding {
        let key: P256PublicKey
        let keyID: [UInt8]
        let appID: String
        let kind: AttestationKind
    }

    private static let limits = CBORLimits(bytes: longest, depth: 4, items: 64)
    /// Apple's certificate extension with the nonce.
    private static let nonceExtension = OID(1, 2, 840, 113_635, 100, 8, 2)
    private static let profile = CertificateProfile(
        name: "attested key", purpose: .any, leafExtensions: [nonceExtension], mostIntermediates: 1,
        isLeafBoundByName: true)

    /// Verifies the attestation `object` for the claimed `keyID` and `clientDataHash`, and returns the attested key.
    func attestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], at time: Date
    ) throws(AttestationRefusal) -> Finding {
        guard let item = try? CBORReader.item(in: object[...], limits: Self.limits),
            item.members?.count == 3, let format = item["fmt"]?.text, let statement = item["attStmt"],
            let data = item["authData"]?.bytes
        else {
            throw AttestationRefusal(.malformed, "The attestation is not a CBOR map with fmt, attStmt and authData.")
        }
        guard format == Self.format else {
            throw AttestationRefusal(.unsupported, "The attestation's format is not apple-appattest.")
        }
        let (leaf, key) = try certificate(statement, at: time)
        let authenticator = try AuthenticatorData(attestation: data)
        guard try nonce(of: leaf) == SHA256.hash(Array(data) + clientDataHash) else {
            throw AttestationRefusal(.nonce, "The attestation's nonce does not match this request.")
        }
        guard let credential = authenticator.credential, credential.key == key, SHA256.hash(key.x963) == keyID,
            credential.identifier == keyID
        else { throw AttestationRefusal(.key, "The attestation belongs to another key.") }
        let appID = try app(authenticator)
        guard authenticator.counter == 0 else {
            throw AttestationRefusal(.counter, "The key was used before it was attested.")
        }
        let kind: AttestationKind
        switch credential.authenticator {
        case Array("appattest".utf8) + [UInt8](repeating: 0, count: 7): kind = .appAttest
        case Array("appattestdevelop".utf8): kind = .appAttestDevelopment
        default: throw AttestationRefusal(.environment, "The attestation names an unknown App Attest environment.")
        }
        return Finding(key: key, keyID: keyID, appID: appID, kind: kind)
    }

    /// Verifies the assertion `object` by `key` over `clientDataHash` for the app `appID`, and returns its counter.
    func assertion(
        _ object: [UInt8], key: P256PublicKey, appID: String, clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> Int64 {
        guard let item = try? CBORReader.item(in: object[...], limits: Self.limits), item.members?.count == 2,
            let signature = item["signature"]?.bytes, let data = item["authenticatorData"]?.bytes
        else {
            throw AttestationRefusal(
                .malformed, "The assertion is not a CBOR map with signature and authenticatorData.")
        }
        let authenticator = try AuthenticatorData(assertion: data)
        let nonce = SHA256.hash(Array(data) + clientDataHash)
        guard key.verifies(der: Array(signature), of: nonce, hash: .sha256) else {
            throw AttestationRefusal(.signature, "The assertion's signature does not match the attested key.")
        }
        guard try app(authenticator) == appID else {
            throw AttestationRefusal(.app, "The assertion and the key belong to different apps.")
        }
        return Int64(authenticator.counter)
    }

    private func certificate(
        _ statement: CBORItem, at time: Date
    ) throws(AttestationRefusal) -> (Certificate, P256PublicKey) {
        var chain: [Certificate] = []
        guard statement.members?.count == 2, statement["receipt"]?.bytes != nil,
            let list = statement["x5c"]?.array, (1...4).contains(list.count)
        else {
            throw AttestationRefusal(
                .malformed, "The attestation has no receipt, or not one to four certificates in x5c.")
        }
        for entry in list {
            guard let bytes = entry.bytes, let certificate = try? Certificate(Array(bytes)) else {
                throw AttestationRefusal(.malformed, "The attestation's x5c has an entry that is not a certificate.")
            }
            chain.append(certificate)
        }
        let validator = CertificateValidator(anchors: anchors, profile: Self.profile)
        let path: CertificatePath
        do { path = try validator.validate(chain[0], intermediates: Array(chain.dropFirst()), at: time) } catch {
            throw AttestationRefusal(
                .chain, "The certificate chain does not lead to a trusted root (\(error.reason.rawValue)).")
        }
        guard case .p256(let key) = path.publicKey else {
            throw AttestationRefusal(.chain, "The attested key is not a P-256 key.")
        }
        return (chain[0], key)
    }

    /// Extracts the nonce from `SEQUENCE { [1] { OCTET STRING } }`.
    private func nonce(of leaf: Certificate) throws(AttestationRefusal) -> [UInt8] {
        guard let value = leaf.extension(Self.nonceExtension)?.value,
            let sequence = try? DERReader.element(.sequence, in: value),
            let tagged = try? sequence.elements(.context(1, isConstructed: true), least: 1, limit: 1),
            let inner = try? tagged[0].elements(.octetString, least: 1, limit: 1)
        else { throw AttestationRefusal(.nonce, "The certificate has no valid App Attest nonce extension.") }
        return Array(inner[0].content)
    }

    private func app(_ data: AuthenticatorData) throws(AttestationRefusal) -> String {
        guard let known = appIDs.first(where: { SHA256.hash(Array($0.utf8)) == data.relyingParty }) else {
            throw AttestationRefusal(.app, "The app is not one of the partner's configured apps.")
        }
        return known
    }
}
