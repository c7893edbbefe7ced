package import Foundation
package import JourneyBase

/// What a manifest is checked against before anything in it counts.
package struct ManifestTrust: Sendable {
    /// The keys that sign manifests, and whose.
    var keys: ManifestKeySet
    /// The least manifest version that the host accepts.
    var leastVersion: Journey.Version
    /// Wall-clock time.
    var now: Date
    /// Such as `1.0.0`; a manifest may ask for a later one.
    var sdkVersion: String
    /// The journey that was asked for.
    var journey: JourneyID
    /// The highest sequence number seen of this journey; a lower one is a rollback. `nil` when none has been seen.
    var leastSequence: Int64?
    /// The hash of the manifest that was seen under `leastSequence`: another one of that number is a rollback too. `nil` when
    /// it is not known.
    var seenHash: [UInt8]?

    package init(
        keys: ManifestKeySet, leastVersion: Journey.Version, now: Date, sdkVersion: String, journey: JourneyID,
        leastSequence: Int64? = nil, seenHash: [UInt8]? = nil
    ) {
        self.keys = keys
        self.leastVersion = leastVersion
        self.now = now
        self.sdkVersion = sdkVersion
        self.journey = journey
        self.leastSequence = leastSequence
        self.seenHash = seenHash
    }
}

/// A manifest whose signature, time and purpose have been checked; its steps have not been read yet.
package struct VerifiedManifest: Sendable {
    package let id: JourneyID
    package let version: Journey.Version
    /// The key that signed it.
    package let keyID: String
    /// SHA-256 of its RFC 8785 form without the signature.
    package let hash: [UInt8]
    /// Where the OpenAPI bundle is, on one of the manifest's origins.
    package let openAPIURL: HTTPSURL
    /// What the bundle's SHA-256 must be; manifest 1.2 always has it.
    let openAPISHA256: [UInt8]?
    package let sequence: Int64?
    let head: ManifestHead
}
