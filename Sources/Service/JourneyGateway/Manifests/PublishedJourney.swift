public import Foundation
public import JourneyBase
import JourneyCrypto
public import JourneyLanguage

/// A journey ready to be served: the exact bytes of its signed manifest and of the OpenAPI bundle it pins.
public struct PublishedJourney: Hashable, Sendable {
    let id: JourneyID
    /// Grows with each manifest of the journey; 0 for a manifest of version 1.1, which has none.
    let sequence: Int64
    let manifest: [UInt8]
    /// SHA-256 of the manifest's RFC 8785 form without the signature: what session proofs name.
    let manifestHash: [UInt8]
    let openAPI: [UInt8]

    /// Whether devices would take it now; all else about it they would take.
    let season: Validity
}

extension PublishedJourney {
    /// Checks what a gateway must never serve, as devices check it: a manifest that `keys` do not verify, that is of another
    /// journey or issuer or of too old a version, or that pins another bundle.
    ///
    /// Throws the codes of `JourneyLoader.verify`, but for those of a time that is not now; `OAPI_INVALID` or `OAPI_HASH`.
    /// Whether the manifest makes sense is for the linter, before it is signed.
    public init(
        id: JourneyID, manifest: [UInt8], openAPI: [UInt8], keys: ManifestKeySet, leastVersion: Journey.Version,
        now: Date
    ) throws(JourneyError) {
        let season = try Validity { () throws(JourneyError) in
            let trust = ManifestTrust(
                keys: keys, leastVersion: leastVersion, now: now, sdkVersion: PublishedJourney.anySDK, journey: id)
            _ = try JourneyLoader.verify(manifest, trust: trust)
        }
        let published = try PublishedJourney(unchecked: id, manifest: manifest, openAPI: openAPI, season: season)
        do { _ = try JSONReader.read(openAPI, limits: .openAPIBundle) } catch {
            throw JourneyError(.oapiInvalid, "The OpenAPI bundle is no strict JSON: \(error).")
        }
        if let pinned = (try? JSONReader.read(manifest, limits: .manifest))?["oapiSha256"],
            pinned != .string(Hex.encode(SHA256.hash(openAPI)))
        {
            throw JourneyError(.oapiHash, "The manifest pins another OpenAPI bundle.")
        }
        self = published
    }

    /// A journey that nobody has checked, for a gateway of tests, which serves what devices have to refuse. Throws
    /// `MANIFEST_INVALID` for what is no JSON object.
    package init(unchecked id: JourneyID, manifest: [UInt8], openAPI: [UInt8]) throws(JourneyError) {
        try self.init(unchecked: id, manifest: manifest, openAPI: openAPI, season: .now)
    }

    private init(
        unchecked id: JourneyID, manifest: [UInt8], openAPI: [UInt8], season: Validity
    ) throws(JourneyError) {
        guard case .object(var members) = try? JSONReader.read(manifest, limits: .manifest) else {
            throw JourneyError(.manifestInvalid, "The manifest is no JSON object.")
        }
        members["signature"] = nil
        guard let signed = JSONValue.object(members).canonicalBytes else {
            throw JourneyError(.manifestInvalid, "The manifest has no canonical form.")
        }
        self.init(
            id: id, sequence: members["sequence"]?.int64 ?? 0, manifest: manifest, manifestHash: SHA256.hash(signed),
            openAPI: openAPI, season: season)
    }

    /// Later than any: a manifest may ask for an SDK that this gateway has never heard of.
    private static let anySDK = "999999999"
}
