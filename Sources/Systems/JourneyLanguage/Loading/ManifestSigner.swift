package import JourneyBase
package import JourneyCrypto

/// Signs manifests: a detached JWS over the RFC 8785 form without the `signature` member, put into that member.
package enum ManifestSigner {
    /// `manifest` with its signature; one that stands is replaced. Throws `JourneyError` with `MANIFEST_INVALID` when
    /// it is no object or holds a number that RFC 8785 spells otherwise, and with `MANIFEST_SIGNATURE` when `key` or
    /// `kid` cannot sign.
    package static func sign(
        _ manifest: JSONValue, key: any SigningKey, kid: String
    ) async throws(JourneyError) -> JSONValue {
        guard var members = manifest.object else {
            throw JourneyError(.manifestInvalid, "The manifest is no JSON object.")
        }
        let bytes = try reporting { () throws(Refusal) in
            try Reading(manifest, code: .manifestInvalid).canonicalForm()
        }
        do {
            members["signature"] = .string(try await DetachedJWS.sign(bytes, with: key, kid: kid))
        } catch {
            throw JourneyError(.manifestSignature, "The manifest could not be signed with this key and key id.")
        }
        return .object(members)
    }
}
