import JourneyBase
import JourneyCrypto
import Testing

/// An app with the development attestor, implemented here so that the gateway isn't tested against the device's code.
struct DevelopmentApp {
    var key: P256PrivateKey
    var instance: P256PrivateKey
    var appID = "TEAM123456.com.partner.app"

    init() throws {
        key = try .generate()
        instance = try .generate()
    }

    var keyID: [UInt8] { SHA256.hash(key.publicKey.x963) }
    var thumbprint: String { instance.publicKey.thumbprint }

    func registration(at moment: Int64, typ: String = "journey-instance+jwt") async throws -> String {
        let claims: JSONValue = ["jwk": instance.publicKey.jwk, "iat": .number(JSONNumber(moment))]
        return try await CompactJWS.sign(claims.compactBytes, typ: typ, kid: nil, key: instance)
    }

    func attestation(of clientData: [UInt8]) async throws -> [UInt8] {
        let claims: JSONValue = [
            "jwk": key.publicKey.jwk, "appId": .string(appID),
            "clientDataHash": .string(Base64URL.encode(SHA256.hash(clientData))),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: "journey-development-attestation+jwt", kid: nil, key: key)
        return Array(text.utf8)
    }

    func assertion(of clientData: [UInt8], counter: Int64) async throws -> [UInt8] {
        let claims: JSONValue = [
            "counter": .number(JSONNumber(counter)), "appId": .string(appID),
            "clientDataHash": .string(Base64URL.encode(SHA256.hash(clientData))),
        ]
        let text = try await CompactJWS.sign(
            claims.compactBytes, typ: "journey-development-assertion+jwt", kid: nil, key: key)
        return Array(text.utf8)
    }
}
