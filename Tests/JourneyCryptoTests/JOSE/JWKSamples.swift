import JourneyBase
import JourneyCrypto
import Testing

/// The keys of the RFCs, and one of every type.
enum JWKSamples {
    /// RFC 7515, appendix A.2.1: RSA, the public half.
    static let rfc7515RSA: JSONValue = [
        "kty": "RSA",
        "n": .string(
            "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2l"
                + "ZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WT"
                + "BEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs9"
                + "1kzk2PAcDTW9gb54h4FRWyuXpoQ"),
        "e": "AQAB",
    ]

    /// RFC 7515, appendix A.3.1.
    static let rfc7515P256: JSONValue = [
        "kty": "EC", "crv": "P-256", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
        "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
    ]

    /// RFC 7515, appendix A.4.1.
    static let rfc7515P521: JSONValue = [
        "kty": "EC", "crv": "P-521",
        "x": "AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk",
        "y": "ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2",
    ]

    /// RFC 7520, section 5.4: P-384.
    static let rfc7520P384: JSONValue = [
        "kty": "EC", "kid": "peregrin.took@tuckborough.example", "use": "enc", "crv": "P-384",
        "x": "YU4rRUzdmVqmRtWOs2OpDE_T5fsNIodcG8G5FWPrTPMyxpzsSOGaQLpe2FpxBmu2",
        "y": "A8-yxCHxkfBz3hKZfI1jUYMjUhsEveZ9THuwFjH2sCNdtksRJU7D5-SkgaFL1ETP",
    ]

    /// RFC 8037, appendix A.2.
    static let rfc8037: JSONValue = [
        "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ]

    /// Returns a key as JSON text in locked memory.
    static func secret(_ json: JSONValue) -> Secret { Secret(copying: json.compactBytes) }

    /// Returns one key of every type, and both RSA algorithms, by id.
    static func verificationKeys() throws -> [String: VerificationKey] {
        [
            "p256": try VerificationKey(JWK(rfc7515P256)), "p521": try VerificationKey(JWK(rfc7515P521)),
            "p384": try VerificationKey(JWK(rfc7520P384).key), "ed": try VerificationKey(JWK(rfc8037)),
            "ps": try VerificationKey(JWK(rfc7515RSA).key, by: .ps256),
            "rs": try VerificationKey(JWK(rfc7515RSA).key, by: .rs256),
        ]
    }
}

extension JSONValue {
    /// Returns the object with changed members; `nil` removes one.
    func with(_ changes: [String: JSONValue?]) -> JSONValue {
        var members = object ?? [:]
        for (name, value) in changes { members[name] = value }
        return .object(members)
    }
}
