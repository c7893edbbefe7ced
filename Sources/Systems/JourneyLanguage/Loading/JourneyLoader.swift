internal import Foundation
package import JourneyBase
internal import JourneyCrypto

/// Builds a `Journey` from the bytes of a manifest and its OpenAPI bundle, or throws the reason why not.
///
/// Loading takes two calls: between them, the caller fetches the bundle from the address in the verified manifest. Every refusal
/// has a stable code; a message about a place in the manifest starts with its path.
package enum JourneyLoader {
    /// Verifies the signature, then version, validity period, journey, SDK version and addresses.
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
    ///
    /// `serverVariables` are values for variables of the bundle's servers, which the host's environment chooses. Each must be
    /// listed in the variable's `enum` (OpenAPI 3.1, section 4.8.6). The resulting servers must be on the manifest's origins.
    /// The journey of the same manifest, bundle and variables is kept, and returned by the next call.
    package static func compile(
        _ verified: VerifiedManifest, openAPI: [UInt8], serverVariables: [String: String] = [:]
    ) throws(JourneyError) -> Journey {
        try reporting { () throws(Refusal) in
            let key = KnownManifest(
                hash: verified.hash, bundle: SHA256.hash(openAPI), variables: serverVariables)
            if let journey = KnownManifest.kept[key] { return journey }
            let journey = try JourneyBuilder.journey(
                verified.head, hash: verified.hash, openAPI: openAPI, serverVariables: serverVariables)
            KnownManifest.kept.keep(journey, for: key)
            return journey
        }
    }

    /// Forgets the journeys that were loaded, so that the next load compiles them again; with `bundles`, also the operations of
    /// their bundles. For tests and benchmarks.
    package static func forgetJourneys(bundles: Bool = false) {
        KnownManifest.kept.removeAll()
        if bundles { KnownBundle.kept.removeAll() }
    }

    static func read(_ manifest: [UInt8]) throws(Refusal) -> Reading {
        let value: JSONValue
        do {
            value = try JSONReader.read(manifest, limits: .manifest)
        } catch {
            throw Refusal(.manifestInvalid, at: "", "The manifest is not valid JSON: \(error).", .invalidJSON)
        }
        guard value.object != nil else {
            throw Refusal(.manifestInvalid, at: "", "The manifest is not a JSON object.", .invalidJSON)
        }
        return Reading(value, code: .manifestInvalid)
    }

    private static func check(_ head: ManifestHead, _ hash: [UInt8], _ trust: ManifestTrust) throws(Refusal) {
        guard head.version >= trust.leastVersion else {
            throw Refusal(
                .manifestVersion, at: "manifestVersion",
                "manifestVersion is \(head.version.rawValue), but this host requires \(trust.leastVersion.rawValue) or later."
            )
        }
        guard head.id == trust.journey else {
            throw Refusal(
                .manifestMismatch, at: "journeyId", "journeyId is '\(head.id)', but '\(trust.journey)' was requested.")
        }
        // Manifest 1.1 has no issuer member, but its keys are still bound to one.
        if let issuer = head.issuer, issuer != trust.keys.issuer {
            throw Refusal(.manifestIssuer, at: "issuer", "issuer is not \(Refusal.quote(trust.keys.issuer)).")
        }
        if let notBefore = head.notBefore, trust.now < notBefore {
            throw Refusal(
                .manifestNotYetValid, at: "notBefore", "notBefore is in the future; check the device's clock.")
        }
        if let notAfter = head.notAfter, trust.now >= notAfter {
            throw Refusal(
                .manifestExpired, at: "notAfter", "notAfter has passed; the bank must publish a new manifest.")
        }
        if let least = trust.leastSequence, (head.sequence ?? -1) < least {
            throw Refusal(
                .manifestRollback, at: "sequence",
                "sequence is lower than that of an earlier manifest; the bank must publish a higher one.")
        }
        // The same content with a new signature is the same manifest.
        if let seen = trust.seenHash, let least = trust.leastSequence, head.sequence == least, hash != seen {
            throw Refusal(
                .manifestRollback, at: "sequence",
                "sequence was already used by a manifest with other content; increase it.")
        }
        guard let version = DottedVersion(trust.sdkVersion), head.minSDK <= version else {
            throw Refusal(
                .sdkUpdateRequired, at: "minSdk",
                "minSdk requires an SDK later than \(trust.sdkVersion); update the app.")
        }
    }
}
