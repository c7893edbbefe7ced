import Foundation
import JourneyBase
import JourneyCrypto

/// An installation of a partner's app with the keys of one device, implemented here so that the bank isn't tested against the
/// device's code.
struct TestApp {
    var instanceKey: P256PrivateKey
    var approvalKey: P256PrivateKey
    var dependencies: Dependencies

    init(_ dependencies: Dependencies = .system) throws {
        instanceKey = try .generate()
        approvalKey = try .generate()
        self.dependencies = dependencies
    }

    var instance: String { instanceKey.publicKey.thumbprint }
    var now: JSONValue { .number(JSONNumber(Int64(dependencies.now().timeIntervalSince1970))) }

    func signed(_ claims: JSONValue, _ typ: String?, by key: P256PrivateKey) async throws -> String {
        try await CompactJWS.sign(claims.compactBytes, typ: typ, kid: nil, key: key)
    }

    /// Signs the enrolment of the approval key by the instance, with `changes`.
    func enrolment(
        _ changes: [String: JSONValue?] = [:], typ: String = "journey-approval-key+jwt", by key: P256PrivateKey? = nil
    ) async throws -> String {
        let claims = Self.changed(["jwk": approvalKey.publicKey.jwk, "iat": now], changes)
        return try await signed(claims, typ, by: key ?? instanceKey)
    }

    /// Returns the claims of a proof of `statement`, with `changes`.
    func claims(
        _ statement: JSONValue, _ changes: [String: JSONValue?] = [:], enrolment: String? = nil
    ) async throws -> JSONValue {
        var claims = statement.object ?? [:]
        let own = try await self.enrolment()
        claims["enrolment"] = .string(enrolment ?? own)
        claims["jti"] = "0123456789abcdef"
        claims["iat"] = now
        return Self.changed(claims, changes)
    }

    /// Signs the user's approval of `statement`, with `changes`.
    func proof(
        _ statement: JSONValue, _ changes: [String: JSONValue?] = [:], enrolment: String? = nil,
        typ: String = "journey-sca+jwt", by key: P256PrivateKey? = nil
    ) async throws -> String {
        try await signed(
            try await claims(statement, changes, enrolment: enrolment), typ, by: key ?? approvalKey)
    }

    private static func changed(_ claims: [String: JSONValue], _ changes: [String: JSONValue?]) -> JSONValue {
        var claims = claims
        for (name, value) in changes { claims[name] = value }
        return .object(claims)
    }
}
