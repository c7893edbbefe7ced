package import JourneyBase
package import JourneyCrypto

/// Signs manifests with a detached JWS over the RFC 8785 form without the `signature` member, which then holds the JWS.
package enum ManifestSigner {
    /// Signs `manifest` and replaces any existing signature. Throws `JourneyError` with `MANIFEST_INVALID` if it is not an object
    /// or has a number that is not in the form of RFC 8785, and with `MANIFEST_SIGNATURE` if `key` or `kid` cannot sign.
    package static func sign(
        _ manifest: JSONValue, key: any SigningKey, kid: String
    ) async throws(JourneyError) -> JSONValue {
        guard var members = manifest.object else {
            throw JourneyError(.manifestInvalid, "The manifest is not a JSON object.")
        }
        let bytes = try reporting { () throws(Refusal) in
            try Reading(manifest, code: .manifestInvalid).canonicalForm()
        }
        do {
            members["signature"] = .string(try await DetachedJWS.sign(bytes, with: key, kid: kid))
        } catch {
            throw JourneyError(
                .manifestSignature, "The manifest could not be signed with the key ID \(kid): \(error).")
        }
        return .object(members)
    }
}
