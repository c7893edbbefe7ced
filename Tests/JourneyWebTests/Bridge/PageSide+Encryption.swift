import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyWeb

/// The page's half of encrypted payloads, with the specification's labels spelled out.
extension PageSide {
    func payloadKey(_ direction: String) throws -> Secret {
        let document: [UInt8] = try #require(Base64URL.decode(documentID))
        return HKDFSHA256.derive(
            from: try #require(secret), salt: pageNonce + document,
            info: Array("journey-bridge/1.2 \(direction) payload".utf8), count: 32)
    }

    func parties(_ direction: String, _ name: String) throws -> JWE.Labels {
        let document: [UInt8] = try #require(Base64URL.decode(documentID))
        return JWE.Labels(partyU: Array("journey-bridge/1.2 \(direction) \(name)".utf8), partyV: document)
    }

    /// Encrypts `payload` for the SDK.
    func encrypt(_ payload: JSONValue, for name: String, by encryption: PayloadEncryption) throws -> String {
        switch encryption {
        case .direct:
            return try CompactJWE.seal(payload.compactBytes, to: JWE.Destination(direct: payloadKey("page-to-sdk")))
        case .agreement:
            return try CompactJWE.seal(
                payload.compactBytes, to: JWE.Destination(.p256(try #require(sdkKey))),
                labels: parties("page-to-sdk", name))
        }
    }

    /// Decrypts a JWE of the SDK.
    func decrypt(_ jwe: JSONValue?, of name: String, by encryption: PayloadEncryption) throws -> JSONValue {
        let text = try #require(jwe?.string)
        let recipient =
            switch encryption {
            case .direct: try JWE.Recipient(direct: payloadKey("sdk-to-page"))
            case .agreement: JWE.Recipient(.p256(agreement), accepting: [.ecdhESA256KW])
            }
        let opened = try CompactJWE.open(text, with: recipient)
        if encryption == .agreement { #expect(opened.labels == (try parties("sdk-to-page", name))) }
        return try JSONReader.read(opened.content)
    }

    /// Returns a signed message with `jwe` in place of its payload.
    func signed(_ kind: String, _ name: String, jwe: String) throws -> String {
        try sealed(message(kind, name).replacing(#""payload":{}"#, with: #""jwe":"\#(jwe)""#))
    }
}
