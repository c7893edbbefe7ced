package import Foundation
package import JourneyBase
package import JourneyCrypto

/// A remote configuration whose signature has been checked; by `verify`, its environment and time as well.
package struct VerifiedRemoteConfiguration: Sendable {
    package let configuration: RemoteConfiguration
    /// SHA-256 of the signed payload: two documents of one sequence number must have the same.
    package let digest: [UInt8]
    /// The key that signed it.
    let keyID: String
}

extension RemoteConfiguration {
    /// What its JWS header names as `typ`, so that nothing else that a key has signed passes for it.
    package static let type = "journey-remote-configuration+jwt"
    /// The longest document, in bytes.
    package static let limit = CompactJWS.limit

    /// The configuration that `bytes` are, a compact JWS by one of `keys`. Nothing in it counts before its signature.
    ///
    /// Throws `REMOTE_CONFIG_INVALID` for what is unsigned, of another key or environment, or no such document, and
    /// `REMOTE_CONFIG_EXPIRED` for one whose time is not now.
    package static func verify(
        _ bytes: [UInt8], keys: JWKSet, environment: String, now: Date
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        let verified = try open(bytes, keys: keys, isStrict: false)
        let configuration = verified.configuration
        guard configuration.environment == environment else {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration belongs to another environment.")
        }
        guard configuration.notBefore <= now else {
            throw JourneyError(.remoteConfigExpired, "The remote configuration is not valid yet.", recovery: .restart)
        }
        guard now < configuration.notAfter else {
            throw JourneyError(.remoteConfigExpired, "The remote configuration has expired.", recovery: .restart)
        }
        return verified
    }

    /// The configuration that `bytes` are, whenever it is valid; for those who publish it, and so strictly. Throws
    /// `REMOTE_CONFIG_INVALID`.
    package static func open(
        _ bytes: [UInt8], keys: JWKSet
    ) throws(JourneyError) -> VerifiedRemoteConfiguration { try open(bytes, keys: keys, isStrict: true) }

    /// Signs `document`, after a strict look at it. Throws `REMOTE_CONFIG_INVALID` with the place of the fault.
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
            throw JourneyError(.remoteConfigInvalid, "The remote configuration cannot be signed, or is too long.")
        }
    }

    private static func open(
        _ bytes: [UInt8], keys: JWKSet, isStrict: Bool
    ) throws(JourneyError) -> VerifiedRemoteConfiguration {
        guard bytes.count <= limit, let text = String(validating: bytes, as: UTF8.self) else {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration is too long, or no text.")
        }
        let signed: (payload: [UInt8], kid: String)
        do { signed = try CompactJWS.verify(text, typ: type, keys: keys) } catch {
            throw JourneyError(.remoteConfigInvalid, "No key of the bank's has signed the remote configuration.")
        }
        let value: JSONValue
        do { value = try JSONReader.read(signed.payload, limits: JSONLimits(bytes: limit, depth: 8)) } catch {
            throw JourneyError(.remoteConfigInvalid, "The remote configuration is no strict JSON: \(error).")
        }
        let configuration = try reporting { () throws(Refusal) in
            try RemoteConfiguration(Reading(value, code: .remoteConfigInvalid), isStrict: isStrict)
        }
        return VerifiedRemoteConfiguration(
            configuration: configuration, digest: SHA256.hash(signed.payload), keyID: signed.kid)
    }
}
