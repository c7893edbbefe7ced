import Foundation
import JourneyBase

/// A compact JWS whose header may carry its signer's certificate chain (`x5c`, RFC 7515, section 4.1.6). Parsing it verifies
/// nothing, and the chain is a claim: the caller validates its path, or uses a key of its own.
package struct ChainedJWS: Sendable {
    /// The payload, which is unverified until `verify` succeeds.
    package let payload: [UInt8]
    /// The required type of the token.
    package let typ: String
    /// The key id.
    package let keyID: String?
    /// The certificates of `x5c` in DER, the signer's first.
    package let chain: [[UInt8]]
    private let algorithm: SignatureAlgorithm
    private let signedText: [UInt8]
    private let signature: [UInt8]

    private static let headerLimit = 64 << 10
    private static let mostCertificates = 16
    /// Header members that name keys elsewhere, or change the meaning of the rest.
    private static let forbidden: Set<String> = ["crit", "b64", "jwk", "jku", "x5u", "zip", "enc"]

    /// Parses `text`, at most `limit` bytes long. Throws `JWSError`.
    package init(_ text: String, limit: Int) throws(JWSError) {
        guard text.utf8.count <= limit else { throw .malformed }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.count <= ChainedJWS.headerLimit,
            parts[2].utf8.count <= JWS.signatureLimit, let head = Base64URL.decode(parts[0]),
            let payload = Base64URL.decode(parts[1]), let signature = Base64URL.decode(parts[2]),
            let header = try? JSONReader.read(
                head, limits: JSONLimits(bytes: ChainedJWS.headerLimit, depth: 4, values: 64)),
            let members = header.object, let typ = members["typ"]?.string
        else { throw .malformed }
        guard ChainedJWS.forbidden.isDisjoint(with: members.keys) else { throw .forbiddenHeader }
        guard let algorithm = ChainedJWS.algorithm(members["alg"]?.string) else { throw .algorithm }
        if let kid = members["kid"] {
            guard let text = kid.string else { throw .malformed }
            keyID = text
        } else {
            keyID = nil
        }
        chain = try ChainedJWS.chain(members["x5c"])
        self.payload = payload
        self.typ = typ
        self.algorithm = algorithm
        self.signature = signature
        signedText = Array(parts[0].utf8) + [UInt8(ascii: ".")] + Array(parts[1].utf8)
    }

    /// Verifies the signature with `key`, whose algorithm the header must name. Throws `JWSError`.
    package func verify(with key: PublicKey) throws(JWSError) {
        guard key.algorithms.contains(algorithm) else { throw .algorithm }
        guard key.verifies(signature, of: signedText, with: algorithm) else { throw .signature }
    }

    /// Returns the algorithm of a name: RFC 7518's, or `Ed25519` (RFC 9864), never `none` or a MAC.
    private static func algorithm(_ name: String?) -> SignatureAlgorithm? {
        name == "Ed25519" ? .edDSA : name.flatMap(SignatureAlgorithm.init(rawValue:))
    }

    private static func chain(_ value: JSONValue?) throws(JWSError) -> [[UInt8]] {
        guard let value else { return [] }
        guard let items = value.array, (1...mostCertificates).contains(items.count) else { throw .malformed }
        var chain: [[UInt8]] = []
        for item in items {
            guard let text = item.string, let bytes = Data(base64Encoded: text) else { throw .malformed }
            chain.append(Array(bytes))
        }
        return chain
    }
}
