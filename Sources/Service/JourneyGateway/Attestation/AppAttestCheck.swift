import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import JourneyWire

/// Whether what an app sent comes from Apple's App Attest. It looks at bytes and a time, and at nothing else.
///
/// The steps are those of Apple's "Validating apps that connect to your server"; what it does not mention and every genuine
/// object has, such as the key in the authenticator's data, is checked too. The receipt, which is for Apple's own fraud
/// metric, is not looked at.
struct AppAttestCheck: Sendable {
    /// Where chains may end.
    let anchors: [TrustAnchor]
    /// Team and bundle: `TEAM123456.com.partner.app`.
    let appIDs: Set<String>

    /// The longest object, in bytes: genuine ones have some six thousand.
    static let longest = 16_384
    static let format = "apple-appattest"

    /// A key that was attested.
    struct Finding {
        let key: P256PublicKey
        let keyID: [UInt8]
        let appID: String
        let kind: AttestationKind
    }

    private static let limits = CBORLimits(bytes: longest, depth: 4, items: 64)
    /// Apple's extension with the nonce.
    private static let nonceExtension = OID(1, 2, 840, 113_635, 100, 8, 2)
    private static let profile = CertificateProfile(
        name: "attested key", purpose: .any, leafExtensions: [nonceExtension], mostIntermediates: 1,
        isLeafBoundByName: true)

    /// The key of the attestation `object`, that says of itself to be `keyID` and to cover `clientDataHash`.
    func attestation(
        _ object: [UInt8], keyID: [UInt8], clientDataHash: [UInt8], at time: Date
    ) throws(AttestationRefusal) -> Finding {
        guard let item = try? CBORReader.item(in: object[...], limits: Self.limits),
            item.members?.count == 3, let format = item["fmt"]?.text, let statement = item["attStmt"],
            let data = item["authData"]?.bytes
        else { throw AttestationRefusal(.malformed, "This is no attestation object.") }
        guard format == Self.format else {
            throw AttestationRefusal(.unsupported, "The attestation is of another format.")
        }
        let (leaf, key) = try certificate(statement, at: time)
        let authenticator = try AuthenticatorData(attestation: data)
        guard try nonce(of: leaf) == SHA256.hash(Array(data) + clientDataHash) else {
            throw AttestationRefusal(.nonce, "The attestation is not of this request.")
        }
        guard let credential = authenticator.credential, credential.key == key, SHA256.hash(key.x963) == keyID,
            credential.identifier == keyID
        else { throw AttestationRefusal(.key, "The attestation is of another key.") }
        let appID = try app(authenticator)
        guard authenticator.counter == 0 else {
            throw AttestationRefusal(.counter, "The key was used before it was attested.")
        }
        let kind: AttestationKind
        switch credential.authenticator {
        case Array("appattest".utf8) + [UInt8](repeating: 0, count: 7): kind = .appAttest
        case Array("appattestdevelop".utf8): kind = .appAttestDevelopment
        default: throw AttestationRefusal(.environment, "The attestation is of no environment that is known.")
        }
        return Finding(key: key, keyID: keyID, appID: appID, kind: kind)
    }

    /// The counter of the assertion `object`, which `key` has made of `clientDataHash` for the app `appID`.
    func assertion(
        _ object: [UInt8], key: P256PublicKey, appID: String, clientDataHash: [UInt8]
    ) throws(AttestationRefusal) -> Int64 {
        guard let item = try? CBORReader.item(in: object[...], limits: Self.limits), item.members?.count == 2,
            let signature = item["signature"]?.bytes, let data = item["authenticatorData"]?.bytes
        else { throw AttestationRefusal(.malformed, "This is no assertion.") }
        let authenticator = try AuthenticatorData(assertion: data)
        let nonce = SHA256.hash(Array(data) + clientDataHash)
        guard key.verifies(der: Array(signature), of: nonce, hash: .sha256) else {
            throw AttestationRefusal(.signature, "The attested key has not made this assertion.")
        }
        guard try app(authenticator) == appID else {
            throw AttestationRefusal(.app, "The assertion is of another app than the key.")
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
            throw AttestationRefusal(.malformed, "The attestation has no certificates.")
        }
        for entry in list {
            guard let bytes = entry.bytes, let certificate = try? Certificate(Array(bytes)) else {
                throw AttestationRefusal(.malformed, "The attestation has something else than certificates.")
            }
            chain.append(certificate)
        }
        let validator = CertificateValidator(anchors: anchors, profile: Self.profile)
        let path: CertificatePath
        do { path = try validator.validate(chain[0], intermediates: Array(chain.dropFirst()), at: time) } catch {
            throw AttestationRefusal(
                .chain, "The certificates do not lead to a root that is trusted (\(error.reason.rawValue)).")
        }
        guard case .p256(let key) = path.publicKey else {
            throw AttestationRefusal(.chain, "The attested key is no P-256 key.")
        }
        return (chain[0], key)
    }

    /// `SEQUENCE { [1] { OCTET STRING } }`.
    private func nonce(of leaf: Certificate) throws(AttestationRefusal) -> [UInt8] {
        guard let value = leaf.extension(Self.nonceExtension)?.value,
            let sequence = try? DERReader.element(.sequence, in: value),
            let tagged = try? sequence.elements(.context(1, isConstructed: true), least: 1, limit: 1),
            let inner = try? tagged[0].elements(.octetString, least: 1, limit: 1)
        else { throw AttestationRefusal(.nonce, "The certificate has no nonce.") }
        return Array(inner[0].content)
    }

    private func app(_ data: AuthenticatorData) throws(AttestationRefusal) -> String {
        guard let known = appIDs.first(where: { SHA256.hash(Array($0.utf8)) == data.relyingParty }) else {
            throw AttestationRefusal(.app, "The app is none of those that are known.")
        }
        return known
    }
}
