package import Foundation
package import JourneyBase

/// The trust decisions that a manifest is verified against.
package struct ManifestTrust: Sendable {
    /// The keys that sign manifests, with their issuer.
    var keys: ManifestKeySet
    /// The minimum manifest version that the host accepts.
    var leastVersion: Journey.Version
    /// The wall-clock time.
    var now: Date
    /// The SDK's version, such as `1.0.0`, which a manifest's `minSdk` may exceed.
    var sdkVersion: String
    /// The requested journey.
    var journey: JourneyID
    /// The highest sequence number seen for this journey, or `nil`; a lower one is a rollback.
    var leastSequence: Int64?
    /// The hash of the manifest seen with `leastSequence`, or `nil` if unknown. Another manifest with the same number is a
    /// rollback too.
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

/// A manifest whose signature, validity period and purpose were verified; its steps have not been read yet.
package struct VerifiedManifest: Sendable {
    package let id: JourneyID
    package let version: Journey.Version
    /// The ID of the key that signed it.
    package let keyID: String
    /// The SHA-256 hash of its RFC 8785 form without the signature.
    package let hash: [UInt8]
    /// The URL of the OpenAPI bundle, on one of the manifest's origins.
    package let openAPIURL: HTTPSURL
    /// The expected SHA-256 hash of the bundle; always present in manifest 1.2.
    let openAPISHA256: [UInt8]?
    package let sequence: Int64?
    let head: ManifestHead
}
