package import JourneyBase

/// Parsing and encoding in locked memory.
extension PrivateJWK {
    /// The longest text accepted, in bytes.
    static let limit = 4_096

    /// Parses the key in the JSON `text`. Throws `JWKError`: `.unsupported` for RSA and other unsupported types and curves,
    /// `.keyInvalid` when the halves do not match.
    package init(_ text: Secret) throws(JWKError) {
        guard text.count <= PrivateJWK.limit else { throw .malformed }
        let parts = try text.withBytes { bytes throws(JWKError) in try JWKSecretMembers(bytes) }
        let limits = JSONLimits(bytes: PrivateJWK.limit, depth: 4, values: 64)
        guard let object = (try? JSONReader.read(parts.redacted, limits: limits))?.object,
            let type = object["kty"]?.string
        else { throw .malformed }
        // A secret member whose name contains an escape was not extracted and is still in the text.
        for name in JWK.secretMembers.intersection(object.keys) {
            guard object[name] == "", parts.values[name] != nil else { throw .malformed }
        }
        let members = try JWKMembers(object)
        material = try PrivateJWK.material(type, object, parts.values)
        self.members = members
        if let name = members.algorithm, let key = publicKey, !JWK.fits(name, key) { throw .keyInvalid }
    }

    private static func material(
        _ type: String, _ object: [String: JSONValue], _ secrets: [String: Secret]
    ) throws(JWKError) -> Material {
        // Secret members of another key type are an error.
        let expected = type == "oct" ? "k" : "d"
        if type == "EC" || type == "OKP" || type == "oct" {
            guard let secret = secrets[expected], secrets.count == 1, secret.count > 0 else { throw .keyInvalid }
            if type == "oct" { return .symmetric(secret) }
            let key = try PublicKey(jwk: object)
            let derived: PublicKey
            do throws(CryptoError) {
                if let curve = key.curve {
                    guard secret.count == curve.fieldCount else { throw .keyInvalid }
                    derived = try AgreementKey(scalar: secret, on: curve).publicKey
                } else {
                    derived = .ed25519(try Ed25519PrivateKey(seed: secret).publicKey)
                }
            } catch { throw .keyInvalid }
            guard derived == key else { throw .keyInvalid }
            return key.curve.map { .curve($0, scalar: secret, key) } ?? .ed25519(seed: secret, key)
        }
        throw .unsupported
    }

    /// Returns the key as JSON, in locked memory, with its secret member last.
    package func text() -> Secret {
        let (name, secret): (String, Secret) =
            switch material {
            case .curve(_, let scalar, _): ("d", scalar)
            case .ed25519(let seed, _): ("d", seed)
            case .symmetric(let key): ("k", key)
            }
        let own = publicKey?.jwk.object ?? ["kty": "oct"]
        let open = JSONValue.object(own.merging(members.json) { own, _ in own }).compactBytes.dropLast()
        let start = Array(open) + Array(#","\#(name)":""#.utf8)
        let end = Array(#""}"#.utf8)
        let middle = Base64URL.encodedCount(secret.count)
        return Secret(count: start.count + middle + end.count) { memory in
            memory.copyBytes(from: start)
            secret.withBytes { bytes in
                Base64URL.encode(
                    bytes, into: UnsafeMutableRawBufferPointer(rebasing: memory[start.count..<start.count + middle]))
            }
            UnsafeMutableRawBufferPointer(rebasing: memory[(start.count + middle)...]).copyBytes(from: end)
        }
    }
}
