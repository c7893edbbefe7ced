internal import Foundation
package import JourneyBase
internal import JourneyCrypto

/// Makes a `Journey` of a manifest's bytes and its OpenAPI bundle's bytes, or says in one sentence why not.
///
/// Two calls, because between them the caller fetches the bundle from the address that only a verified manifest may
/// name. Every refusal has a stable code; one about a place in the manifest starts with that place.
package enum JourneyLoader {
    /// Checks the signature first, then version, time, journey, SDK and addresses.
    ///
    /// Throws `JourneyError` with `MANIFEST_INVALID`, `MANIFEST_SIGNATURE`, `MANIFEST_KEY_UNKNOWN`,
    /// `MANIFEST_KEY_REVOKED`, `MANIFEST_KEY_EXPIRED`, `MANIFEST_ISSUER`, `KEYS_NOT_YET_VALID`, `KEYS_EXPIRED`,
    /// `MANIFEST_VERSION`, `MANIFEST_MISMATCH`, `MANIFEST_NOT_YET_VALID`, `MANIFEST_EXPIRED`, `MANIFEST_ROLLBACK` or `SDK_UPDATE_REQUIRED`.
    package static func verify(
        _ manifest: [UInt8], trust: ManifestTrust
    ) throws(JourneyError) -> VerifiedManifest {
        try reporting { () throws(Refusal) in
            let document = try read(manifest)
            let signature = try document.required("signature").text()
            let canonical = try document.canonicalForm()
            let keyID = try trust.keys.check(signature, over: canonical, at: trust.now)
            let head = try ManifestHead(document)
            let hash = SHA256.hash(canonical)
            try check(head, hash, trust)
            return VerifiedManifest(
                id: head.id, version: head.version, keyID: keyID, hash: hash,
                openAPIURL: head.openAPIURL, openAPISHA256: head.openAPISHA256, sequence: head.sequence, head: head)
        }
    }

    /// Checks the steps against the grammar, each other and the bundle, compiles the guards, and resolves the operations.
    /// `serverVariables` are the values that the host's environment chooses for variables of the bundle's servers, each of
    /// which its `enum` has to list (OpenAPI 3.1, section 4.8.6); the manifest's origins rule where that leads.
    ///
    /// Throws `JourneyError` with `MANIFEST_INVALID`, `OAPI_HASH`, `OAPI_INVALID` or `OPERATION_UNKNOWN`.
    package static func compile(
        _ verified: VerifiedManifest, openAPI: [UInt8], serverVariables: [String: String] = [:]
    ) throws(JourneyError) -> Journey {
        try reporting { () throws(Refusal) in
            try JourneyBuilder.journey(
                verified.head, hash: verified.hash, openAPI: openAPI, serverVariables: serverVariables)
        }
    }

    static func read(_ manifest: [UInt8]) throws(Refusal) -> Reading {
        let value: JSONValue
        do {
            value = try JSONReader.read(manifest, limits: .manifest)
        } catch {
            throw Refusal(.manifestInvalid, at: "", "The manifest is no strict JSON: \(error).", .invalidJSON)
        }
        guard value.object != nil else {
            throw Refusal(.manifestInvalid, at: "", "The manifest is no JSON object.", .invalidJSON)
        }
        return Reading(value, code: .manifestInvalid)
    }

    private static func check(_ head: ManifestHead, _ hash: [UInt8], _ trust: ManifestTrust) throws(Refusal) {
        guard head.version >= trust.leastVersion else {
            throw Refusal(
                .manifestVersion, at: "manifestVersion",
                "manifestVersion is \(head.version.rawValue); this host accepts \(trust.leastVersion.rawValue) and later."
            )
        }
        guard head.id == trust.journey else {
            throw Refusal(
                .manifestMismatch, at: "journeyId", "journeyId is '\(head.id)', but '\(trust.journey)' was asked for.")
        }
        // 1.1 names no issuer; its keys are bound to one all the same.
        if let issuer = head.issuer, issuer != trust.keys.issuer {
            throw Refusal(.manifestIssuer, at: "issuer", "issuer is not \(Refusal.quote(trust.keys.issuer)).")
        }
        if let notBefore = head.notBefore, trust.now < notBefore {
            throw Refusal(.manifestNotYetValid, at: "notBefore", "notBefore lies in the future.")
        }
        if let notAfter = head.notAfter, trust.now >= notAfter {
            throw Refusal(.manifestExpired, at: "notAfter", "notAfter has passed.")
        }
        if let least = trust.leastSequence, (head.sequence ?? -1) < least {
            throw Refusal(.manifestRollback, at: "sequence", "sequence is lower than that of a manifest seen before.")
        }
        // Signed anew, the same content is the same manifest.
        if let seen = trust.seenHash, let least = trust.leastSequence, head.sequence == least, hash != seen {
            throw Refusal(.manifestRollback, at: "sequence", "sequence is that of another manifest seen before.")
        }
        guard let version = DottedVersion(trust.sdkVersion), head.minSDK <= version else {
            throw Refusal(.sdkUpdateRequired, at: "minSdk", "minSdk asks for an SDK later than \(trust.sdkVersion).")
        }
    }
}
