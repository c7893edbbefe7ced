package import Foundation
package import JourneyBase
package import JourneyCrypto

/// A remote configuration with a verified signature. `verify` also checks its environment and validity period.
package struct VerifiedRemoteConfiguration: Sendable {
    package let configuration: RemoteConfiguration
    /// The SHA-256 hash of the signed payload: two documents with one sequence number must have the same.
    package let digest: [UInt8]
    /// The ID of the key that signed it.
    let keyID: String
}

extension RemoteConfiguration {
    /// The `typ` of its JWS header, so that no other document signed by the same key is accepted.
    package static let type = "journey-remote-configuration+jwt"
    /// The maximum length of a document, in bytes.
    package static let limit = CompactJWS.limit

    /// Verifies a compact JWS by one of `keys` and returns its configuration. No content is used before the signature is
    /// verified.
    ///
    /// Throws `REMOTE_CONFIG_INVALID` for a document that is unsigned, signed by another key, for another environment, or
    /// malformed. Throws `REMOTE_CONFIG_EXPIRED` outside its validity period.
    package static func verify(
        _ bytes: [UInt8], keys: JWKSet, environment: String, now: Date
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try open(bytes, keys: keys, isStrict: false)
        let configuration = verified.configuration
        guard configuration.environment == environment else {
            throw JourneyError(
                .remoteConfigInvalid,
                "The remote configuration is for the environment \(configuration.environment), not for \(environment).")
        }
        guard configuration.notBefore <= now else {
            throw JourneyError(
                .remoteConfigExpired, "The remote configuration is not valid yet; check the device's clock.",
                recovery: .restart)
        }
        guard now < configuration.notAfter else {
            throw JourneyError(.remoteConfigExpired, "The remote configuration has expired.", recovery: .restart)
        }
        return verified
    }

    /// Verifies a compact JWS and returns its configuration regardless of its validity period. Strict, for publishers. Throws
    /// `REMOTE_CONFIG_INVALID`.
    package static func open(
        _ bytes: [UInt8], keys: JWKSet
    ) throws(JourneyError) -> VerifiedRemoteConfiguration { try open(bytes, keys: keys, isStrict: true) }

    /// Validates `document` strictly and signs it. Throws `REMOTE_CONFIG_INVALID` with the path of the fault.
    package static func sign(
        _ document: JSONValue, key: any MessageSigner, kid: String
    ) async throws(JourneyError) -> [UInt8] {
        _ = try reporting { () throws(Refusal) in
            try RemoteConfiguration(Reading(document, code: .remoteConfigInvalid), isStrict: true)
        }
        do {
            let text = try await CompactJWS.sign(document.compactBytes, typ: type, kid: kid, key: key)
            guard text.utf8.count <= limit else { throw JWSError.malformed }
            return Array(text.utf8)
        } catch {
            throw JourneyError(
                .remoteConfigInvalid,
                "The remote configuration could not be signed with the key ID \(kid), or exceeds \(limit) bytes: \(error)."
            )
        }
    }

    private static func open(
        _ bytes: [UInt8], keys: JWKSet, isStrict: Bool
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration exceeds \(limit) bytes or is not UTF-8.")
        }
        let signed: (payload: [UInt8], kid: String)
        do { signed = try CompactJWS.verify(text, typ: type, keys: keys) } catch {
            throw JourneyError(
                .remoteConfigInvalid, "The remote configuration is not signed by a trusted key: \(error).")
        }
        let value: JSONValue
        do { value = try JSONReader.read(signed.payload, limits: JSONLimits(bytes: limit, depth: 8)) } catch {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration is not valid JSON: \(error).")
        }
        let configuration = try reporting { () throws(Refusal) in
            try RemoteConfiguration(Reading(value, code: .remoteConfigInvalid), isStrict: isStrict)
        }
        return VerifiedRemoteConfiguration(
            configuration: configuration, digest: SHA256.hash(signed.payload), keyID: signed.kid)
    }
}
