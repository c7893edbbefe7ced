public import Foundation
public import JourneyBase

/// What a manifest is checked against before anything in it counts.
public struct ManifestTrust: Sendable {
    /// The keys that sign manifests, and whose.
    public var keys: ManifestKeySet
    /// The least manifest version that the host accepts.
    public var leastVersion: Journey.Version
    /// Wall-clock time.
    public var now: Date
    /// Such as `1.0.0`; a manifest may ask for a later one.
    public var sdkVersion: String
    /// The journey that was asked for.
    public var journey: JourneyID
    /// The highest sequence number seen of this journey; a lower one is a rollback. `nil` when none has been seen.
    public var leastSequence: Int64?
    /// The hash of the manifest that was seen under `leastSequence`: another one of that number is a rollback too. `nil` when
    /// it is not known.
    public var seenHash: [UInt8]?

    public init(
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
public struct VerifiedManifest: Sendable {
    public let id: JourneyID
    public let version: Journey.Version
    /// The key that signed it.
    public let keyID: String
    /// SHA-256 of its RFC 8785 form without the signature.
    public let hash: [UInt8]
    /// Where the OpenAPI bundle is, on one of the manifest's origins.
    public let openAPIURL: HTTPSURL
    /// What the bundle's SHA-256 must be; manifest 1.2 always has it.
    public let openAPISHA256: [UInt8]?
    public let sequence: Int64?
    let head: ManifestHead
}
